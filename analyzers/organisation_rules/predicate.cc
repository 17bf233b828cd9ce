#include "analyzers/organisation_rules/predicate.h"

#include <algorithm>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "analyzers/organisation_rules/fields.h"
#include "base/edit_distance.h"

namespace allreview::organisation_rules {
namespace {

constexpr size_t kMaxRegexBytes = 1000;

Predicate Never() {
  return [](const Match&) { return Truth::kUnknown; };
}

const PredicateKind* FindKind(absl::string_view key) {
  static const std::vector<PredicateKind>& all = *new std::vector<PredicateKind>(AllPredicates());
  for (const PredicateKind& kind : all) {
    if (kind.key == key) return &kind;
  }
  return nullptr;
}

Predicate AllOf(std::vector<Predicate> parts) {
  return [parts = std::move(parts)](const Match& match) {
    Truth truth = Truth::kYes;
    for (const Predicate& part : parts) {
      truth = std::min(truth, part(match));
      if (truth == Truth::kNo) break;
    }
    return truth;
  };
}

Predicate ReadNot(const YamlNode& value, PredicateReader& reader) {
  return [inner = reader.ReadAll(value)](const Match& match) { return Not(inner(match)); };
}

Predicate ReadAllOf(const YamlNode& value, PredicateReader& reader) {
  return reader.ReadAll(value);
}

Predicate ReadAny(const YamlNode& value, PredicateReader& reader) {
  if (value.kind != YamlNode::Kind::kSequence || value.items.empty()) {
    reader.problems().Add(value, absl::StrCat("\"any\" is ", Describe(value)),
                          "write a list of conditions of which one must hold");
    return Never();
  }
  std::vector<Predicate> parts;
  for (const YamlNode& item : value.items) parts.push_back(reader.ReadAll(item));
  return [parts = std::move(parts)](const Match& match) {
    Truth truth = Truth::kNo;
    for (const Predicate& part : parts) {
      truth = std::max(truth, part(match));
      if (truth == Truth::kYes) break;
    }
    return truth;
  };
}

constexpr PredicateKind kLogic[] = {{"all", ReadAllOf, Shape::kConditions},
                                    {"any", ReadAny, Shape::kConditionList},
                                    {"not", ReadNot, Shape::kConditions}};

}  // namespace

const std::vector<Node>& Captures::Find(absl::string_view name) const {
  static const std::vector<Node>& nothing = *new std::vector<Node>();
  const int capture = query_.CaptureOf(name);
  if (capture >= 0) return match_.captures[static_cast<size_t>(capture)];
  return outer_ == nullptr ? nothing : outer_->Find(name);
}

absl::Span<const PredicateKind> LogicPredicates() { return kLogic; }

std::vector<PredicateKind> AllPredicates() {
  std::vector<PredicateKind> all;
  for (const auto& kinds : {LogicPredicates(), TextPredicates(), PlacePredicates(),
                            NamePredicates(), FactPredicates()}) {
    all.insert(all.end(), kinds.begin(), kinds.end());
  }
  std::sort(all.begin(), all.end(), [](const auto& a, const auto& b) { return a.key < b.key; });
  return all;
}

std::vector<std::string> PredicateKeys() {
  std::vector<std::string> keys;
  for (const PredicateKind& kind : AllPredicates()) keys.emplace_back(kind.key);
  return keys;
}

Predicate PredicateReader::ReadAll(const YamlNode& node) {
  if (node.kind == YamlNode::Kind::kMap) return ReadMapping(node);
  if (node.kind != YamlNode::Kind::kSequence || node.items.empty()) {
    problems_.Add(node, absl::StrCat("conditions are ", Describe(node)),
                  "write a list of mappings, for example [{in-loop: true}]");
    return Never();
  }
  std::vector<Predicate> parts;
  for (const YamlNode& item : node.items) parts.push_back(ReadMapping(item));
  return AllOf(std::move(parts));
}

Predicate PredicateReader::ReadMapping(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::kMap || node.entries.empty()) {
    problems_.Add(node, absl::StrCat("a condition is ", Describe(node)),
                  "write a mapping, for example {in-loop: true}");
    return Never();
  }
  std::vector<Predicate> parts;
  for (const auto& [key, value] : node.entries) {
    if (const PredicateKind* kind = FindKind(key.scalar)) {
      parts.push_back(kind->read(value, *this));
      continue;
    }
    const std::string nearest = Nearest(key.scalar, PredicateKeys());
    problems_.Add(key, absl::StrCat("unknown condition ", Quoted(key.scalar)),
                  nearest.empty() ? absl::StrCat("known are ", absl::StrJoin(PredicateKeys(), ", "))
                                  : absl::StrCat("did you mean ", Quoted(nearest), "?"));
  }
  return AllOf(std::move(parts));
}

bool PredicateReader::HasCapture(absl::string_view name) const {
  return std::any_of(queries_.begin(), queries_.end(),
                     [&](const python::Query* query) { return query->CaptureOf(name) >= 0; });
}

std::string PredicateReader::ReadCapture(const YamlNode& node) {
  std::string name(absl::StripPrefix(node.scalar, "@"));
  if (node.kind == YamlNode::Kind::kScalar && HasCapture(name)) return name;
  std::vector<std::string> known;
  for (const python::Query* query : queries_) {
    known.insert(known.end(), query->captures().begin(), query->captures().end());
  }
  const std::string nearest = Nearest(name, known);
  problems_.Add(node,
                node.kind == YamlNode::Kind::kScalar
                    ? absl::StrCat("the query has no capture ", Quoted("@" + name))
                    : absl::StrCat("a capture is ", Describe(node)),
                known.empty()     ? "name a part of the query with @name"
                : nearest.empty() ? absl::StrCat("it has @", absl::StrJoin(known, ", @"))
                                  : absl::StrCat("did you mean ", Quoted("@" + nearest), "?"));
  return "";
}

std::string PredicateReader::ReadCapture(const YamlNode* node, const YamlNode& condition) {
  if (node != nullptr) return ReadCapture(*node);
  if (subject_.empty()) {
    problems_.Add(condition, "the condition names no capture",
                  "write it as a mapping with the key \"capture\"");
  }
  return subject_;
}

std::shared_ptr<const re2::RE2> PredicateReader::ReadRegex(const YamlNode& node) {
  if (node.kind != YamlNode::Kind::kScalar || node.scalar.empty() ||
      node.scalar.size() > kMaxRegexBytes) {
    problems_.Add(node, absl::StrCat("a regular expression is ", Describe(node)),
                  absl::StrCat("write one of 1 to ", kMaxRegexBytes, " bytes"));
    return nullptr;
  }
  re2::RE2::Options options;
  options.set_log_errors(false);
  options.set_max_mem(1 << 20);
  auto regex = std::make_shared<const re2::RE2>(node.scalar, options);
  if (regex->ok()) return regex;
  problems_.Add(node, absl::StrCat("not a regular expression: ", regex->error()),
                "the syntax is RE2's: no look-around, no back-references; in YAML write it in "
                "single quotes");
  return nullptr;
}

Predicate ForEach(std::string capture,
                  std::function<Truth(const rules::FileContext& file, Node node)> test) {
  return [capture = std::move(capture), test = std::move(test)](const Match& match) {
    const std::vector<Node>& nodes = match.captures.Find(capture);
    if (nodes.empty()) return Truth::kUnknown;
    Truth truth = Truth::kYes;
    for (Node node : nodes) truth = std::min(truth, test(match.file, node));
    return truth;
  };
}

Predicate ReadSwitch(const YamlNode& value, PredicateReader& reader, bool takes_capture,
                     std::function<Truth(const rules::FileContext& file, Node node)> test) {
  const bool is_flag = value.scalar == "true" || value.scalar == "false";
  if (takes_capture && !is_flag) return ForEach(reader.ReadCapture(value), std::move(test));
  const bool is_wanted = ReadFlag(value, "the condition", reader.problems()).value_or(true);
  const Predicate holds = ForEach(reader.ReadCapture(nullptr, value), std::move(test));
  return [holds, is_wanted](const Match& match) {
    return is_wanted ? holds(match) : Not(holds(match));
  };
}

bool Finds(const re2::RE2& regex, absl::string_view text) {
  return re2::RE2::PartialMatch(re2::StringPiece(text.data(), text.size()), regex);
}

}  // namespace allreview::organisation_rules
