// Conditions on where the code stands.

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "analyzers/organisation_rules/fields.h"
#include "analyzers/organisation_rules/kinds.h"
#include "analyzers/organisation_rules/predicate.h"
#include "analyzers/paths/glob.h"

namespace allreview::organisation_rules {
namespace {

using python::Definition;
using python::Kind;

Predicate ReadPath(const YamlNode& value, PredicateReader& reader) {
  std::vector<std::string> globs;
  for (const YamlNode* glob : ReadScalars(value, "\"path\"", reader.problems())) {
    globs.push_back(glob->scalar);
  }
  return [globs](const Match& match) {
    return TruthOf(std::any_of(globs.begin(), globs.end(), [&](const std::string& glob) {
      return paths::FitsGlob(glob, match.file.module().path());
    }));
  };
}

Predicate ReadTest(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, false,
                    [](const rules::FileContext& file, Node) { return TruthOf(file.is_test()); });
}

Predicate ReadChanged(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, [](const rules::FileContext& file, Node node) {
    return TruthOf(file.IsChanged(node));
  });
}

Predicate ReadInFunction(const YamlNode& value, PredicateReader& reader) {
  return ForEach(reader.ReadCapture(nullptr, value),
                 [regex = reader.ReadRegex(value)](const rules::FileContext& file, Node node) {
                   const Definition* function = file.module().EnclosingFunction(node);
                   return TruthOf(function != nullptr && Finds(*regex, function->name));
                 });
}

Predicate ReadInClass(const YamlNode& value, PredicateReader& reader) {
  return ForEach(reader.ReadCapture(nullptr, value),
                 [regex = reader.ReadRegex(value)](const rules::FileContext& file, Node node) {
                   const Definition* a_class = file.module().EnclosingClass(node);
                   return TruthOf(a_class != nullptr && Finds(*regex, a_class->name));
                 });
}

// An ancestor of one of these kinds, in the same function.
bool IsInside(Node node, const std::vector<Kind>& kinds) {
  for (Node at = node.parent(); at; at = at.parent()) {
    if (std::find(kinds.begin(), kinds.end(), at.kind()) != kinds.end()) return true;
    if (at.Is(Kind::kFunctionDefinition) || at.Is(Kind::kLambda)) return false;
  }
  return false;
}

Predicate ReadInLoop(const YamlNode& value, PredicateReader& reader) {
  return ReadSwitch(value, reader, true, [](const rules::FileContext&, Node node) {
    return TruthOf(IsInside(node, {Kind::kForStatement, Kind::kWhileStatement,
                                   Kind::kListComprehension, Kind::kSetComprehension,
                                   Kind::kDictionaryComprehension, Kind::kGeneratorExpression}));
  });
}

Predicate ReadInside(const YamlNode& value, PredicateReader& reader) {
  Fields fields(value, "\"inside\"", reader.problems());
  const YamlNode* capture = fields.Find("capture");
  const YamlNode* names = fields.Require("kind", "add a kind of node, or a list of them");
  fields.Finish();
  if (names == nullptr) return {};
  const std::vector<Kind> kinds =
      ReadKinds(ReadScalars(*names, "\"kind\"", reader.problems()), reader.problems());
  return ForEach(reader.ReadCapture(capture, value), [kinds](const rules::FileContext&, Node node) {
    return TruthOf(IsInside(node, kinds));
  });
}

// A query that runs inside of what was captured.
struct Inner {
  std::shared_ptr<const python::Query> query;
  std::vector<Predicate> own;  // By pattern.
  Predicate where;             // May be empty.
};

Truth Contains(const Inner& inner, const Match& match, Node node) {
  Truth truth = Truth::kNo;
  const absl::Status status = inner.query->Run(
      *node.tree(),
      {.regions = {{node.first_byte(), node.end_byte()}}, .should_stop = match.should_stop},
      [&](const python::QueryMatch& found) {
        const Captures captures(*inner.query, found, &match.captures);
        // A region also gives what only touches it.
        const auto is_inside = [&](const std::vector<Node>& nodes) {
          return std::all_of(nodes.begin(), nodes.end(),
                             [&](Node captured) { return node.Contains(captured); });
        };
        if (!std::all_of(found.captures.begin(), found.captures.end(), is_inside)) return true;
        const Match deeper = {match.file, captures, match.should_stop, match.status};
        Truth holds = inner.own[static_cast<size_t>(found.pattern)](deeper);
        if (inner.where && holds != Truth::kNo) holds = std::min(holds, inner.where(deeper));
        truth = std::max(truth, holds);
        return truth != Truth::kYes;
      });
  if (status.ok() || truth == Truth::kYes) return truth;
  match.status = status;
  return Truth::kUnknown;
}

Predicate ReadContains(const YamlNode& value, PredicateReader& reader) {
  Fields fields(value, "\"contains\"", reader.problems());
  const YamlNode* capture = fields.Find("capture");
  const YamlNode* source = fields.Require("query", "add a query");
  const YamlNode* where = fields.Find("where");
  fields.Finish();
  if (source == nullptr) return {};
  const std::string outer = reader.ReadCapture(capture, value);
  Inner inner;
  inner.query = ReadQuery(*source, reader.problems());
  if (inner.query == nullptr) return {};
  if (inner.query->captures().empty()) {
    reader.problems().Add(*source, "the query captures nothing",
                          "name what must lie inside with @name");
  }
  inner.own = ReadQueryPredicates(*inner.query, *source, reader.problems());
  std::vector<const python::Query*> queries = reader.queries();
  queries.insert(queries.begin(), inner.query.get());
  const bool has_one = inner.query->captures().size() == 1;
  PredicateReader deeper(reader.problems(), queries, has_one ? inner.query->captures()[0] : "");
  if (where != nullptr) inner.where = deeper.ReadAll(*where);
  return [outer, inner](const Match& match) {
    const std::vector<Node>& nodes = match.captures.Find(outer);
    if (nodes.empty()) return Truth::kUnknown;
    Truth truth = Truth::kNo;
    for (Node node : nodes) truth = std::max(truth, Contains(inner, match, node));
    return truth;
  };
}

constexpr RuleKey kContains[] = {{.key = "capture", .shape = Shape::kCapture},
                                 {.key = "query", .shape = Shape::kQuery, .is_required = true},
                                 {.key = "where", .shape = Shape::kConditions}};
constexpr RuleKey kInside[] = {{.key = "capture", .shape = Shape::kCapture},
                               {.key = "kind", .shape = Shape::kKinds, .is_required = true}};

constexpr PredicateKind kPlaces[] = {{"changed", ReadChanged, Shape::kSwitch},
                                     {"contains", ReadContains, Shape::kMapping, kContains},
                                     {"in-class", ReadInClass, Shape::kRegex},
                                     {"in-function", ReadInFunction, Shape::kRegex},
                                     {"in-loop", ReadInLoop, Shape::kSwitch},
                                     {"inside", ReadInside, Shape::kMapping, kInside},
                                     {"path", ReadPath, Shape::kTexts},
                                     {"test", ReadTest, Shape::kFlag}};

}  // namespace

absl::Span<const PredicateKind> PlacePredicates() { return kPlaces; }

}  // namespace allreview::organisation_rules
