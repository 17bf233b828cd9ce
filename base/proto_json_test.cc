#include "base/proto_json.h"

#include <algorithm>
#include <random>
#include <set>
#include <vector>

#include "google/protobuf/struct.pb.h"
#include "google/protobuf/type.pb.h"
#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(ProtoJson, SpellsFieldsAsTheProtoFileDoes) {
  google::protobuf::Type type;
  type.set_name("Finding");
  type.add_fields()->set_json_name("ruleId");
  EXPECT_EQ(ToJson(type),
            "{\n \"name\": \"Finding\",\n \"fields\": [\n  {\n   \"json_name\": \"ruleId\"\n  }\n "
            "]\n}\n");
}

TEST(ProtoJson, SortsMapsHoweverTheyWereFilled) {
  std::vector<int> keys(30);
  for (size_t i = 0; i < keys.size(); ++i) keys[i] = static_cast<int>(i);
  std::mt19937 random(7);
  std::set<std::vector<std::string>> orders;
  std::set<std::string> texts;
  for (int round = 0; round < 20; ++round) {
    std::shuffle(keys.begin(), keys.end(), random);
    google::protobuf::Struct object;
    for (int key : keys) {
      (*object.mutable_fields())["key" + std::to_string(key)].set_number_value(key);
    }
    std::vector<std::string> order;
    for (const auto& [key, value] : object.fields()) order.push_back(key);
    orders.insert(order);
    texts.insert(ToJson(object));
  }
  ASSERT_GT(orders.size(), 1u);  // Else the maps were alike anyway.
  EXPECT_EQ(texts.size(), 1u);
}

}  // namespace
}  // namespace allreview
