// RUN: ascend-opt %s --ascend-pack-weights --allow-unregistered-dialect --verify-diagnostics

// Each has 64 TiB: two of them end where addresses do.
func.func @main(%ctx: !llvm.ptr) attributes {ascend.entry} {
  %a = ascend.constant dense<1.0> : tensor<17592186044416xf32>
  %b = ascend.constant dense<2.0> : tensor<17592186044416xf32>
  // expected-error@+1 {{the weights are too large}}
  %c = ascend.constant dense<3.0> : tensor<1xf32>
  "use"(%a, %b, %c) : (tensor<17592186044416xf32>, tensor<17592186044416xf32>, tensor<1xf32>) -> ()
  return
}
