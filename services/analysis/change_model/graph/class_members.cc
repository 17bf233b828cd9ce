#include "services/analysis/change_model/graph/class_members.h"

#include <algorithm>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/rules/observation.h"
#include "base/utf8.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

using Member = v1::ClassShape::Member;
using python::Definition;
using python::Field;
using python::Kind;
using python::Node;
using python::Parameter;
using repository::DefinitionFacts;
using repository::IndexedFile;
using repository::OwnerOf;
using rules::RangeOf;
using v1::ChangedSymbol;

constexpr size_t kMaxTypeBytes = 60;

Member MakeMember(absl::string_view name, bool is_method) {
  Member member;
  member.set_name(ToDisplayText(name));
  member.set_is_method(is_method);
  member.set_is_public(reach::IsPublicName(name));
  return member;
}

std::string ShortType(absl::string_view type) {
  if (type.size() <= kMaxTypeBytes) return ToDisplayText(type);
  return absl::StrCat(ToDisplayText(type.substr(0, kMaxTypeBytes)), "…");
}

// "Router" of `Router(config)`, where it is clear what is made.
std::string TypeOfValue(Node value) {
  if (!value.Is(Kind::kCall)) return "";
  const absl::string_view name = repository::LastPart(value.child(Field::kFunction).text());
  const bool is_class = !name.empty() && name[0] >= 'A' && name[0] <= 'Z';
  return is_class ? ShortType(name) : "";
}

bool IsSelfAttribute(Node node) {
  return node.Is(Kind::kAttribute) && node.child(Field::kObject).text() == "self";
}

// Fields of the class in source order: `name: type` of its body, then `self.name = ...`.
class FieldCollector {
 public:
  explicit FieldCollector(const ParsedClass& parsed) : parsed_(parsed) {}

  std::vector<Member> Collect() {
    for (Node statement : parsed_.definition.body.children()) {
      const Node assignment = statement.child(Kind::kAssignment);
      const Node left = assignment.child(Field::kLeft);
      if (left.Is(Kind::kIdentifier)) Add(left.text(), assignment);
    }
    for (Node node : parsed_.definition.body.descendants(Kind::kAssignment)) {
      const Node left = node.child(Field::kLeft);
      if (!IsSelfAttribute(left)) continue;
      Add(left.child(Field::kAttribute).text(), node);
    }
    return std::move(members_);
  }

 private:
  void Add(absl::string_view name, Node assignment) {
    if (absl::StartsWith(name, "__") || !seen_.emplace(name).second) return;
    Member member = MakeMember(name, /*is_method=*/false);
    const Node type = assignment.child(Field::kType);
    member.set_signature(type ? ShortType(type.text())
                              : TypeOfValue(assignment.child(Field::kRight)));
    *member.mutable_range() = ToProto(RangeOf(parsed_.module, assignment, parsed_.side));
    if (parsed_.before != nullptr && !IsFieldBefore(name)) {
      member.set_status(ChangedSymbol::STATUS_ADDED);
    }
    members_.push_back(std::move(member));
  }

  bool IsFieldBefore(absl::string_view name) {
    if (!has_before_) {
      has_before_ = true;
      for (Node node : parsed_.before->body.descendants()) {
        if (!node.Is(Kind::kAssignment) && !node.Is(Kind::kAugmentedAssignment)) continue;
        for (Node part : node.child(Field::kLeft).descendants()) {
          if (part.Is(Kind::kIdentifier)) before_.emplace(part.text());
        }
        before_.emplace(node.child(Field::kLeft).text());
      }
    }
    return before_.count(std::string(name)) > 0;
  }

  const ParsedClass& parsed_;
  std::vector<Member> members_;
  std::set<std::string> seen_, before_;
  bool has_before_ = false;
};

std::string ParametersOf(const DefinitionFacts& method) {
  std::vector<std::string> names;
  for (const repository::ParameterFacts& parameter : method.parameters) {
    absl::string_view star = parameter.kind == Parameter::Kind::kVarPositional ? "*"
                             : parameter.kind == Parameter::Kind::kVarKeyword  ? "**"
                                                                               : "";
    names.push_back(absl::StrCat(star, parameter.name));
  }
  if (!names.empty() && (names[0] == "self" || names[0] == "cls")) names.erase(names.begin());
  return absl::StrCat("(", absl::StrJoin(names, ", "), ")");
}

}  // namespace

std::string MemberSignature(absl::string_view signature) {
  signature.remove_prefix(std::min(signature.find('('), signature.size()));
  absl::string_view rest = signature;
  if (!absl::ConsumePrefix(&rest, "(self") && !absl::ConsumePrefix(&rest, "(cls")) {
    return std::string(signature);
  }
  if (absl::ConsumePrefix(&rest, ", ") || absl::StartsWith(rest, ")")) {
    return absl::StrCat("(", rest);
  }
  return std::string(signature);
}

std::vector<Member> MembersOf(const ParsedClass& parsed) {
  std::vector<Member> members = FieldCollector(parsed).Collect();
  for (const Definition& method : parsed.module.definitions()) {
    if (method.kind != Definition::Kind::kMethod ||
        OwnerOf(method.name) != parsed.definition.name) {
      continue;
    }
    Member member = MakeMember(method.simple_name, /*is_method=*/true);
    member.set_signature(ToDisplayText(MemberSignature(parsed.module.SignatureOf(method))));
    *member.mutable_range() = ToProto(RangeOf(parsed.module, method.outer, parsed.side));
    members.push_back(std::move(member));
  }
  return members;
}

std::vector<Member> MembersOf(const IndexedFile& file, const DefinitionFacts& definition) {
  std::vector<Member> members;
  for (const repository::FieldFacts& field : file.facts().fields) {
    if (field.owner != definition.name) continue;
    Member member = MakeMember(field.name, /*is_method=*/false);
    member.set_signature(ShortType(field.annotation));
    *member.mutable_range() = ToProto(rules::RangeOf(file.path(), field.place));
    members.push_back(std::move(member));
  }
  for (const repository::AttributeFacts& attribute : file.facts().attributes) {
    if (attribute.owner != definition.name || attribute.types.empty()) continue;
    Member member = MakeMember(attribute.name, /*is_method=*/false);
    member.set_signature(ShortType(repository::LastPart(attribute.types[0])));
    *member.mutable_range() = ToProto(rules::Range{
        .path = file.path(), .first_line = attribute.line, .end_line = attribute.line + 1});
    members.push_back(std::move(member));
  }
  for (const DefinitionFacts& method : file.facts().definitions) {
    if (method.kind != Definition::Kind::kMethod || OwnerOf(method.name) != definition.name) {
      continue;
    }
    Member member = MakeMember(repository::SimpleName(method.name), /*is_method=*/true);
    member.set_signature(ParametersOf(method));
    *member.mutable_range() = ToProto(rules::RangeOf(file.path(), method.place));
    members.push_back(std::move(member));
  }
  return members;
}

}  // namespace allreview::analysis
