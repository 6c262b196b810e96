// The dots of a product whose factors are packed for them, in the IR and in
// machine code.

// RUN: ascend-opt --pass-pipeline='builtin.module(func.func(lower-linalg-to-cpu{byte-depth=4 bfloat-dots=true},canonicalize,cse))' %s | FileCheck %s
// RUN: ascend-opt --pass-pipeline='builtin.module(func.func(lower-linalg-to-cpu{byte-depth=4 bfloat-dots=true},canonicalize,cse),ascend-parallel-to-runtime,ascend-expand-half-floats,expand-strided-metadata,lower-affine,convert-scf-to-cf,convert-vector-to-llvm,finalize-memref-to-llvm,convert-index-to-llvm,convert-arith-to-llvm,convert-cf-to-llvm,convert-func-to-llvm{use-bare-ptr-memref-call-conv},reconcile-unrealized-casts,ascend-set-cpu-target{triple=x86_64-pc-linux-gnu cpu=znver4 features=-prefer-256-bit,-avx512bf16})' %s | mlir-translate --mlir-to-llvmir | opt -O2 | llc -O2 | FileCheck --check-prefix=ASM %s

// Bytes of A that are 128 too large: the sums of the columns of B come first; then
// each tile ends with what they give.
// CHECK-LABEL: func @bytes(
// CHECK-DAG:     %[[ONES:.*]] = arith.constant dense<16843009> : vector<16xi32>
// CHECK-DAG:     %[[FACTOR:.*]] = arith.constant dense<-128> : vector<16xi32>
// CHECK:         scf.for %{{.*}} = %c0 to %c100 step %c1 iter_args
// CHECK:           vector.bitcast %[[ONES]] : vector<16xi32> to vector<64xi8>
// CHECK-COUNT-2:   llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}) : (vector<16xi32>, vector<64xi8>, vector<64xi8>) -> vector<16xi32>
// CHECK-NOT:       llvm.call_intrinsic
// CHECK-COUNT-2: arith.muli %{{.*}}, %[[FACTOR]]
// CHECK:         %[[SUMS:.*]]:28 = scf.for %{{.*}} = %c0 to %c100 step %c1 iter_args
// CHECK-COUNT-2:   vector.load %{{.*}} : memref<38400xi8>, vector<64xi8>
// CHECK:           %[[ROW:.*]] = vector.load %{{.*}} : memref<5600xi8>, vector<4xi8>
// CHECK:           vector.bitcast %[[ROW]] : vector<4xi8> to vector<1xi32>
// CHECK-COUNT-28:  llvm.call_intrinsic "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT:       llvm.call_intrinsic
// CHECK:           scf.yield
// CHECK:         arith.addi %[[SUMS]]#0
// ASM-LABEL: {{^}}bytes:
// ASM-NOT:     vpmov{{.*}}x
// ASM-COUNT-30: vpdpbusd {{.*}}zmm
// ASM:         retq
#left = affine_map<(m, p, n, k, d) -> (m, k, d)>
#right = affine_map<(m, p, n, k, d) -> (p, k, n, d)>
#sums = affine_map<(m, p, n, k, d) -> (m, p, n)>
func.func @bytes(%a: memref<14x100x4xi8>, %b: memref<3x100x32x4xi8>, %c: memref<14x3x32xi32>) {
  linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<14x100x4xi8>, memref<3x100x32x4xi8>) outs(%c : memref<14x3x32xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %offset = arith.constant 128 : i32
    %u = arith.extui %x : i8 to i32
    %v = arith.subi %u, %offset : i32
    %w = arith.extsi %y : i8 to i32
    %p = arith.muli %v, %w : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  }
  return
}

// One row: two panels at once, then the third. B has no sign, so it is what the
// dot takes first.
// CHECK-LABEL: func @one_row(
// CHECK:         %{{.*}}:4 = scf.for
// CHECK:           %[[B0:.*]] = vector.load %{{.*}} vector<64xi8>
// CHECK:           "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[B0]], %{{.*}})
// CHECK:         %{{.*}}:4 = scf.for
// CHECK:           %[[B1:.*]] = vector.load %{{.*}} vector<64xi8>
// CHECK-COUNT-3:   vector.load %{{.*}} vector<64xi8>
// CHECK:           "llvm.x86.avx512.vpdpbusd.512"(%{{.*}}, %[[B1]], %{{.*}})
// CHECK-COUNT-3:   "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT:       vpdpbusd
// CHECK:         %{{.*}}:2 = scf.for
// CHECK:         %{{.*}}:2 = scf.for
// CHECK:         return
func.func @one_row(%a: memref<1x100x4xi8>, %b: memref<3x100x32x4xi8>, %c: memref<1x3x32xi32>) {
  linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<1x100x4xi8>, memref<3x100x32x4xi8>) outs(%c : memref<1x3x32xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %offset = arith.constant -128 : i32
    %u = arith.extsi %x : i8 to i32
    %v = arith.subi %u, %offset : i32
    %w = arith.extui %y : i8 to i32
    %p = arith.muli %v, %w : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  }
  return
}

// CHECK-LABEL: func @words(
// CHECK:         arith.extui %{{.*}} : vector<32xi8> to vector<32xi16>
// CHECK:         "llvm.x86.avx512.pmaddw.d.512"
// CHECK:         arith.addi
// ASM-LABEL: {{^}}words:
// ASM:         vpmovzxbw
// With VNNI, LLVM makes one of product and sum.
// ASM:         vpdpwssd {{.*}}zmm
// ASM:         retq
func.func @words(%a: memref<8x100x2xi16>, %b: memref<3x100x32x2xi8>, %c: memref<8x3x32xi32>) {
  linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<8x100x2xi16>, memref<3x100x32x2xi8>) outs(%c : memref<8x3x32xi32>) {
  ^bb0(%x: i16, %y: i8, %z: i32):
    %u = arith.extsi %x : i16 to i32
    %w = arith.extui %y : i8 to i32
    %p = arith.muli %u, %w : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  }
  return
}

// Windows of bytes without a sign that are 128 too large, in place: fourteen
// pixels and two panels of sixteen outputs. Each panel's columns are summed
// first.
// CHECK-LABEL: func @windows(
// CHECK-DAG:     %[[ONES:.*]] = arith.constant dense<16843009> : vector<16xi32>
// CHECK-DAG:     %[[FACTOR:.*]] = arith.constant dense<-128> : vector<16xi32>
// CHECK:         vector.bitcast %[[ONES]] : vector<16xi32> to vector<64xi8>
// CHECK-COUNT-2: "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT:     vpdpbusd
// CHECK-COUNT-2: arith.muli %{{.*}}, %[[FACTOR]]
// CHECK:         %[[SUMS:.*]]:28 = scf.for {{.*}} iter_args
// CHECK-COUNT-2: vector.load %{{.*}} vector<64xi8>
// CHECK:         vector.load %{{.*}} vector<4xi8>
// CHECK-COUNT-28: "llvm.x86.avx512.vpdpbusd.512"
// CHECK-NOT:     vpdpbusd
// CHECK:         arith.addi %[[SUMS]]#0
// CHECK:         return
// ASM-LABEL: {{^}}windows:
// ASM-COUNT-28: vpdpbusd {{.*}}zmm
// ASM:         retq
#x = affine_map<(o, h, w, p, c, r, s, k) -> (c, h + r, w + s, k)>
#filter = affine_map<(o, h, w, p, c, r, s, k) -> (o, c, r, s, p, k)>
#y = affine_map<(o, h, w, p, c, r, s, k) -> (o, h, w, p)>
func.func @windows(%x: memref<5x16x16x4xi8>, %w: memref<2x5x3x3x16x4xi8>, %y: memref<2x14x14x16xi32>) {
  %offset = arith.constant 128 : i32
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<5x16x16x4xi8>, memref<2x5x3x3x16x4xi8>) outs(%y : memref<2x14x14x16xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %u = arith.extui %a : i8 to i32
    %d = arith.subi %u, %offset : i32
    %v = arith.extsi %b : i8 to i32
    %p = arith.muli %d, %v : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  }
  return
}

// Both without a sign: there is no dot of them.
// CHECK-LABEL: func @same_sign(
// CHECK-NOT:     vpdpbusd
// CHECK:         return
func.func @same_sign(%x: memref<5x16x16x4xi8>, %w: memref<2x5x3x3x16x4xi8>, %y: memref<2x14x14x16xi32>) {
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<5x16x16x4xi8>, memref<2x5x3x3x16x4xi8>) outs(%y : memref<2x14x14x16xi32>) {
  ^bb0(%a: i8, %b: i8, %s: i32):
    %u = arith.extui %a : i8 to i32
    %v = arith.extui %b : i8 to i32
    %p = arith.muli %u, %v : i32
    %t = arith.addi %s, %p : i32
    linalg.yield %t : i32
  }
  return
}

// CHECK-LABEL: func @bfloats(
// CHECK:         %[[A:.*]] = vector.bitcast %{{.*}} : vector<16xi32> to vector<32xbf16>
// CHECK:         "llvm.x86.avx512bf16.dpbf16ps.512"(%{{.*}}, %[[A]], %{{.*}}) : (vector<16xf32>, vector<32xbf16>, vector<32xbf16>) -> vector<16xf32>
// ASM-LABEL: {{^}}bfloats:
// ASM-COUNT-16: vdpbf16ps {{.*}}zmm
// ASM:         retq
func.func @bfloats(%a: memref<8x100x2xbf16>, %b: memref<3x100x32x2xbf16>, %c: memref<8x3x32xf32>) {
  linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<8x100x2xbf16>, memref<3x100x32x2xbf16>) outs(%c : memref<8x3x32xf32>) {
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %u = arith.extf %x : bf16 to f32
    %v = arith.extf %y : bf16 to f32
    %s = math.fma %u, %v, %z : f32
    linalg.yield %s : f32
  }
  return
}

// The dot's CPU has an instruction that rounds and flushes: not taken beside it.
// ASM-LABEL: {{^}}rounded:
// ASM-NOT:     vcvtne
// ASM:         vdpbf16ps
// ASM-NOT:     vcvtne
// ASM:         vpsrld $16
// ASM-NOT:     vcvtne
// ASM:         retq
func.func @rounded(%a: memref<1x100x1x2xbf16>, %b: memref<1x100x16x2xbf16>, %c: memref<1x1x1x16xf32>, %o: memref<16xbf16>) {
  linalg.generic {indexing_maps = [affine_map<(m, n, r, c, k, d) -> (m, k, r, d)>, affine_map<(m, n, r, c, k, d) -> (n, k, c, d)>, affine_map<(m, n, r, c, k, d) -> (m, n, r, c)>],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<1x100x1x2xbf16>, memref<1x100x16x2xbf16>) outs(%c : memref<1x1x1x16xf32>) {
  ^bb0(%x: bf16, %y: bf16, %z: f32):
    %xw = arith.extf %x : bf16 to f32
    %yw = arith.extf %y : bf16 to f32
    %s = math.fma %xw, %yw, %z : f32
    linalg.yield %s : f32
  }
  %row = memref.collapse_shape %c [[0, 1, 2, 3]] : memref<1x1x1x16xf32> into memref<16xf32>
  linalg.generic {indexing_maps = [affine_map<(i) -> (i)>, affine_map<(i) -> (i)>], iterator_types = ["parallel"]}
      ins(%row : memref<16xf32>) outs(%o : memref<16xbf16>) {
  ^bb0(%v: f32, %old: bf16):
    %h = arith.truncf %v : f32 to bf16
    linalg.yield %h : bf16
  }
  return
}

// Windows of bfloat16 in pairs of channels.
// CHECK-LABEL: func @bfloat_windows(
// CHECK:         %{{.*}}:28 = scf.for {{.*}} iter_args
// CHECK-COUNT-2: vector.load %{{.*}} vector<32xi16>
// CHECK:         vector.load %{{.*}} vector<2xi16>
// CHECK-COUNT-28: "llvm.x86.avx512bf16.dpbf16ps.512"
// CHECK-NOT:     dpbf16ps
// CHECK:         return
// ASM-LABEL: {{^}}bfloat_windows:
// ASM-COUNT-28: vdpbf16ps {{.*}}zmm
// ASM:         retq
func.func @bfloat_windows(%x: memref<5x16x16x2xbf16>, %w: memref<2x5x3x3x16x2xbf16>, %y: memref<2x14x14x16xf32>) {
  linalg.generic {indexing_maps = [#x, #filter, #y],
      iterator_types = ["parallel", "parallel", "parallel", "parallel", "reduction", "reduction", "reduction", "reduction"]}
      ins(%x, %w : memref<5x16x16x2xbf16>, memref<2x5x3x3x16x2xbf16>) outs(%y : memref<2x14x14x16xf32>) {
  ^bb0(%a: bf16, %b: bf16, %s: f32):
    %u = arith.extf %a : bf16 to f32
    %v = arith.extf %b : bf16 to f32
    %t = math.fma %u, %v, %s : f32
    linalg.yield %t : f32
  }
  return
}

// Columns that no vectors divide have no dots.
// CHECK-LABEL: func @some_columns(
// CHECK-NOT:     llvm.x86
// CHECK:         return
func.func @some_columns(%a: memref<8x100x4xi8>, %b: memref<3x100x20x4xi8>, %c: memref<8x3x20xi32>) {
  linalg.generic {indexing_maps = [#left, #right, #sums], iterator_types = ["parallel", "parallel", "parallel", "reduction", "reduction"]}
      ins(%a, %b : memref<8x100x4xi8>, memref<3x100x20x4xi8>) outs(%c : memref<8x3x20xi32>) {
  ^bb0(%x: i8, %y: i8, %z: i32):
    %u = arith.extsi %x : i8 to i32
    %w = arith.extui %y : i8 to i32
    %p = arith.muli %u, %w : i32
    %s = arith.addi %z, %p : i32
    linalg.yield %s : i32
  }
  return
}
