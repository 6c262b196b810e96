//===- Keeping.td - Options of caches and weights ----------*- tablegen -*-===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//
// Files that a compilation keeps for the next one, and next to its output.

#ifndef ASCEND_OPTIONS_KEEPING_TD
#define ASCEND_OPTIONS_KEEPING_TD

include "OptionBase.td"

def KeepingGroup : OptionGroup<10, "Caches, and weights in files">;

def : Option<"op_compiler_cache_mode", KeepingGroup> {
  let Outside = true;
  let Kind = Word;
  let Values = ["enable", "force", "disable"];
  let Default = "enable";
  let Takers = [Atc, Run, Api];
  let Example = "ascend-atc --model=net.onnx --output=net --op_compiler_cache_mode=disable --log=info";
  let Shows = "0 of them from the cache";
  let Doc = "Whether machine code of kernels is kept on disk for the next compilation, of any model. force compiles all "
            "of it anew and keeps that. Results do not depend on it (docs/CompileCache.md).";
}
def : Option<"op_compiler_cache_dir", KeepingGroup> {
  let Kind = Folder;
  let Written = true;
  let FolderFiles = ["*.o", "size", "op_cache.ini"];
  let DefaultDoc = "ASCEND_MLIR_CACHE, kernel_cache in ASCEND_CACHE_PATH, or ascend-mlir in the user's cache folder";
  let Takers = [Atc, Run, Api];
  let Outside = true;
  let Example = "ascend-atc --model=net.onnx --output=net --op_compiler_cache_dir=cache --log=info";
  let Shows = "(cache)";
  let Doc = "The folder for it, created if it does not exist. It holds code: one that other users may write to is not "
            "used. Its file op_cache.ini says how much it keeps (docs/CompileCache.md).";
}
def : Option<"graph_compiler_cache_dir", KeepingGroup> {
  let Kind = Folder;
  let Written = true;
  let FolderFiles = ["????????????????????????????????????????????????????????????????.asc", "*.o", "size", "op_cache.ini"];
  let Takers = [Atc, Run, Api];
  let Outside = true;
  let Example = "ascend-run net.onnx --random --graph_compiler_cache_dir=models && ascend-run net.onnx --random "
                "--graph_compiler_cache_dir=models --log=info";
  let Shows = "info: the model is from the cache of models (models/….asc)";
  let Doc = "A folder of whole compiled models, created if it does not exist: a model that is compiled again with the "
            "same options is mapped from there, or copied to output, and nothing of it is compiled, nor are its "
            "weights packed (docs/CompileCache.md). It holds code: one that other users may write to is not used. It "
            "keeps as much as op_compiler_cache_dir does, and may be the same folder; op_compiler_cache_mode=force "
            "keeps every model anew. Results do not depend on it.";
}
def : Option<"external_weight", KeepingGroup> {
  let Kind = Word;
  let Values = ["0", "1", "2"];
  let Default = "0";
  let Alone = "1";
  let Code = "E10006";
  let FolderFiles = ["weight_*", "*_weight_combined"];
  let Takers = [Atc, Run, Api];
  let Outside = true;
  let Example = "ascend-atc --model=net.onnx --output=net --external_weight=2 && ls weight && ascend-run net.asc --random";
  let Shows = "net_weight_combined";
  let Doc = "Where the weights of a compiled file are kept: 0 in the file itself; 1 each weight of 4,096 bytes or more "
            "in a file of its own in the folder weight next to it, which models with the same weight share; 2 all in "
            "one file there. They are mapped when the file is loaded (docs/CompiledFile.md). Results do not depend on "
            "it.";
}

#endif // ASCEND_OPTIONS_KEEPING_TD
