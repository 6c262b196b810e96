// RUN: ascend-opt --split-input-file --verify-diagnostics --ascend-verify-masked-stores %s

llvm.func @first(%v: vector<16xi16>, %p: !llvm.ptr) {
  %m = llvm.mlir.constant(dense<[true, false, false, false, false, false, false, false, false, false, false, false, false, false, false, false]> : vector<16xi1>) : vector<16xi1>
  // expected-error @below {{stores one lane, which LLVM 22.1.8 does by more bytes than it has (llvm/llvm-project issue 179489): store the element}}
  llvm.intr.masked.store %v, %p, %m {alignment = 2 : i32} : vector<16xi16>, vector<16xi1> into !llvm.ptr
  llvm.return
}

// -----

// Any lane.
llvm.func @last(%v: vector<4xi32>, %p: !llvm.ptr) {
  %m = llvm.mlir.constant(dense<[false, false, false, true]> : vector<4xi1>) : vector<4xi1>
  // expected-error @below {{stores one lane}}
  llvm.intr.masked.store %v, %p, %m {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.return
}

// -----

// Two lanes, all, none, one of one, and a dynamic number.
llvm.func @others(%v: vector<4xi32>, %w: vector<1xi32>, %p: !llvm.ptr, %k: vector<4xi1>) {
  %two = llvm.mlir.constant(dense<[true, true, false, false]> : vector<4xi1>) : vector<4xi1>
  %all = llvm.mlir.constant(dense<true> : vector<4xi1>) : vector<4xi1>
  %none = llvm.mlir.constant(dense<false> : vector<4xi1>) : vector<4xi1>
  %one = llvm.mlir.constant(dense<true> : vector<1xi1>) : vector<1xi1>
  llvm.intr.masked.store %v, %p, %two {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %v, %p, %all {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %v, %p, %none {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.intr.masked.store %w, %p, %one {alignment = 4 : i32} : vector<1xi32>, vector<1xi1> into !llvm.ptr
  llvm.intr.masked.store %v, %p, %k {alignment = 4 : i32} : vector<4xi32>, vector<4xi1> into !llvm.ptr
  llvm.return
}
