#include "base/proto_json.h"

#include <memory>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "google/protobuf/io/coded_stream.h"
#include "google/protobuf/io/zero_copy_stream_impl_lite.h"
#include "google/protobuf/util/json_util.h"
#include "google/protobuf/util/type_resolver_util.h"

namespace allreview {
namespace {

constexpr char kTypePrefix[] = "type.googleapis.com";

}  // namespace

std::string SerializeWithSortedMaps(const google::protobuf::Message& message) {
  std::string bytes;
  google::protobuf::io::StringOutputStream stream(&bytes);
  google::protobuf::io::CodedOutputStream coded(&stream);
  coded.SetSerializationDeterministic(true);
  CHECK(message.SerializeToCodedStream(&coded)) << "cannot serialise " << message.GetTypeName();
  coded.Trim();
  return bytes;
}

std::string ToJson(const google::protobuf::Message& message) {
  const std::unique_ptr<google::protobuf::util::TypeResolver> resolver(
      google::protobuf::util::NewTypeResolverForDescriptorPool(
          kTypePrefix, google::protobuf::DescriptorPool::generated_pool()));
  google::protobuf::util::JsonPrintOptions options;
  options.add_whitespace = true;
  options.preserve_proto_field_names = true;
  std::string json;
  const auto status = google::protobuf::util::BinaryToJsonString(
      resolver.get(), absl::StrCat(kTypePrefix, "/", message.GetTypeName()),
      SerializeWithSortedMaps(message), &json, options);
  CHECK(status.ok()) << message.GetTypeName() << " as JSON: " << status.ToString();
  return json;
}

}  // namespace allreview
