//===- GEProtoTest.cpp - The classes of GE's IR ---------------------------===//
//
// Part of Ascend-MLIR, under the Apache License v2.0. See LICENSE.
//
//===----------------------------------------------------------------------===//

#include "ge_ir.pb.h"

#include "gtest/gtest.h"
#include <google/protobuf/text_format.h>

using namespace ascend::ge;
using google::protobuf::TextFormat;

/// A graph as GE's dumps write it: two ops, an edge of data and one of control,
/// each kind of attribute.
static const char *const kText = R"(
name: "model"
version: 1
custom_version: "1.11.z.0"
graph {
  name: "main"
  input: "x:0"
  output: "y:0"
  op {
    name: "x"
    type: "Data"
    output_desc {
      dtype: DT_FLOAT
      shape { dim: 1 dim: -1 }
      layout: "ND"
      device_type: "NPU"
      real_dim_cnt: 2
    }
    dst_name: "y"
    dst_index: 0
    output_i: 512
    subgraph_name: "then"
  }
  op {
    name: "y"
    type: "Cast"
    input: "x:0"
    input: "x:-1"
    attr { key: "dst_type" value { i: 1 } }
    attr { key: "s" value { s: "a\000b\377" } }
    attr { key: "f" value { f: 1.5 } }
    attr { key: "b" value { b: false } }
    attr { key: "bt" value { bt: "\001" } }
    attr { key: "dt" value { dt: 27 } }
    attr { key: "none" value { list { val_type: VT_LIST_INT } } }
    attr { key: "ints" value { list { i: 1 i: -2 val_type: VT_LIST_INT } } }
    attr { key: "dts" value { list { dt: 1 val_type: VT_LIST_DATA_TYPE } } }
    attr { key: "ranges" value { list_list_int {
      list_list_i { list_i: 1 list_i: 8 } list_list_i { } } } }
    attr { key: "scales" value { list_list_float {
      list_list_f { list_f: 0.5 } } } }
    attr { key: "func" value { func { name: "f"
      attr { key: "k" value { i: 3 } } } } }
    attr { key: "td" value { td { dtype: DT_BF16 } } }
    attr { key: "value" value { t {
      desc { dtype: DT_FLOAT8_E4M3FN shape { dim: 2 } layout: "ND" }
      data: "\001\002" } } }
    attr { key: "g" value { g { name: "inner" } } }
    attr { key: "graphs" value { list { g { name: "first" } na { name: "n" }
      td { } t { } s: "text" f: 2 b: true bt: "x" } } }
    has_out_attr: true
    id: 3
    stream_id: 1
    input_name: "x"
    src_name: "x"
    src_index: 0
    input_i: 512
    workspace: 64
    workspace_bytes: 128
    is_input_const: false
    input_desc { dtype: DT_FLOAT16 size: 4 weight_size: 2 reuse_input: true
      output_tensor: true input_tensor: true has_out_attr: true
      reuse_input_index: 1 data_offset: 2 cmps_size: 3 cmps_tab: "t"
      cmps_tab_offset: 4 name: "x" attr { key: "k" value { i: 1 } } }
    output_desc { dtype: DT_INT4 }
  }
  attr { key: "run_count" value { i: 343 } }
}
graph { name: "then" }
attr { key: "soc_version" value { s: "Ascend310" } }
)";

TEST(GEProto, ReadsWhatADumpHolds) {
  ModelDef model;
  ASSERT_TRUE(TextFormat::ParseFromString(kText, &model));
  ASSERT_EQ(model.graph_size(), 2);
  const GraphDef &graph = model.graph(0);
  ASSERT_EQ(graph.op_size(), 2);
  EXPECT_EQ(graph.op(0).output_desc(0).dtype(), DT_FLOAT);
  EXPECT_EQ(graph.op(0).output_desc(0).shape().dim(1), -1);
  const OpDef &cast = graph.op(1);
  EXPECT_EQ(cast.input(1), "x:-1");
  EXPECT_EQ(cast.attr().at("dst_type").i(), 1);
  EXPECT_EQ(cast.attr().at("s").s(), std::string("a\0b\377", 4));
  EXPECT_EQ(cast.attr().at("b").value_case(), AttrDef::kB);
  EXPECT_EQ(cast.attr().at("none").list().val_type(),
            AttrDef::ListValue::VT_LIST_INT);
  EXPECT_EQ(cast.attr().at("ints").list().i(1), -2);
  EXPECT_EQ(cast.attr().at("ranges").list_list_int().list_list_i_size(), 2);
  EXPECT_EQ(cast.attr().at("value").t().desc().dtype(), DT_FLOAT8_E4M3FN);
  EXPECT_EQ(cast.attr().at("func").func().attr().at("k").i(), 3);
  EXPECT_EQ(cast.attr().at("graphs").list().g(0).name(), "first");
}

TEST(GEProto, NothingIsLostOnTheWayThroughBytes) {
  ModelDef model, read;
  ASSERT_TRUE(TextFormat::ParseFromString(kText, &model));
  ASSERT_TRUE(read.ParseFromString(model.SerializeAsString()));
  EXPECT_EQ(model.DebugString(), read.DebugString());
}

TEST(GEProto, NumbersAreThoseOfTheFormat) {
  OpDef op;
  op.set_type("Cast");
  op.add_is_input_const(true);
  op.add_subgraph_name("f");
  // Field 2 and 35 are texts, 32 is packed.
  EXPECT_EQ(op.SerializeAsString(), std::string("\x12\x04"
                                                "Cast"
                                                "\x82\x02\x01\x01"
                                                "\x9a\x02\x01"
                                                "f",
                                                14));
  TensorDescriptor desc;
  desc.set_dtype(DT_BF16);
  desc.set_layout("ND");
  desc.set_cmps_tab_offset(1);
  EXPECT_EQ(desc.SerializeAsString(), "\x10\x1b\x22\x02ND\xa8\x01\x01");
  AttrDef attr;
  attr.set_dt(27);
  EXPECT_EQ(attr.SerializeAsString(), "\x78\x1b");
  attr.mutable_list()->add_dt(27);
  EXPECT_EQ(attr.SerializeAsString(), "\x0a\x03\x62\x01\x1b");
}

TEST(GEProto, RefusesWhatItDoesNotKnow) {
  ModelDef model;
  EXPECT_FALSE(TextFormat::ParseFromString("graph { op { kind: 1 } }", &model));
  EXPECT_FALSE(TextFormat::ParseFromString(
      "graph { op { output_desc { dtype: DT_WIDE } } }", &model));
  EXPECT_FALSE(TextFormat::ParseFromString("graph {", &model));
}
