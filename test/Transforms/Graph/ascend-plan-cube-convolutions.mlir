// The form of a convolution at each limit of its choice.

// RUN: ascend-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(ascend-plan-cube))' | FileCheck %s
// RUN: ascend-opt %s --split-input-file --pass-pipeline='builtin.module(func.func(ascend-plan-cube{byte-depth=4}))' | FileCheck %s --check-prefix=DOTS

// Rows of pixels are read in place with windows that go in steps along them where there
// are four outputs, and with any others.
// CHECK-LABEL: func.func @steps(
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "four"
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "three"
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "three_along_rows"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "three_across_rows"
func.func @steps(%x0: tensor<1x5x17x17xf32>, %w0: tensor<4x5x3x3xf32>, %x1: tensor<1x5x17x17xf32>, %w1: tensor<3x5x3x3xf32>,
                 %x2: tensor<1x5x17x17xf32>, %w2: tensor<3x5x3x3xf32>, %x3: tensor<1x5x17x17xf32>, %w3: tensor<3x5x3x3xf32>)
    -> (tensor<1x4x8x8xf32>, tensor<1x3x8x8xf32>, tensor<1x3x15x8xf32>, tensor<1x3x8x15xf32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.strides = array<i64: 1, 1, 2, 2>, node_name = "four"} : (tensor<1x5x17x17xf32>, tensor<4x5x3x3xf32>) -> tensor<1x4x8x8xf32>
  %1 = ascend.conv2d %x1, %w1 {ge.strides = array<i64: 1, 1, 2, 2>, node_name = "three"} : (tensor<1x5x17x17xf32>, tensor<3x5x3x3xf32>) -> tensor<1x3x8x8xf32>
  %2 = ascend.conv2d %x2, %w2 {ge.strides = array<i64: 1, 1, 1, 2>, node_name = "three_along_rows"} : (tensor<1x5x17x17xf32>, tensor<3x5x3x3xf32>) -> tensor<1x3x15x8xf32>
  %3 = ascend.conv2d %x3, %w3 {ge.strides = array<i64: 1, 1, 2, 1>, node_name = "three_across_rows"} : (tensor<1x5x17x17xf32>, tensor<3x5x3x3xf32>) -> tensor<1x3x8x15xf32>
  return %0, %1, %2, %3 : tensor<1x4x8x8xf32>, tensor<1x3x8x8xf32>, tensor<1x3x15x8xf32>, tensor<1x3x8x15xf32>
}

// Up to four outputs whose windows have no more elements than there are channels are
// summed element by element, in rows of at least eight pixels of x.
// CHECK-LABEL: func.func @elements(
// CHECK:         #ascend.convolution_form<by_elements{{[,>]}}{{.*}} node_name = "four_outputs"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "five_outputs"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "few_channels"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "single_elements"
// CHECK:         #ascend.convolution_form<by_elements{{[,>]}}{{.*}} node_name = "two_elements"
// CHECK:         #ascend.convolution_form<by_elements{{[,>]}}{{.*}} node_name = "six_of_eight"
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "rows_of_seven"
// CHECK:         #ascend.convolution_form<by_elements{{[,>]}}{{.*}} node_name = "columns_of_seven"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "steps_across_rows"
// CHECK:         #ascend.convolution_form<by_elements{{[,>]}}{{.*}} node_name = "open_images"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "open_rows"
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "bytes"
func.func @elements(%x0: tensor<1x36x8x8xf32>, %w0: tensor<4x36x3x3xf32>, %x1: tensor<1x45x8x8xf32>, %w1: tensor<5x45x3x3xf32>,
                    %x2: tensor<1x35x8x8xf32>, %w2: tensor<4x35x3x3xf32>, %x3: tensor<1x36x8x8xf32>, %w3: tensor<4x36x1x1xf32>,
                    %x4: tensor<1x8x8x8xf32>, %w4: tensor<4x8x2x1xf32>, %x5: tensor<1x36x8x8xf32>, %w5: tensor<4x36x3x3xf32>,
                    %x6: tensor<1x36x8x7xf32>, %w6: tensor<4x36x3x3xf32>, %x7: tensor<1x36x7x8xf32>, %w7: tensor<4x36x3x3xf32>,
                    %x8: tensor<1x36x9x8xf32>, %w8: tensor<4x36x3x3xf32>, %x9: tensor<?x36x8x8xf32>, %w9: tensor<4x36x3x3xf32>,
                    %x10: tensor<1x36x?x8xf32>, %w10: tensor<4x36x3x3xf32>, %x11: tensor<1x36x8x8xi8>, %w11: tensor<4x36x3x3xi8>)
    -> (tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>, tensor<1x4x8x8xf32>, tensor<1x4x8x8xf32>, tensor<1x4x7x8xf32>,
        tensor<1x4x6x6xf32>, tensor<1x4x8x7xf32>, tensor<1x4x7x8xf32>, tensor<1x4x5x8xf32>, tensor<?x4x8x8xf32>,
        tensor<1x4x?x8xf32>, tensor<1x4x8x8xi32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "four_outputs"} : (tensor<1x36x8x8xf32>, tensor<4x36x3x3xf32>) -> tensor<1x4x8x8xf32>
  %1 = ascend.conv2d %x1, %w1 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "five_outputs"} : (tensor<1x45x8x8xf32>, tensor<5x45x3x3xf32>) -> tensor<1x5x8x8xf32>
  %2 = ascend.conv2d %x2, %w2 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "few_channels"} : (tensor<1x35x8x8xf32>, tensor<4x35x3x3xf32>) -> tensor<1x4x8x8xf32>
  %3 = ascend.conv2d %x3, %w3 {node_name = "single_elements"} : (tensor<1x36x8x8xf32>, tensor<4x36x1x1xf32>) -> tensor<1x4x8x8xf32>
  %4 = ascend.conv2d %x4, %w4 {node_name = "two_elements"} : (tensor<1x8x8x8xf32>, tensor<4x8x2x1xf32>) -> tensor<1x4x7x8xf32>
  %5 = ascend.conv2d %x5, %w5 {node_name = "six_of_eight"} : (tensor<1x36x8x8xf32>, tensor<4x36x3x3xf32>) -> tensor<1x4x6x6xf32>
  %6 = ascend.conv2d %x6, %w6 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "rows_of_seven"} : (tensor<1x36x8x7xf32>, tensor<4x36x3x3xf32>) -> tensor<1x4x8x7xf32>
  %7 = ascend.conv2d %x7, %w7 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "columns_of_seven"} : (tensor<1x36x7x8xf32>, tensor<4x36x3x3xf32>) -> tensor<1x4x7x8xf32>
  %8 = ascend.conv2d %x8, %w8 {ge.pads = array<i64: 1, 1, 1, 1>, ge.strides = array<i64: 1, 1, 2, 1>, node_name = "steps_across_rows"} : (tensor<1x36x9x8xf32>, tensor<4x36x3x3xf32>) -> tensor<1x4x5x8xf32>
  %9 = ascend.conv2d %x9, %w9 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "open_images"} : (tensor<?x36x8x8xf32>, tensor<4x36x3x3xf32>) -> tensor<?x4x8x8xf32>
  %10 = ascend.conv2d %x10, %w10 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "open_rows"} : (tensor<1x36x?x8xf32>, tensor<4x36x3x3xf32>) -> tensor<1x4x?x8xf32>
  %11 = ascend.conv2d %x11, %w11 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "bytes"} : (tensor<1x36x8x8xi8>, tensor<4x36x3x3xi8>) -> tensor<1x4x8x8xi32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11 : tensor<1x4x8x8xf32>, tensor<1x5x8x8xf32>, tensor<1x4x8x8xf32>,
      tensor<1x4x8x8xf32>, tensor<1x4x7x8xf32>, tensor<1x4x6x6xf32>, tensor<1x4x8x7xf32>, tensor<1x4x7x8xf32>,
      tensor<1x4x5x8xf32>, tensor<?x4x8x8xf32>, tensor<1x4x?x8xf32>, tensor<1x4x8x8xi32>
}

// Of transposed ones up to seven, in whose parts there are sums, and at most 16 parts.
// CHECK-LABEL: func.func @transposed(
// CHECK:         #ascend.convolution_form<by_elements{{[,>]}}{{.*}} node_name = "seven_outputs"
// CHECK:         #ascend.convolution_form<transposed{{[,>]}}{{.*}} node_name = "eight_outputs"
// CHECK:         #ascend.convolution_form<transposed{{[,>]}}{{.*}} node_name = "elements_alone"
// CHECK:         #ascend.convolution_form<by_elements{{[,>]}}{{.*}} node_name = "sums_along_rows"
// CHECK:         #ascend.convolution_form<transposed{{[,>]}}{{.*}} node_name = "short_rows"
// CHECK:         #ascend.convolution_form<by_elements{{[,>]}}{{.*}} node_name = "sixteen_parts"
// CHECK:         #ascend.convolution_form<transposed{{[,>]}}{{.*}} node_name = "twenty_parts"
func.func @transposed(%x0: tensor<1x112x8x8xf32>, %w0: tensor<112x7x4x4xf32>,
                      %x1: tensor<1x128x8x8xf32>, %w1: tensor<128x8x4x4xf32>,
                      %x2: tensor<1x16x8x8xf32>, %w2: tensor<16x2x2x2xf32>, %x3: tensor<1x16x8x8xf32>, %w3: tensor<16x2x2x3xf32>,
                      %x4: tensor<1x112x8x7xf32>, %w4: tensor<112x7x4x4xf32>,
                      %x5: tensor<1x25x8x8xf32>, %w5: tensor<25x1x5x5xf32>, %x6: tensor<1x30x8x8xf32>, %w6: tensor<30x1x5x6xf32>)
    -> (tensor<1x7x18x18xf32>, tensor<1x8x18x18xf32>, tensor<1x2x16x16xf32>, tensor<1x2x16x17xf32>, tensor<1x7x18x16xf32>,
        tensor<1x1x33x33xf32>, tensor<1x1x33x41xf32>) {
  %0 = ascend.conv2d_transpose_d %x0, %w0 {ge.input_size = array<i64: 1, 7, 18, 18>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "seven_outputs"} : (tensor<1x112x8x8xf32>, tensor<112x7x4x4xf32>) -> tensor<1x7x18x18xf32>
  %1 = ascend.conv2d_transpose_d %x1, %w1 {ge.input_size = array<i64: 1, 8, 18, 18>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "eight_outputs"} : (tensor<1x128x8x8xf32>, tensor<128x8x4x4xf32>) -> tensor<1x8x18x18xf32>
  %2 = ascend.conv2d_transpose_d %x2, %w2 {ge.input_size = array<i64: 1, 2, 16, 16>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "elements_alone"} : (tensor<1x16x8x8xf32>, tensor<16x2x2x2xf32>) -> tensor<1x2x16x16xf32>
  %3 = ascend.conv2d_transpose_d %x3, %w3 {ge.input_size = array<i64: 1, 2, 16, 17>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "sums_along_rows"} : (tensor<1x16x8x8xf32>, tensor<16x2x2x3xf32>) -> tensor<1x2x16x17xf32>
  %4 = ascend.conv2d_transpose_d %x4, %w4 {ge.input_size = array<i64: 1, 7, 18, 16>, ge.strides = array<i64: 1, 1, 2, 2>, node_name = "short_rows"} : (tensor<1x112x8x7xf32>, tensor<112x7x4x4xf32>) -> tensor<1x7x18x16xf32>
  %5 = ascend.conv2d_transpose_d %x5, %w5 {ge.input_size = array<i64: 1, 1, 33, 33>, ge.strides = array<i64: 1, 1, 4, 4>, node_name = "sixteen_parts"} : (tensor<1x25x8x8xf32>, tensor<25x1x5x5xf32>) -> tensor<1x1x33x33xf32>
  %6 = ascend.conv2d_transpose_d %x6, %w6 {ge.input_size = array<i64: 1, 1, 33, 41>, ge.strides = array<i64: 1, 1, 4, 5>, node_name = "twenty_parts"} : (tensor<1x30x8x8xf32>, tensor<30x1x5x6xf32>) -> tensor<1x1x33x41xf32>
  return %0, %1, %2, %3, %4, %5, %6 : tensor<1x7x18x18xf32>, tensor<1x8x18x18xf32>, tensor<1x2x16x16xf32>, tensor<1x2x16x17xf32>,
      tensor<1x7x18x16xf32>, tensor<1x1x33x33xf32>, tensor<1x1x33x41xf32>
}

// One channel with one output is no group of many.
// CHECK-LABEL: func.func @one_channel(
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "one_group"
// CHECK:         #ascend.convolution_form<depthwise{{[,>]}}{{.*}} node_name = "two_groups"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "two_channels"
func.func @one_channel(%x0: tensor<1x1x8x8xf32>, %w0: tensor<1x1x3x3xf32>, %x1: tensor<1x2x8x8xf32>, %w1: tensor<2x1x3x3xf32>,
                       %x2: tensor<1x4x8x8xf32>, %w2: tensor<2x2x3x3xf32>)
    -> (tensor<1x1x8x8xf32>, tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "one_group"} : (tensor<1x1x8x8xf32>, tensor<1x1x3x3xf32>) -> tensor<1x1x8x8xf32>
  %1 = ascend.conv2d %x1, %w1 {ge.groups = 2 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "two_groups"} : (tensor<1x2x8x8xf32>, tensor<2x1x3x3xf32>) -> tensor<1x2x8x8xf32>
  %2 = ascend.conv2d %x2, %w2 {ge.groups = 2 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "two_channels"} : (tensor<1x4x8x8xf32>, tensor<2x2x3x3xf32>) -> tensor<1x2x8x8xf32>
  return %0, %1, %2 : tensor<1x1x8x8xf32>, tensor<1x2x8x8xf32>, tensor<1x2x8x8xf32>
}

// Windows of three pixels at a distance of 8 see two in each half of a row of 16. The work
// of both halves is 32 a row and 16 for each of four elements; at most three quarters of
// 48 a row and 48: 7 * 32 + 64 = 0.75 * (7 * 48 + 48).
// CHECK-LABEL: func.func @work(
// CHECK:         #ascend.convolution_form<seen{{[,>]}}{{.*}} node_name = "seven_rows"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "six_rows"
// CHECK:         #ascend.convolution_form<seen{{[,>]}}{{.*}} node_name = "seven_images"
// CHECK:         #ascend.convolution_form<seen{{[,>]}}{{.*}} node_name = "open_images"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "open_height"
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "bytes"
func.func @work(%x0: tensor<1x4x7x16xf32>, %w0: tensor<5x4x1x3xf32>, %x1: tensor<1x4x6x16xf32>, %w1: tensor<5x4x1x3xf32>,
                %x2: tensor<7x4x1x16xf32>, %w2: tensor<5x4x1x3xf32>, %x3: tensor<?x4x7x16xf32>, %w3: tensor<5x4x1x3xf32>,
                %x4: tensor<1x4x?x16xf32>, %w4: tensor<5x4x1x3xf32>, %x5: tensor<1x4x7x16xi8>, %w5: tensor<5x4x1x3xi8>)
    -> (tensor<1x5x7x16xf32>, tensor<1x5x6x16xf32>, tensor<7x5x1x16xf32>, tensor<?x5x7x16xf32>, tensor<1x5x?x16xf32>,
        tensor<1x5x7x16xi32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 8, 8>, node_name = "seven_rows"} : (tensor<1x4x7x16xf32>, tensor<5x4x1x3xf32>) -> tensor<1x5x7x16xf32>
  %1 = ascend.conv2d %x1, %w1 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 8, 8>, node_name = "six_rows"} : (tensor<1x4x6x16xf32>, tensor<5x4x1x3xf32>) -> tensor<1x5x6x16xf32>
  %2 = ascend.conv2d %x2, %w2 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 8, 8>, node_name = "seven_images"} : (tensor<7x4x1x16xf32>, tensor<5x4x1x3xf32>) -> tensor<7x5x1x16xf32>
  %3 = ascend.conv2d %x3, %w3 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 8, 8>, node_name = "open_images"} : (tensor<?x4x7x16xf32>, tensor<5x4x1x3xf32>) -> tensor<?x5x7x16xf32>
  %4 = ascend.conv2d %x4, %w4 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 8, 8>, node_name = "open_height"} : (tensor<1x4x?x16xf32>, tensor<5x4x1x3xf32>) -> tensor<1x5x?x16xf32>
  %5 = ascend.conv2d %x5, %w5 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 8, 8>, node_name = "bytes"} : (tensor<1x4x7x16xi8>, tensor<5x4x1x3xi8>) -> tensor<1x5x7x16xi32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x5x7x16xf32>, tensor<1x5x6x16xf32>, tensor<7x5x1x16xf32>, tensor<?x5x7x16xf32>,
      tensor<1x5x?x16xf32>, tensor<1x5x7x16xi32>
}

// All pixels may see the same one, or some none: there are no parts.
// CHECK-LABEL: func.func @parts(
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "center"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "nothing"
func.func @parts(%x0: tensor<1x4x7x16xf32>, %w0: tensor<5x4x1x3xf32>, %x1: tensor<1x4x7x16xf32>, %w1: tensor<5x4x1x3xf32>)
    -> (tensor<1x5x7x16xf32>, tensor<1x5x7x48xf32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.dilations = array<i64: 1, 1, 1, 16>, ge.pads = array<i64: 0, 0, 16, 16>, node_name = "center"} : (tensor<1x4x7x16xf32>, tensor<5x4x1x3xf32>) -> tensor<1x5x7x16xf32>
  %1 = ascend.conv2d %x1, %w1 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 24, 24>, node_name = "nothing"} : (tensor<1x4x7x16xf32>, tensor<5x4x1x3xf32>) -> tensor<1x5x7x48xf32>
  return %0, %1 : tensor<1x5x7x16xf32>, tensor<1x5x7x48xf32>
}

// Up to five ranges of an axis, 16 parts of an image, and 4096 pixels of an axis.
// CHECK-LABEL: func.func @ranges(
// CHECK:         #ascend.convolution_form<seen{{[,>]}}{{.*}} node_name = "five"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "six"
// CHECK:         #ascend.convolution_form<seen{{[,>]}}{{.*}} node_name = "four_times_four"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "four_times_five"
// CHECK:         #ascend.convolution_form<seen{{[,>]}}{{.*}} node_name = "most_pixels"
// CHECK:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "more_pixels"
func.func @ranges(%x0: tensor<1x4x8x20xf32>, %w0: tensor<5x4x1x5xf32>, %x1: tensor<1x4x8x20xf32>, %w1: tensor<5x4x1x5xf32>,
                  %x2: tensor<1x4x20x20xf32>, %w2: tensor<5x4x5x5xf32>, %x3: tensor<1x4x20x20xf32>, %w3: tensor<5x4x5x5xf32>,
                  %x4: tensor<1x4x7x4096xf32>, %w4: tensor<5x4x1x3xf32>, %x5: tensor<1x4x7x4097xf32>, %w5: tensor<5x4x1x3xf32>)
    -> (tensor<1x5x8x20xf32>, tensor<1x5x8x24xf32>, tensor<1x5x16x16xf32>, tensor<1x5x16x20xf32>, tensor<1x5x7x4096xf32>,
        tensor<1x5x7x4097xf32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 16, 16>, node_name = "five"} : (tensor<1x4x8x20xf32>, tensor<5x4x1x5xf32>) -> tensor<1x5x8x20xf32>
  %1 = ascend.conv2d %x1, %w1 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 16, 20>, node_name = "six"} : (tensor<1x4x8x20xf32>, tensor<5x4x1x5xf32>) -> tensor<1x5x8x24xf32>
  %2 = ascend.conv2d %x2, %w2 {ge.dilations = array<i64: 1, 1, 8, 8>, ge.pads = array<i64: 16, 12, 16, 12>, node_name = "four_times_four"} : (tensor<1x4x20x20xf32>, tensor<5x4x5x5xf32>) -> tensor<1x5x16x16xf32>
  %3 = ascend.conv2d %x3, %w3 {ge.dilations = array<i64: 1, 1, 8, 8>, ge.pads = array<i64: 16, 12, 16, 16>, node_name = "four_times_five"} : (tensor<1x4x20x20xf32>, tensor<5x4x5x5xf32>) -> tensor<1x5x16x20xf32>
  %4 = ascend.conv2d %x4, %w4 {ge.dilations = array<i64: 1, 1, 1, 2048>, ge.pads = array<i64: 0, 0, 2048, 2048>, node_name = "most_pixels"} : (tensor<1x4x7x4096xf32>, tensor<5x4x1x3xf32>) -> tensor<1x5x7x4096xf32>
  %5 = ascend.conv2d %x5, %w5 {ge.dilations = array<i64: 1, 1, 1, 2049>, ge.pads = array<i64: 0, 0, 2049, 2049>, node_name = "more_pixels"} : (tensor<1x4x7x4097xf32>, tensor<5x4x1x3xf32>) -> tensor<1x5x7x4097xf32>
  return %0, %1, %2, %3, %4, %5 : tensor<1x5x8x20xf32>, tensor<1x5x8x24xf32>, tensor<1x5x16x16xf32>, tensor<1x5x16x20xf32>,
      tensor<1x5x7x4096xf32>, tensor<1x5x7x4097xf32>
}

// Four outputs fill a quarter of a panel of 16 of dots of bytes; of dynamic images there
// are none.
// DOTS-LABEL: func.func @bytes(
// DOTS:         #ascend.convolution_form<byte_dots{{[,>]}}{{.*}} node_name = "four_bytes"
// DOTS:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "three_bytes"
// DOTS:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "open_images_of_bytes"
// DOTS:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "open_height_of_bytes"
// DOTS:         #ascend.convolution_form<direct{{[,>]}}{{.*}} node_name = "floats"
func.func @bytes(%x0: tensor<1x8x8x8xi8>, %w0: tensor<4x8x3x3xi8>, %x1: tensor<1x8x8x8xi8>, %w1: tensor<3x8x3x3xi8>,
                 %x2: tensor<?x8x8x8xi8>, %w2: tensor<4x8x3x3xi8>, %x3: tensor<1x8x?x8xi8>, %w3: tensor<4x8x3x3xi8>,
                 %x4: tensor<1x8x8x8xf32>, %w4: tensor<4x8x3x3xf32>)
    -> (tensor<1x4x8x8xi32>, tensor<1x3x8x8xi32>, tensor<?x4x8x8xi32>, tensor<1x4x?x8xi32>, tensor<1x4x8x8xf32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "four_bytes"} : (tensor<1x8x8x8xi8>, tensor<4x8x3x3xi8>) -> tensor<1x4x8x8xi32>
  %1 = ascend.conv2d %x1, %w1 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "three_bytes"} : (tensor<1x8x8x8xi8>, tensor<3x8x3x3xi8>) -> tensor<1x3x8x8xi32>
  %2 = ascend.conv2d %x2, %w2 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "open_images_of_bytes"} : (tensor<?x8x8x8xi8>, tensor<4x8x3x3xi8>) -> tensor<?x4x8x8xi32>
  %3 = ascend.conv2d %x3, %w3 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "open_height_of_bytes"} : (tensor<1x8x?x8xi8>, tensor<4x8x3x3xi8>) -> tensor<1x4x?x8xi32>
  %4 = ascend.conv2d %x4, %w4 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "floats"} : (tensor<1x8x8x8xf32>, tensor<4x8x3x3xf32>) -> tensor<1x4x8x8xf32>
  return %0, %1, %2, %3, %4 : tensor<1x4x8x8xi32>, tensor<1x3x8x8xi32>, tensor<?x4x8x8xi32>, tensor<1x4x?x8xi32>,
      tensor<1x4x8x8xf32>
}

// -----

// Sums of whole blocks take the whole window: no other form has them.
module attributes {ascend.options = {values = [["cube_k_block", "16"]]}} {

// CHECK-LABEL: func.func @sums_of_blocks(
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "direct"
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "elements"
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "depthwise"
// CHECK:         #ascend.convolution_form<packed{{[,>]}}{{.*}} node_name = "seen"
func.func @sums_of_blocks(%x0: tensor<1x5x8x8xf32>, %w0: tensor<6x5x3x3xf32>,
                          %x1: tensor<1x36x8x8xf32>, %w1: tensor<4x36x3x3xf32>,
                          %x2: tensor<1x2x8x8xf32>, %w2: tensor<2x1x3x3xf32>, %x3: tensor<1x4x7x16xf32>, %w3: tensor<5x4x1x3xf32>)
    -> (tensor<1x6x8x8xf32>, tensor<1x4x8x8xf32>, tensor<1x2x8x8xf32>, tensor<1x5x7x16xf32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "direct"} : (tensor<1x5x8x8xf32>, tensor<6x5x3x3xf32>) -> tensor<1x6x8x8xf32>
  %1 = ascend.conv2d %x1, %w1 {ge.pads = array<i64: 1, 1, 1, 1>, node_name = "elements"} : (tensor<1x36x8x8xf32>, tensor<4x36x3x3xf32>) -> tensor<1x4x8x8xf32>
  %2 = ascend.conv2d %x2, %w2 {ge.groups = 2 : i64, ge.pads = array<i64: 1, 1, 1, 1>, node_name = "depthwise"} : (tensor<1x2x8x8xf32>, tensor<2x1x3x3xf32>) -> tensor<1x2x8x8xf32>
  %3 = ascend.conv2d %x3, %w3 {ge.dilations = array<i64: 1, 1, 1, 8>, ge.pads = array<i64: 0, 0, 8, 8>, node_name = "seen"} : (tensor<1x4x7x16xf32>, tensor<5x4x1x3xf32>) -> tensor<1x5x7x16xf32>
  return %0, %1, %2, %3 : tensor<1x6x8x8xf32>, tensor<1x4x8x8xf32>, tensor<1x2x8x8xf32>, tensor<1x5x7x16xf32>
}

}

// -----

module attributes {ascend.options = {values = [["emulation", "fast"]]}} {

// Fast convolutions of 3x3 windows: 16 channels and outputs at least, one group, no steps
// and no dilation, of x in blocks, and 12 tiles of 4x4 pixels.
// CHECK-LABEL: func.func @squares(
// CHECK:         #ascend.convolution_form<winograd{{[,>]}}{{.*}} node_name = "base"
// CHECK:         #ascend.convolution_form<winograd{{[,>]}}{{.*}} node_name = "part_of_tile"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "eleven_tiles"
// CHECK:         #ascend.convolution_form<winograd{{[,>]}}{{.*}} node_name = "images"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "two_images"
// CHECK:         #ascend.convolution_form<winograd{{[,>]}}{{.*}} node_name = "blocks_of_8"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "eight_channels"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "eight_outputs"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "groups"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "window"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "steps"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "dilated"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "planes"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "open_images"
// CHECK:         #ascend.convolution_form<blocks{{[,>]}}{{.*}} node_name = "open_height"
func.func @squares(%x0: tensor<1x1x12x16x16xf32>, %w0: tensor<16x16x3x3xf32>,
                   %x1: tensor<1x1x12x13x16xf32>, %w1: tensor<16x16x3x3xf32>,
                   %x2: tensor<1x1x4x44x16xf32>, %w2: tensor<16x16x3x3xf32>,
                   %x3: tensor<3x1x8x8x16xf32>, %w3: tensor<16x16x3x3xf32>,
                   %x4: tensor<2x1x8x8x16xf32>, %w4: tensor<16x16x3x3xf32>,
                   %x5: tensor<1x2x12x16x8xf32>, %w5: tensor<16x16x3x3xf32>,
                   %x6: tensor<1x1x12x16x8xf32>, %w6: tensor<16x8x3x3xf32>,
                   %x7: tensor<1x2x12x16x8xf32>, %w7: tensor<8x16x3x3xf32>,
                   %x8: tensor<1x2x12x16x16xf32>, %w8: tensor<32x16x3x3xf32>,
                   %x9: tensor<1x1x12x16x16xf32>, %w9: tensor<16x16x3x1xf32>,
                   %x10: tensor<1x1x24x32x16xf32>, %w10: tensor<16x16x3x3xf32>,
                   %x11: tensor<1x1x12x16x16xf32>, %w11: tensor<16x16x3x3xf32>,
                   %x12: tensor<1x16x12x16xf32>, %w12: tensor<16x16x3x3xf32>,
                   %x13: tensor<?x1x12x16x16xf32>, %w13: tensor<16x16x3x3xf32>,
                   %x14: tensor<1x1x?x16x16xf32>, %w14: tensor<16x16x3x3xf32>)
    -> (tensor<1x1x12x16x16xf32>, tensor<1x1x12x13x16xf32>, tensor<1x1x4x44x16xf32>, tensor<3x1x8x8x16xf32>,
        tensor<2x1x8x8x16xf32>, tensor<1x2x12x16x8xf32>, tensor<1x2x12x16x8xf32>, tensor<1x1x12x16x8xf32>,
        tensor<1x2x12x16x16xf32>, tensor<1x1x12x16x16xf32>, tensor<1x1x12x32x16xf32>, tensor<1x1x12x16x16xf32>,
        tensor<1x1x12x16x16xf32>, tensor<?x1x12x16x16xf32>, tensor<1x1x?x16x16xf32>) {
  %0 = ascend.conv2d %x0, %w0 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "base"} : (tensor<1x1x12x16x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x12x16x16xf32>
  %1 = ascend.conv2d %x1, %w1 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "part_of_tile"} : (tensor<1x1x12x13x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x12x13x16xf32>
  %2 = ascend.conv2d %x2, %w2 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "eleven_tiles"} : (tensor<1x1x4x44x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x4x44x16xf32>
  %3 = ascend.conv2d %x3, %w3 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "images"} : (tensor<3x1x8x8x16xf32>, tensor<16x16x3x3xf32>) -> tensor<3x1x8x8x16xf32>
  %4 = ascend.conv2d %x4, %w4 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "two_images"} : (tensor<2x1x8x8x16xf32>, tensor<16x16x3x3xf32>) -> tensor<2x1x8x8x16xf32>
  %5 = ascend.conv2d %x5, %w5 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 8 : i64, node_name = "blocks_of_8"} : (tensor<1x2x12x16x8xf32>, tensor<16x16x3x3xf32>) -> tensor<1x2x12x16x8xf32>
  %6 = ascend.conv2d %x6, %w6 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 8 : i64, node_name = "eight_channels"} : (tensor<1x1x12x16x8xf32>, tensor<16x8x3x3xf32>) -> tensor<1x2x12x16x8xf32>
  %7 = ascend.conv2d %x7, %w7 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 8 : i64, node_name = "eight_outputs"} : (tensor<1x2x12x16x8xf32>, tensor<8x16x3x3xf32>) -> tensor<1x1x12x16x8xf32>
  %8 = ascend.conv2d %x8, %w8 {ge.groups = 2 : i64, ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "groups"} : (tensor<1x2x12x16x16xf32>, tensor<32x16x3x3xf32>) -> tensor<1x2x12x16x16xf32>
  %9 = ascend.conv2d %x9, %w9 {ge.pads = array<i64: 1, 1, 0, 0>, ge.y_c0 = 16 : i64, node_name = "window"} : (tensor<1x1x12x16x16xf32>, tensor<16x16x3x1xf32>) -> tensor<1x1x12x16x16xf32>
  %10 = ascend.conv2d %x10, %w10 {ge.pads = array<i64: 1, 1, 1, 1>, ge.strides = array<i64: 1, 1, 2, 1>, ge.y_c0 = 16 : i64, node_name = "steps"} : (tensor<1x1x24x32x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x12x32x16xf32>
  %11 = ascend.conv2d %x11, %w11 {ge.dilations = array<i64: 1, 1, 1, 2>, ge.pads = array<i64: 1, 1, 2, 2>, ge.y_c0 = 16 : i64, node_name = "dilated"} : (tensor<1x1x12x16x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x12x16x16xf32>
  %12 = ascend.conv2d %x12, %w12 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "planes"} : (tensor<1x16x12x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x12x16x16xf32>
  %13 = ascend.conv2d %x13, %w13 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "open_images"} : (tensor<?x1x12x16x16xf32>, tensor<16x16x3x3xf32>) -> tensor<?x1x12x16x16xf32>
  %14 = ascend.conv2d %x14, %w14 {ge.pads = array<i64: 1, 1, 1, 1>, ge.y_c0 = 16 : i64, node_name = "open_height"} : (tensor<1x1x?x16x16xf32>, tensor<16x16x3x3xf32>) -> tensor<1x1x?x16x16xf32>
  return %0, %1, %2, %3, %4, %5, %6, %7, %8, %9, %10, %11, %12, %13, %14 : tensor<1x1x12x16x16xf32>, tensor<1x1x12x13x16xf32>,
      tensor<1x1x4x44x16xf32>, tensor<3x1x8x8x16xf32>, tensor<2x1x8x8x16xf32>, tensor<1x2x12x16x8xf32>, tensor<1x2x12x16x8xf32>,
      tensor<1x1x12x16x8xf32>, tensor<1x2x12x16x16xf32>, tensor<1x1x12x16x16xf32>, tensor<1x1x12x32x16xf32>,
      tensor<1x1x12x16x16xf32>, tensor<1x1x12x16x16xf32>, tensor<?x1x12x16x16xf32>, tensor<1x1x?x16x16xf32>
}

}
