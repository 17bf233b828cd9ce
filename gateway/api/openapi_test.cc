#include "gateway/api/openapi.h"

#include <set>
#include <string>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/golden.h"
#include "gateway/api/api_json.h"
#include "gateway/api/comments.h"
#include "gateway/api/rest.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "nlohmann/json.hpp"

namespace allreview::api {
namespace {

using nlohmann::json;

void CollectReferences(const json& value, std::set<std::string>& references) {
  if (value.is_object() && value.contains("$ref")) references.insert(value["$ref"]);
  if (!value.is_structured()) return;
  for (const json& inner : value) CollectReferences(inner, references);
}

TEST(OpenApi, IsAsItWas) {
  EXPECT_TRUE(MatchesGolden("gateway/api/testdata/openapi.json", OpenApiText()));
}

TEST(OpenApi, RefersOnlyToWhatIsThereAndHoldsNothingElse) {
  const json document = json::parse(OpenApiText());
  std::set<std::string> references;
  CollectReferences(document, references);
  EXPECT_GT(references.size(), 50u);
  for (const std::string& reference : references) {
    ASSERT_TRUE(absl::StartsWith(reference, "#/")) << reference;
    EXPECT_TRUE(document.contains(json::json_pointer(reference.substr(1)))) << reference;
  }
  for (const auto& [name, schema] : document["components"]["schemas"].items()) {
    EXPECT_TRUE(references.count("#/components/schemas/" + name) > 0) << name << " is not used";
    EXPECT_TRUE(schema.contains("type")) << name;
  }
}

TEST(OpenApi, DescribesEachRouteAndNoOther) {
  const json document = json::parse(OpenApiText());
  std::set<std::string> described;
  for (const auto& [path, operations] : document["paths"].items()) {
    for (const auto& [method, operation] : operations.items()) {
      described.insert(absl::StrCat(absl::AsciiStrToUpper(method), " ", path));
    }
  }
  std::set<std::string> served;
  for (const http::Route& route : RestRoutes({})) {
    served.insert(absl::StrCat(route.method, " ", route.pattern));
  }
  EXPECT_EQ(described, served);
}

TEST(OpenApi, NamesEachOperationOnceAndEachParameterOfItsPath) {
  const json document = json::parse(OpenApiText());
  std::set<std::string> names;
  std::set<std::string> tags;
  for (const json& tag : document["tags"]) EXPECT_TRUE(tags.insert(tag["name"]).second);
  for (const auto& [path, operations] : document["paths"].items()) {
    for (const auto& [method, operation] : operations.items()) {
      EXPECT_TRUE(names.insert(operation["operationId"]).second) << operation["operationId"];
      EXPECT_FALSE(absl::EndsWith(std::string(operation["summary"]), "."));
      EXPECT_TRUE(operation["responses"].contains("200"));
      EXPECT_TRUE(operation["responses"].contains("default"));
      EXPECT_EQ(operation["tags"].size(), 1u);
      EXPECT_TRUE(tags.count(operation["tags"][0]) > 0) << operation["tags"];
      const bool is_open = operation.contains("security");
      EXPECT_EQ(operation["responses"].contains("401"), !is_open);
      EXPECT_EQ(operation["responses"].contains("413"), operation.contains("requestBody"));
      std::set<std::string> parameters;
      for (const json& parameter : operation.value("parameters", json::array())) {
        EXPECT_TRUE(parameters.insert(parameter["name"]).second) << path;
        EXPECT_TRUE(parameter["schema"].is_object());
        const bool is_in_path =
            absl::StrContains(path, absl::StrCat("{", std::string(parameter["name"]), "}"));
        EXPECT_EQ(is_in_path, parameter["in"] == "path") << path << " " << parameter["name"];
        EXPECT_EQ(parameter.value("required", false), is_in_path);
      }
      const size_t braces = static_cast<size_t>(std::count(path.begin(), path.end(), '{'));
      size_t in_path = 0;
      for (const json& parameter : operation.value("parameters", json::array())) {
        in_path += parameter["in"] == "path";
      }
      EXPECT_EQ(in_path, braces) << path;
    }
  }
}

TEST(OpenApi, PromisesWhatAnEmptyMessagePrints) {
  const json document = json::parse(OpenApiText());
  int answers = 0;
  for (const auto& [name, schema] : document["components"]["schemas"].items()) {
    const auto* type = google::protobuf::DescriptorPool::generated_pool()->FindMessageTypeByName(
        absl::StrCat("allreview.", name));
    if (type == nullptr || schema.contains("additionalProperties")) continue;  // No answer.
    const auto* prototype =
        google::protobuf::MessageFactory::generated_factory()->GetPrototype(type);
    const json answer = json::parse(ToApiJson(*prototype));
    std::set<std::string> printed;
    for (const auto& [member, value] : answer.items()) printed.insert(member);
    EXPECT_EQ(schema.value("required", std::set<std::string>()), printed) << name;
    ++answers;
  }
  EXPECT_GT(answers, 50);
}

TEST(OpenApi, LetsClientsLeaveOutWhatTheyAskWith) {
  const json schemas = json::parse(OpenApiText())["components"]["schemas"];
  for (const char* name : {"review.v1.SubmitReviewRequest", "change.v1.ChangeRef"}) {
    EXPECT_FALSE(schemas[name].contains("required")) << name;
    EXPECT_EQ(schemas[name]["additionalProperties"], false) << name;
  }
}

// Untrusted JSON never reaches a type whose parsing is quadratic in its depth.
void CheckNoValue(const google::protobuf::Descriptor& type,
                  std::set<const google::protobuf::Descriptor*>& seen) {
  if (!seen.insert(&type).second) return;
  EXPECT_FALSE(type.full_name() == "google.protobuf.Value" ||
               type.full_name() == "google.protobuf.Any")
      << "a request holds " << type.full_name();
  for (int i = 0; i < type.field_count(); ++i) {
    if (type.field(i)->message_type() != nullptr)
      CheckNoValue(*type.field(i)->message_type(), seen);
  }
}

TEST(RouteTable, TakesNoFreeFormJson) {
  std::set<const google::protobuf::Descriptor*> seen;
  for (const ApiRoute& route : ApiRoutes()) CheckNoValue(*MethodOf(route).input_type(), seen);
  EXPECT_GT(seen.size(), 10u);
}

TEST(RouteTable, HasACallWhereItsRpcHasOneAnswer) {
  for (const ApiRoute& route : ApiRoutes()) {
    const bool is_lines =
        route.result == Result::kReviewLines || route.result == Result::kFindingLines;
    EXPECT_EQ(route.call == nullptr, is_lines || MethodOf(route).server_streaming())
        << route.operation;
  }
}

TEST(Comments, ComeFromTheProtoFiles) {
  EXPECT_EQ(CommentOf("allreview.review.v1.GetTrendsRequest.last_day"),
            "Inclusive. Empty: today, UTC.");
  EXPECT_EQ(CommentOf("allreview.nothing"), "");
}

}  // namespace
}  // namespace allreview::api
