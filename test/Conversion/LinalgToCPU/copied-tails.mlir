// A dynamic number of lanes goes by way of the stack where the CPU has no masks
// for their elements; where it has, the store stays masked.

// RUN: ascend-opt --lower-linalg-to-cpu=vector-bytes=64 --canonicalize --cse %s | FileCheck --check-prefixes=MASK16,MASK32 %s
// RUN: ascend-opt --lower-linalg-to-cpu=vector-bytes=32 --canonicalize --cse %s | FileCheck --check-prefixes=COPY16,MASK32 %s
// RUN: ascend-opt --lower-linalg-to-cpu=vector-bytes=16 --canonicalize --cse %s | FileCheck --check-prefixes=COPY16,COPY32 %s

#id = affine_map<(d0) -> (d0)>

// MASK16-LABEL: func @halves(
// MASK16:         vector.maskedload
// MASK16:         vector.maskedstore
// COPY16-LABEL: func @halves(
// COPY16-SAME:    %[[IN:.*]]: memref<?xf16>, %[[OUT:.*]]: memref<?xf16>
// COPY16-NOT:     masked
// COPY16:         %[[REST:.*]] = arith.remui
// COPY16:         %[[WHOLE:.*]] = arith.subi %{{.*}}, %[[REST]]
// COPY16:         scf.for
// COPY16:         %[[TAIL:.*]] = arith.addi %{{.*}}, %[[WHOLE]]
// COPY16:         %[[READ:.*]] = memref.alloca() {{.*}} : memref<[[LANES:.*]]xi16>
// COPY16:         vector.store %{{.*}}, %[[READ]][%c0] : memref<[[LANES]]xi16>, vector<[[LANES]]xi16>
// COPY16:         scf.for %[[I:.*]] = %c0 to %[[REST]] step %c1 {
// COPY16:           %[[AT:.*]] = arith.addi %[[TAIL]], %[[I]]
// COPY16:           %[[X:.*]] = memref.load %{{.*}}[%[[AT]]]
// COPY16:           memref.store %[[X]], %[[READ]][%[[I]]]
// COPY16:         vector.load %[[READ]][%c0]
// COPY16:         %[[WRITTEN:.*]] = memref.alloca() {{.*}} : memref<[[LANES]]xi16>
// COPY16:         vector.store %{{.*}}, %[[WRITTEN]][%c0]
// COPY16:         scf.for %[[J:.*]] = %c0 to %[[REST]] step %c1 {
// COPY16-DAG:       %[[TO:.*]] = arith.addi %[[TAIL]], %[[J]]
// COPY16-DAG:       %[[Y:.*]] = memref.load %[[WRITTEN]][%[[J]]]
// COPY16:           memref.store %[[Y]], %{{.*}}[%[[TO]]]
// COPY16-NOT:     masked
func.func @halves(%a: memref<?xf16>, %o: memref<?xf16>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<?xf16>) outs(%o : memref<?xf16>) {
  ^bb0(%x: f16, %z: f16):
    %0 = arith.extf %x : f16 to f32
    %1 = arith.addf %0, %0 : f32
    %2 = arith.truncf %1 : f32 to f16
    linalg.yield %2 : f16
  }
  return
}

// MASK32-LABEL: func @floats(
// MASK32:         vector.maskedload
// MASK32:         vector.maskedstore
// COPY32-LABEL: func @floats(
// COPY32-NOT:     masked
// COPY32:         memref.alloca()
// COPY32-NOT:     masked
// COPY32:         return
func.func @floats(%a: memref<?xf32>, %o: memref<?xf32>) {
  linalg.generic {indexing_maps = [#id, #id], iterator_types = ["parallel"]}
      ins(%a : memref<?xf32>) outs(%o : memref<?xf32>) {
  ^bb0(%x: f32, %z: f32):
    %0 = arith.addf %x, %x : f32
    linalg.yield %0 : f32
  }
  return
}
