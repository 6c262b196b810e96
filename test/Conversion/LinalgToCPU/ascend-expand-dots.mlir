// RUN: ascend-opt --ascend-expand-dots=word-dot-bytes=32 %s | FileCheck --check-prefixes=CHECK,NONE %s
// RUN: ascend-opt --ascend-expand-dots="word-dot-bytes=32 byte-dots=true" %s | FileCheck --check-prefixes=CHECK,BYTES %s
// RUN: ascend-opt --ascend-expand-dots="word-dot-bytes=32 bfloat-dots=true" %s | FileCheck --check-prefixes=CHECK,BFLOATS %s

// As wide as the instruction.
// CHECK-LABEL: func @words(
// CHECK:         call_intrinsic "llvm.x86.avx2.pmadd.wd"
func.func @words(%x: vector<16xi16>, %y: vector<16xi16>) -> vector<8xi32> {
  %0 = llvm.call_intrinsic "llvm.x86.avx2.pmadd.wd"(%x, %y) : (vector<16xi16>, vector<16xi16>) -> vector<8xi32>
  return %0 : vector<8xi32>
}

// Wider.
// CHECK-LABEL: func @wide_words(
// CHECK-NOT:     call_intrinsic
// CHECK:         arith.extsi {{.*}} : vector<16xi16> to vector<16xi32>
// CHECK:         return
func.func @wide_words(%x: vector<32xi16>, %y: vector<32xi16>) -> vector<16xi32> {
  %0 = llvm.call_intrinsic "llvm.x86.avx512.pmaddw.d.512"(%x, %y) : (vector<32xi16>, vector<32xi16>) -> vector<16xi32>
  return %0 : vector<16xi32>
}

// The first factor has no sign.
// CHECK-LABEL: func @bytes(
// NONE-NOT:      call_intrinsic
// NONE-COUNT-4:  arith.extui
// BYTES:         call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// BFLOATS-NOT:   call_intrinsic
// CHECK:         return
func.func @bytes(%sum: vector<16xi32>, %x: vector<64xi8>, %y: vector<64xi8>) -> vector<16xi32> {
  %0 = llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%sum, %x, %y) : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
  return %0 : vector<16xi32>
}

// CHECK-LABEL: func @bfloats(
// NONE-NOT:      call_intrinsic
// NONE-COUNT-2:  arith.truncf {{.*}} : vector<16xf64> to vector<16xf32>
// BYTES-NOT:     call_intrinsic
// BFLOATS:       call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"
// CHECK:         return
func.func @bfloats(%sum: vector<16xf32>, %x: vector<32xbf16>, %y: vector<32xbf16>) -> vector<16xf32> {
  %0 = llvm.call_intrinsic "llvm.x86.avx512bf16.dpbf16ps.512"(%sum, %x, %y) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
  return %0 : vector<16xf32>
}

// Any other intrinsic stays.
// CHECK-LABEL: func @other(
// CHECK:         call_intrinsic "llvm.x86.avx512.rcp14.ps.512"
func.func @other(%x: vector<16xf32>, %m: i16) -> vector<16xf32> {
  %0 = llvm.call_intrinsic "llvm.x86.avx512.rcp14.ps.512"(%x, %x, %m) : (vector<16xf32>, vector<16xf32>, i16) -> vector<16xf32>
  return %0 : vector<16xf32>
}
