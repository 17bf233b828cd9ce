// Conditions on the text and the kind of what was captured, and the predicates of the query itself.

#include <algorithm>
#include <array>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/organisation_rules/fields.h"
#include "analyzers/organisation_rules/kinds.h"
#include "analyzers/organisation_rules/predicate.h"

namespace allreview::organisation_rules {
namespace {

// `matches: regex`, or {capture, regex}.
Predicate ReadMatches(const YamlNode& value, PredicateReader& reader) {
  const YamlNode* regex = &value;
  const YamlNode* capture = nullptr;
  if (value.kind == YamlNode::Kind::kMap) {
    Fields fields(value, "\"matches\"", reader.problems());
    capture = fields.Find("capture");
    regex = fields.Require("regex", "add the regular expression");
    fields.Finish();
    if (regex == nullptr) return {};
  }
  return ForEach(reader.ReadCapture(capture, value),
                 [compiled = reader.ReadRegex(*regex)](const rules::FileContext&, Node node) {
                   return TruthOf(Finds(*compiled, node.text()));
                 });
}

// The texts of {capture, is: text or list}.
struct WordList {
  std::string capture;
  std::vector<const YamlNode*> words;
};

WordList ReadWords(const YamlNode& value, absl::string_view what, PredicateReader& reader) {
  Fields fields(value, what, reader.problems());
  const YamlNode* capture = fields.Find("capture");
  const YamlNode* words = fields.Require("is", "add what it is, or a list of that");
  fields.Finish();
  if (words == nullptr) return {};
  return {reader.ReadCapture(capture, value), ReadScalars(*words, "\"is\"", reader.problems())};
}

Predicate ReadText(const YamlNode& value, PredicateReader& reader) {
  const WordList list = ReadWords(value, "\"text\"", reader);
  std::vector<std::string> texts;
  for (const YamlNode* word : list.words) texts.push_back(word->scalar);
  return ForEach(list.capture, [texts](const rules::FileContext&, Node node) {
    return TruthOf(std::find(texts.begin(), texts.end(), node.text()) != texts.end());
  });
}

Predicate ReadKind(const YamlNode& value, PredicateReader& reader) {
  const WordList list = ReadWords(value, "\"kind\"", reader);
  const std::vector<python::Kind> kinds = ReadKinds(list.words, reader.problems());
  return ForEach(list.capture, [kinds](const rules::FileContext&, Node node) {
    return TruthOf(std::find(kinds.begin(), kinds.end(), node.kind()) != kinds.end());
  });
}

Predicate ReadCaptured(const YamlNode& value, PredicateReader& reader) {
  return [capture = reader.ReadCapture(value)](const Match& match) {
    return TruthOf(!match.captures.Find(capture).empty());
  };
}

Predicate ReadSame(const YamlNode& value, PredicateReader& reader) {
  if (value.kind != YamlNode::Kind::kSequence || value.items.size() != 2) {
    reader.problems().Add(value, absl::StrCat("\"same\" is ", Describe(value)),
                          "write a list of two captures");
    return {};
  }
  return [a = reader.ReadCapture(value.items[0]),
          b = reader.ReadCapture(value.items[1])](const Match& match) {
    const std::vector<Node>& left = match.captures.Find(a);
    const std::vector<Node>& right = match.captures.Find(b);
    if (left.empty() || right.empty()) return Truth::kUnknown;
    return TruthOf(left[0].text() == right[0].text());
  };
}

constexpr RuleKey kKindOf[] = {{.key = "capture", .shape = Shape::kCapture},
                               {.key = "is", .shape = Shape::kKinds, .is_required = true}};
constexpr RuleKey kMatches[] = {{.key = "capture", .shape = Shape::kCapture},
                                {.key = "regex", .shape = Shape::kRegex, .is_required = true}};
constexpr RuleKey kTextOf[] = {{.key = "capture", .shape = Shape::kCapture},
                               {.key = "is", .shape = Shape::kTexts, .is_required = true}};

constexpr PredicateKind kTexts[] = {{"captured", ReadCaptured, Shape::kCapture},
                                    {"kind", ReadKind, Shape::kMapping, kKindOf},
                                    {"matches", ReadMatches, Shape::kRegex, kMatches},
                                    {"same", ReadSame, Shape::kCapturePair},
                                    {"text", ReadText, Shape::kMapping, kTextOf}};

// ---- Predicates of the query.

using Argument = python::QueryPredicate::Argument;

absl::string_view TextOf(const Argument& argument, const std::vector<std::string>& names,
                         const Match& match, bool* is_known) {
  if (argument.capture < 0) return argument.text;
  const std::vector<Node>& nodes =
      match.captures.Find(names[static_cast<size_t>(argument.capture)]);
  if (nodes.empty()) {
    *is_known = false;
    return "";
  }
  return nodes[0].text();
}

// Whether the first argument is one of the others; `regex` replaces these.
Predicate Compare(const python::QueryPredicate& predicate, std::vector<std::string> names,
                  const std::shared_ptr<const re2::RE2>& regex, bool is_negated) {
  return [arguments = predicate.arguments, names = std::move(names), regex,
          is_negated](const Match& match) {
    bool is_known = true;
    const absl::string_view first = TextOf(arguments[0], names, match, &is_known);
    bool is_one = regex != nullptr && Finds(*regex, first);
    for (size_t i = 1; i < arguments.size() && regex == nullptr; ++i) {
      is_one = is_one || TextOf(arguments[i], names, match, &is_known) == first;
    }
    return is_known ? TruthOf(is_one != is_negated) : Truth::kUnknown;
  };
}

// What the predicate wants, for messages; empty: it is well-formed.
std::string Misuse(const python::QueryPredicate& predicate) {
  static constexpr std::array<absl::string_view, 6> kKnown = {
      "eq?", "not-eq?", "any-of?", "not-any-of?", "match?", "not-match?"};
  if (std::find(kKnown.begin(), kKnown.end(), predicate.name) == kKnown.end()) {
    return absl::StrCat("known are #", absl::StrJoin(kKnown, ", #"),
                        "; other conditions stand under `where`");
  }
  const size_t count = predicate.arguments.size();
  const bool is_list = predicate.name == "any-of?" || predicate.name == "not-any-of?";
  if (count < 2 || (count > 2 && !is_list) || predicate.arguments[0].capture < 0) {
    return absl::StrCat("write (#", predicate.name, " @capture \"text\"", is_list ? "...)" : ")");
  }
  return "";
}

}  // namespace

absl::Span<const PredicateKind> TextPredicates() { return kTexts; }

std::vector<Predicate> ReadQueryPredicates(const python::Query& query, const YamlNode& source,
                                           Problems& problems) {
  std::vector<std::vector<Predicate>> parts(static_cast<size_t>(query.pattern_count()));
  for (const python::QueryPredicate& predicate : query.predicates()) {
    const size_t byte = source.scalar.find(absl::StrCat("#", predicate.name));
    const std::string misuse = Misuse(predicate);
    if (!misuse.empty()) {
      problems.AddWithin(source, byte, absl::StrCat("not a predicate: #", predicate.name), misuse);
      continue;
    }
    std::shared_ptr<const re2::RE2> regex;
    if (predicate.name == "match?" || predicate.name == "not-match?") {
      YamlNode pattern = source;
      pattern.scalar = predicate.arguments[1].text;
      regex = PredicateReader(problems, {&query}, "").ReadRegex(pattern);
      if (regex == nullptr) continue;
    }
    const bool is_negated = predicate.name.compare(0, 4, "not-") == 0;
    parts[static_cast<size_t>(predicate.pattern)].push_back(
        Compare(predicate, query.captures(), regex, is_negated));
  }
  std::vector<Predicate> result;
  for (std::vector<Predicate>& of_pattern : parts) {
    result.push_back([of_pattern = std::move(of_pattern)](const Match& match) {
      Truth truth = Truth::kYes;
      for (const Predicate& part : of_pattern) truth = std::min(truth, part(match));
      return truth;
    });
  }
  return result;
}

std::shared_ptr<const python::Query> ReadQuery(const YamlNode& source, Problems& problems) {
  if (source.kind != YamlNode::Kind::kScalar || source.scalar.empty()) {
    problems.Add(source, absl::StrCat("\"query\" is ", Describe(source)),
                 "write a tree-sitter query as a block: query: |");
    return nullptr;
  }
  python::Query::Compiled compiled = python::Query::Compile(source.scalar);
  if (compiled.query == nullptr) {
    problems.AddWithin(
        source, compiled.error_byte, compiled.error,
        "kinds and fields of nodes are those of tree-sitter-python; (_) is any node");
    return nullptr;
  }
  return std::shared_ptr<const python::Query>(std::move(compiled.query));
}

}  // namespace allreview::organisation_rules
