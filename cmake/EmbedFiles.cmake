# cmake -DROOT=dir -DFILES=a;b -DOUTPUT=x.inc -P EmbedFiles.cmake
# Writes one line ASCEND_FILE(index, "path") per file and a hash of all bytes.
# The hash also tells a compiler cache that #embed reads something new: caches
# that do not know #embed see only this file change.
set(_hashes "")
set(_lines "")
set(_index 0)
foreach(_file IN LISTS FILES)
  file(SHA256 ${ROOT}/${_file} _hash)
  string(APPEND _hashes "${_file} ${_hash}\n")
  string(APPEND _lines "static constexpr unsigned char file${_index}[] = {\n"
    "#embed \"${ROOT}/${_file}\"\n};\n")
  string(APPEND _table "    {\"${_file}\", {reinterpret_cast<const char *>(file${_index}), sizeof(file${_index})}},\n")
  math(EXPR _index "${_index} + 1")
endforeach()
string(SHA256 _hash "${_hashes}")
string(SUBSTRING "${_hash}" 0 16 _hash)
file(WRITE ${OUTPUT} "${_lines}\nstatic const EmbeddedFile files[] = {\n${_table}};\n\n"
  "static constexpr llvm::StringLiteral hash = \"${_hash}\";\n")
