#include "gateway/api/api_json.h"

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "base/proto_json.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/type_resolver_util.h"

namespace allreview::api {
namespace {

constexpr char kTypePrefix[] = "type.googleapis.com";

}  // namespace

std::string ToApiJson(const google::protobuf::Message& message) {
  static google::protobuf::util::TypeResolver& resolver =
      *google::protobuf::util::NewTypeResolverForDescriptorPool(
          kTypePrefix, google::protobuf::DescriptorPool::generated_pool());
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.always_print_primitive_fields = true;
  options.preserve_proto_field_names = true;
  std::string json;
  const auto status = google::protobuf::util::BinaryToJsonString(
      &resolver, absl::StrCat(kTypePrefix, "/", message.GetTypeName()),
      SerializeWithSortedMaps(message), &json, options);
  CHECK(status.ok()) << message.GetTypeName() << " as JSON: " << status.ToString();
  return json;
}

}  // namespace allreview::api
