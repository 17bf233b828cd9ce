// Keys that a loader requires although what was saved before cannot have them, and lookups that no
// longer fail.

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 50;  // In one function.

bool IsLoader(absl::string_view name) {
  return absl::StrContains(name, "load_state") || absl::StrContains(name, "load_checkpoint") ||
         absl::StrContains(name, "from_state") || absl::StrContains(name, "restore") ||
         name == "__setstate__" || name == "load_from_state_dict";
}

// `name["key"]` that is read: the string.
Node KeyRead(Node subscript) {
  const Node parent = subscript.parent();
  if (parent.Is(NodeKind::kAssignment) && parent.child(Field::kLeft) == subscript) return Node();
  if (parent.Is(NodeKind::kDeleteStatement)) return Node();
  if (!subscript.child(Field::kValue).Is(NodeKind::kIdentifier)) return Node();
  const Node key = subscript.child(Field::kSubscript);
  const bool is_text = key.Is(NodeKind::kString) && !key.child(NodeKind::kInterpolation);
  return is_text ? key : Node();
}

// It stands behind a question for the key, or where a missing one is caught.
bool IsKeyAsked(Node subscript, Node key) {
  Node function = subscript;
  while (function && !function.Is(NodeKind::kFunctionDefinition)) function = function.parent();
  for (Node assertion : function.descendants(NodeKind::kAssertStatement)) {
    if (absl::StrContains(assertion.text(), absl::StrCat(key.text(), " in"))) return true;
  }
  for (Node at = subscript; at && !at.Is(NodeKind::kFunctionDefinition); at = at.parent()) {
    if (at.Is(NodeKind::kTryStatement)) return true;
    const bool decides = at.Is(NodeKind::kIfStatement) || at.Is(NodeKind::kElifClause) ||
                         at.Is(NodeKind::kConditionalExpression) ||
                         at.Is(NodeKind::kBooleanOperator);
    if (!decides) continue;
    const Node condition = at.child(Field::kCondition);
    if (absl::StrContains((condition ? condition : at).text(), absl::StrCat(key.text(), " in"))) {
      return true;
    }
  }
  return false;
}

// Some other key of the same dictionary is read with a default.
Node NeighbourWithDefault(Node body, absl::string_view dictionary) {
  for (Node call : body.descendants(NodeKind::kCall)) {
    const Node function = call.child(Field::kFunction);
    if (CalleeName(call) == "get" && function.child(Field::kObject).text() == dictionary) {
      return call;
    }
  }
  return Node();
}

// Code of the old side says the key: that of the class, when it saves its state itself.
bool IsKnownBefore(const Inquiry& inquiry, const FunctionPair& pair, absl::string_view key) {
  const python::Module& module = *pair.module_before;
  const Definition* a_class = module.EnclosingClass(pair.before->node);
  const bool saves_itself = a_class != nullptr && module.FindDefinition(absl::StrCat(
                                                      a_class->name, ".state_dict")) != nullptr;
  if (!saves_itself || !inquiry.IsTextBefore(key)) return inquiry.IsTextBefore(key);
  for (Node string : a_class->node.descendants(NodeKind::kString)) {
    if (python::Module::StringContent(string) == key) return true;
  }
  return false;
}

void AskAboutRequiredKeys(Inquiry& inquiry, const FunctionPair& pair) {
  if (!IsLoader(pair.after->simple_name)) return;
  int tried = 0;
  for (Node subscript : pair.after->body.descendants(NodeKind::kSubscript)) {
    const Node key = KeyRead(subscript);
    if (!key || !inquiry.IsNew(*pair.file, subscript) || ++tried > kMaxTried) continue;
    const absl::string_view text = python::Module::StringContent(key);
    if (text.empty() || IsKeyAsked(subscript, key) || IsKnownBefore(inquiry, pair, text)) continue;
    const Node neighbour =
        NeighbourWithDefault(pair.after->body, subscript.child(Field::kValue).text());
    Params params = {{"code", CodeOf(subscript)}, {"function", pair.after->name}};
    Query query{.kind = "key-missing-in-older-checkpoints", .about = std::string(text)};
    query.weight = 90;
    query.text = Sentence(phrases::kAskRequiredKey, params);
    if (neighbour) {
      params.emplace_back("neighbour", CodeOf(neighbour));
      query.text = Sentence(phrases::kAskRequiredKeyBesideGet, params);
      query.also = {rules::RangeOf(*pair.file->after, neighbour)};
    }
    inquiry.Ask(*pair.file, subscript, std::move(query));
  }
}

struct Lookup {
  Node node, fallback;  // `fallback` of a lenient one; null: none is given.
};
using Lookups = std::map<std::string, Lookup>;  // By `d["k"]` and `x.name`.

// `d["k"]` by its text; d.get("k", v) and getattr(x, "n", v) by what they would be without default.
void CollectStrict(Node body, Lookups& lookups) {
  for (Node subscript : body.descendants(NodeKind::kSubscript)) {
    if (KeyRead(subscript)) lookups.emplace(std::string(subscript.text()), Lookup{subscript, {}});
  }
}

std::string StrictForm(Node call) {
  const python::Arguments arguments = python::ArgumentsOf(call);
  if (CalleeName(call) == "get" && !arguments.positional.empty()) {
    const Node object = call.child(Field::kFunction).child(Field::kObject);
    if (!arguments.positional[0].Is(NodeKind::kString)) return "";
    return absl::StrCat(object.text(), "[", arguments.positional[0].text(), "]");
  }
  return "";
}

void AskAboutLenience(Inquiry& inquiry, const FunctionPair& pair) {
  if (IsLoader(pair.after->simple_name)) return;  // There it is what older checkpoints need.
  Lookups before, after;
  CollectStrict(pair.before->body, before);
  if (before.empty()) return;
  CollectStrict(pair.after->body, after);
  for (Node call : pair.after->body.descendants(NodeKind::kCall)) {
    const std::string strict = StrictForm(call);
    const auto old = before.find(strict);
    if (strict.empty() || old == before.end() || after.contains(strict)) continue;
    if (!inquiry.IsNew(*pair.file, call)) continue;
    const python::Arguments arguments = python::ArgumentsOf(call);
    const std::string fallback =
        arguments.positional.size() > 1 ? CodeOf(arguments.positional[1]) : "None";
    inquiry.Ask(
        *pair.file, call,
        {.kind = "lookup-became-lenient",
         .about = strict,
         .weight = 50,
         .text = Sentence(phrases::kAskLenient,
                          {{"before", strict}, {"after", CodeOf(call)}, {"value", fallback}}),
         .also = {rules::RangeOf(*pair.module_before, old->second.node, rules::Side::kLeft)}});
  }
}

// Of one class: what state_dict writes under a condition, and load_state_dict requires.
void AskAboutConditionalKeys(Inquiry& inquiry, const AnalysedFile& file, const Definition& load) {
  const python::Module& module = *file.after;
  const Definition* a_class = module.EnclosingClass(load.node);
  if (a_class == nullptr) return;
  const Definition* save = module.FindDefinition(absl::StrCat(a_class->name, ".state_dict"));
  if (save == nullptr) return;
  std::map<absl::string_view, Node> conditional;
  std::set<absl::string_view> always;
  for (Node assignment : save->body.descendants(NodeKind::kAssignment)) {
    const Node left = assignment.child(Field::kLeft);
    const Node key = left.child(Field::kSubscript);
    if (!left.Is(NodeKind::kSubscript) || !key.Is(NodeKind::kString)) continue;
    const absl::string_view text = python::Module::StringContent(key);
    IsUnderCondition(assignment) ? void(conditional.emplace(text, assignment))
                                 : void(always.insert(text));
  }
  for (Node subscript : load.body.descendants(NodeKind::kSubscript)) {
    const Node key = KeyRead(subscript);
    if (!key || IsUnderCondition(subscript) || IsKeyAsked(subscript, key)) continue;
    const auto written = conditional.find(python::Module::StringContent(key));
    if (written == conditional.end() || always.contains(written->first)) continue;
    if (!inquiry.IsNew(file, subscript) && !inquiry.IsNew(file, written->second)) continue;
    inquiry.Ask(file, subscript,
                {.kind = "key-written-sometimes-read-always",
                 .about = std::string(written->first),
                 .weight = 84,
                 .text = Sentence(phrases::kAskConditionalKey,
                                  {{"key", std::string(written->first)},
                                   {"place", PlaceOf(module, module, written->second)},
                                   {"function", load.name}}),
                 .also = {rules::RangeOf(module, written->second)}});
  }
}

}  // namespace

void AskAboutLookups(Inquiry& inquiry) {
  for (const FunctionPair& pair : inquiry.pairs()) {
    if (inquiry.should_stop()) return;
    AskAboutRequiredKeys(inquiry, pair);
    AskAboutLenience(inquiry, pair);
  }
  for (const AnalysedFile* file : inquiry.product()) {
    if (inquiry.should_stop()) return;
    for (const Definition& definition : file->after->definitions()) {
      if (definition.simple_name == "load_state_dict") {
        AskAboutConditionalKeys(inquiry, *file, definition);
      }
    }
  }
}

}  // namespace allreview::analysis
