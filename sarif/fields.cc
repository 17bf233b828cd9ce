#include "sarif/fields.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"

namespace allreview::sarif {

absl::Status WrongType(absl::string_view at, const JsonNode& found, JsonNode::Kind wanted) {
  return absl::InvalidArgumentError(
      absl::StrCat(at, ": found ", NameOf(found.kind), ", wanted ", NameOf(wanted)));
}

absl::Status Within(absl::string_view at, const absl::Status& status) {
  if (status.ok()) return status;
  const bool is_element = absl::StartsWith(status.message(), "[");
  return absl::Status(status.code(), absl::StrCat(at, is_element ? "" : ".", status.message()));
}

absl::StatusOr<const JsonNode*> Member(const JsonNode& object, absl::string_view key,
                                       JsonNode::Kind wanted) {
  const JsonNode* const member = object.Find(key);
  if (member == nullptr || member->Is(JsonNode::Kind::kNull)) return nullptr;
  if (!member->Is(wanted)) return WrongType(key, *member, wanted);
  return member;
}

absl::StatusOr<std::string> TextOf(const JsonNode& object, absl::string_view key) {
  const absl::StatusOr<const JsonNode*> member = Member(object, key, JsonNode::Kind::kString);
  if (!member.ok()) return member.status();
  return *member == nullptr ? std::string() : (*member)->text;
}

absl::StatusOr<int64_t> IntegerOf(const JsonNode& object, absl::string_view key, int64_t missing) {
  const absl::StatusOr<const JsonNode*> member = Member(object, key, JsonNode::Kind::kInteger);
  if (!member.ok()) return member.status();
  return *member == nullptr ? missing : (*member)->integer;
}

std::string LooseText(const JsonNode& object, absl::string_view key) {
  const JsonNode* const member = object.Find(key);
  return member != nullptr && member->Is(JsonNode::Kind::kString) ? member->text : "";
}

std::string LooseText(const JsonNode& object, absl::string_view key, absl::string_view inner) {
  return LooseText(LooseMember(object, key), inner);
}

const JsonNode& LooseMember(const JsonNode& object, absl::string_view key) {
  static const JsonNode& none = *new JsonNode;
  const JsonNode* const member = object.Find(key);
  return member == nullptr ? none : *member;
}

}  // namespace allreview::sarif
