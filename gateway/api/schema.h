#ifndef GATEWAY_API_SCHEMA_H_
#define GATEWAY_API_SCHEMA_H_

// JSON schemas of messages as their proto JSON looks, for components/schemas of an OpenAPI
// description.
//
//   SchemaSet schemas;
//   json reference = schemas.Reference(*ReviewSummary::descriptor());  // {"$ref":
//   "#/components/…"} json components = schemas.Take();  // That message and all that it holds.

#include <map>
#include <string>

#include "google/protobuf/descriptor.h"
#include "nlohmann/json.hpp"

namespace allreview::api {

using Json = nlohmann::ordered_json;

class SchemaSet {
 public:
  Json Reference(const google::protobuf::Descriptor& message);
  // The schema of one field, lists and maps included, with its comment as description.
  Json Field(const google::protobuf::FieldDescriptor& field);

  // By name, sorted.
  Json Take();

 private:
  Json Value(const google::protobuf::FieldDescriptor& field);
  Json Reference(const google::protobuf::EnumDescriptor& type);

  std::map<std::string, Json> schemas_;
};

}  // namespace allreview::api

#endif  // GATEWAY_API_SCHEMA_H_
