#ifndef GATEWAY_API_SCHEMA_H_
#define GATEWAY_API_SCHEMA_H_

// JSON schemas of messages as their proto JSON looks, for components/schemas of an OpenAPI
// description.
//
//   SchemaSet schemas(MessagesIn({SubmitReviewRequest::descriptor()}));
//   Json reference = schemas.Reference(*ReviewSummary::descriptor());  // {"$ref":
//   "#/components/…"} Json components = schemas.Take();  // That message and all that it holds.

#include <map>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "google/protobuf/descriptor.h"
#include "nlohmann/json.hpp"

namespace allreview::api {

using Json = nlohmann::ordered_json;

using Messages = std::set<const google::protobuf::Descriptor*>;

// The types given and all that they hold.
Messages MessagesIn(const std::vector<const google::protobuf::Descriptor*>& types);

class SchemaSet {
 public:
  // `written`: what clients send as JSON. They may leave out any member of it, and one that we do
  // not know is refused. All else is read only: members without presence are always there, and a
  // later version may have more.
  explicit SchemaSet(Messages written) : written_(std::move(written)) {}

  Json Reference(const google::protobuf::Descriptor& message);
  // The schema of one field, lists and maps included, with its comment as description.
  Json Field(const google::protobuf::FieldDescriptor& field);

  // By name, sorted.
  Json Take();

 private:
  Json Value(const google::protobuf::FieldDescriptor& field);
  Json Reference(const google::protobuf::EnumDescriptor& type);

  const Messages written_;
  std::map<std::string, Json> schemas_;
};

}  // namespace allreview::api

#endif  // GATEWAY_API_SCHEMA_H_
