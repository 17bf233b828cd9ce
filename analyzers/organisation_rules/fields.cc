#include "analyzers/organisation_rules/fields.h"

#include <algorithm>
#include <map>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/edit_distance.h"

namespace allreview::organisation_rules {
namespace {

std::string DidYouMean(const std::string& name, const std::vector<std::string>& known) {
  const std::string nearest = Nearest(name, known);
  return nearest.empty() ? absl::StrCat("known here: ", absl::StrJoin(known, ", "))
                         : absl::StrCat("did you mean ", Quoted(nearest), "?");
}

}  // namespace

Fields::Fields(const YamlNode& node, absl::string_view what, Problems& problems)
    : node_(node), what_(what), problems_(problems) {
  if (!is_mapping()) {
    problems_.Add(node, absl::StrCat(what, " is ", Describe(node), ", wanted a mapping"));
  }
}

const YamlNode* Fields::Find(absl::string_view key) {
  known_.emplace_back(key);
  for (const auto& [name, value] : node_.entries) {
    if (name.scalar == key) return &value;
  }
  return nullptr;
}

const YamlNode* Fields::Require(absl::string_view key, absl::string_view cure) {
  const YamlNode* value = Find(key);
  if (value == nullptr && is_mapping()) {
    problems_.Add(node_, absl::StrCat(what_, " has no ", Quoted(key)), std::string(cure));
  }
  return value;
}

std::string Fields::Text(absl::string_view key, absl::string_view cure) {
  const YamlNode* value = Require(key, cure);
  return value == nullptr ? "" : ReadText(*value, Quoted(key), problems_);
}

std::string Fields::OptionalText(absl::string_view key) {
  const YamlNode* value = Find(key);
  return value == nullptr ? "" : ReadText(*value, Quoted(key), problems_);
}

std::optional<int> Fields::Choice(absl::string_view key,
                                  absl::Span<const absl::string_view> names) {
  const YamlNode* value = Find(key);
  if (value == nullptr) return std::nullopt;
  const auto found = std::find(names.begin(), names.end(), value->scalar);
  if (value->kind == YamlNode::Kind::kScalar && found != names.end()) {
    return static_cast<int>(found - names.begin());
  }
  problems_.Add(*value, absl::StrCat(Quoted(key), " is ", Describe(*value)),
                absl::StrCat("write one of ", absl::StrJoin(names, ", ")));
  return std::nullopt;
}

std::optional<bool> Fields::Flag(absl::string_view key) {
  const YamlNode* value = Find(key);
  return value == nullptr ? std::nullopt : ReadFlag(*value, Quoted(key), problems_);
}

std::optional<int> Fields::Number(absl::string_view key) {
  const YamlNode* value = Find(key);
  if (value == nullptr) return std::nullopt;
  int number = 0;
  if (value->kind == YamlNode::Kind::kScalar && absl::SimpleAtoi(value->scalar, &number) &&
      number >= 0 && number <= 1000) {
    return number;
  }
  problems_.Add(*value, absl::StrCat(Quoted(key), " is ", Describe(*value)),
                "write a whole number from 0 to 1000");
  return std::nullopt;
}

void Fields::Finish() {
  std::map<std::string, int> lines;
  for (const auto& [key, value] : node_.entries) {
    if (key.kind != YamlNode::Kind::kScalar) {
      problems_.Add(key, absl::StrCat("a key is ", Describe(key), ", wanted a name"));
      continue;
    }
    const auto [seen, is_new] = lines.emplace(key.scalar, key.line);
    if (!is_new) {
      problems_.Add(
          key, absl::StrCat("key ", Quoted(key.scalar), " stands here and in line ", seen->second),
          "keep one of them");
    } else if (std::find(known_.begin(), known_.end(), key.scalar) == known_.end()) {
      problems_.Add(key, absl::StrCat("unknown key ", Quoted(key.scalar), " in ", what_),
                    DidYouMean(key.scalar, known_));
    }
  }
}

std::vector<const YamlNode*> ReadScalars(const YamlNode& node, absl::string_view what,
                                         Problems& problems) {
  std::vector<const YamlNode*> scalars;
  if (node.kind == YamlNode::Kind::kScalar) return {&node};
  if (node.kind != YamlNode::Kind::kSequence || node.items.empty()) {
    problems.Add(
        node,
        absl::StrCat(what, " is ",
                     node.kind == YamlNode::Kind::kSequence ? "an empty list" : Describe(node)),
        "write one value or a list of them");
    return {};
  }
  for (const YamlNode& item : node.items) {
    if (item.kind == YamlNode::Kind::kScalar) {
      scalars.push_back(&item);
    } else {
      problems.Add(item, absl::StrCat("an item of ", what, " is ", Describe(item)),
                   "write a plain value");
    }
  }
  return scalars;
}

std::string ReadText(const YamlNode& node, absl::string_view what, Problems& problems) {
  std::string text(absl::StripAsciiWhitespace(node.scalar));
  if (node.kind != YamlNode::Kind::kScalar || text.empty()) {
    problems.Add(node, absl::StrCat(what, " is ", text.empty() ? "empty" : Describe(node)),
                 "write a text");
    return "";
  }
  return text;
}

std::optional<bool> ReadFlag(const YamlNode& node, absl::string_view what, Problems& problems) {
  const bool is_true = node.scalar == "true";
  if (node.kind == YamlNode::Kind::kScalar && (is_true || node.scalar == "false")) return is_true;
  problems.Add(node, absl::StrCat(what, " is ", Describe(node)), "write true or false");
  return std::nullopt;
}

}  // namespace allreview::organisation_rules
