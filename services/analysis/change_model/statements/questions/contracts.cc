// What callers may rely on: types of exceptions, defaults, names of arguments, arguments that stay
// as they are.

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 40;  // In one function.

struct Raise {
  Node node;
  std::string type, message;
};

std::vector<Raise> RaisesOf(const Definition& function) {
  std::vector<Raise> raises;
  for (Node node : function.body.descendants(NodeKind::kRaiseStatement)) {
    const Node call = node.named_child(0);
    if (!call.Is(NodeKind::kCall) || !call.child(Field::kFunction).Is(NodeKind::kIdentifier)) {
      continue;
    }
    raises.push_back({node, std::string(call.child(Field::kFunction).text()),
                      std::string(call.child(Field::kArguments).text())});
    if (raises.size() == kMaxTried) break;
  }
  return raises;
}

// An `except` of that type in the product's changed files, or null.
struct Handler {
  const python::Module* module = nullptr;
  Node node;
};
Handler HandlerOf(const Inquiry& inquiry, absl::string_view type, absl::string_view function) {
  for (const AnalysedFile* file : inquiry.product()) {
    for (Node clause : file->after->tree().root().descendants(NodeKind::kExceptClause)) {
      if (!Mentions(clause.named_child(0), type)) continue;
      if (Mentions(clause.parent().child(Field::kBody), function)) return {file->after, clause};
    }
  }
  return {};
}

// The same message, another exception.
void AskAboutExceptions(Inquiry& inquiry, const FunctionPair& pair) {
  const std::vector<Raise> before = RaisesOf(*pair.before);
  if (before.empty()) return;
  for (const Raise& after : RaisesOf(*pair.after)) {
    if (!inquiry.IsNew(*pair.file, after.node)) continue;
    for (const Raise& old : before) {
      if (old.message != after.message || old.type == after.type) continue;
      const Handler handler = HandlerOf(inquiry, old.type, pair.after->simple_name);
      if (handler.module == nullptr) continue;
      inquiry.Ask(
          *pair.file, after.node,
          {.kind = "exception-type-callers-catch",
           .about = old.type,
           .weight = 81,
           .text = Sentence(phrases::kAskException,
                            {{"function", pair.after->name},
                             {"after", after.type},
                             {"before", old.type},
                             {"place", PlaceOf(*pair.file->after, *handler.module, handler.node)}}),
           .also = {rules::RangeOf(*handler.module, handler.node)}});
      break;
    }
  }
}

// `**kwargs` that nobody reads.
void AskAboutSwallowedKeywords(Inquiry& inquiry, const FunctionPair& pair) {
  for (const python::Parameter& parameter : pair.after->parameters) {
    if (parameter.kind != python::Parameter::Kind::kVarKeyword) continue;
    const auto& old = pair.before->parameters;
    const bool was_there = std::any_of(old.begin(), old.end(), [](const python::Parameter& p) {
      return p.kind == python::Parameter::Kind::kVarKeyword;
    });
    if (was_there || Mentions(pair.after->body, parameter.name)) continue;
    if (absl::StrContains(pair.after->body.text(), "locals()")) continue;
    inquiry.Ask(
        *pair.file, parameter.node,
        {.kind = "keywords-swallowed",
         .about = std::string(parameter.name),
         .weight = 56,
         .text = Sentence(phrases::kAskSwallowed, {{"function", pair.after->name},
                                                   {"name", std::string(parameter.name)}})});
  }
}

const python::Parameter* FindParameter(const Definition& function, absl::string_view name) {
  for (const python::Parameter& parameter : function.parameters) {
    if (parameter.name == name) return &parameter;
  }
  return nullptr;
}

// A default that changes here, while a method of the same name beside it keeps the old one.
void AskAboutDefaults(Inquiry& inquiry, const FunctionPair& pair) {
  if (pair.after->kind != Definition::Kind::kMethod) return;
  const python::Module& module = *pair.file->after;
  int tried = 0;
  for (const python::Parameter& after : pair.after->parameters) {
    const python::Parameter* before = FindParameter(*pair.before, after.name);
    if (before == nullptr || !after.default_value || !before->default_value) continue;
    if (after.default_value.text() == before->default_value.text()) continue;
    for (const Definition& other : module.definitions()) {
      if (other.simple_name != pair.after->simple_name || &other == pair.after) continue;
      if (pair.after->simple_name == "__init__" || ++tried > kMaxTried) continue;
      const python::Parameter* same = FindParameter(other, after.name);
      if (same == nullptr || !same->default_value) continue;
      if (same->default_value.text() != before->default_value.text()) continue;
      inquiry.Ask(
          *pair.file, after.node,
          {.kind = "default-kept-by-sibling",
           .about = std::string(after.name),
           .weight = 66,
           .text = Sentence(phrases::kAskDefault, {{"name", std::string(after.name)},
                                                   {"function", pair.after->name},
                                                   {"after", CodeOf(after.default_value)},
                                                   {"before", CodeOf(before->default_value)},
                                                   {"other", other.name},
                                                   {"place", PlaceOf(module, module, same->node)}}),
           .also = {rules::RangeOf(module, same->node)}});
      break;
    }
  }
}

// Tensor methods that write into what they are called on.
bool WritesInPlace(absl::string_view method) {
  return method.size() > 3 && absl::EndsWith(method, "_") && !absl::StartsWith(method, "_") &&
         method != "requires_grad_" && method != "record_stream_";
}

// A parameter that the function now writes into, which it left alone before.
void AskAboutArguments(Inquiry& inquiry, const FunctionPair& pair) {
  if (absl::EndsWith(pair.after->simple_name, "_")) return;
  for (Node call : pair.after->body.descendants(NodeKind::kCall)) {
    const Node object = call.child(Field::kFunction).child(Field::kObject);
    const absl::string_view method = CalleeName(call);
    if (!object.Is(NodeKind::kIdentifier) || !WritesInPlace(method)) continue;
    const python::Parameter* parameter = FindParameter(*pair.after, object.text());
    if (parameter == nullptr || FindParameter(*pair.before, object.text()) == nullptr) continue;
    if (!inquiry.IsNew(*pair.file, call)) continue;
    // Bound anew, it is the caller's no more.
    if (pair.file->after->ReachingValue(object)) continue;
    bool is_written_already = false, is_rebound = false;
    for (Node old : pair.before->body.descendants(NodeKind::kCall)) {
      const Node old_object = old.child(Field::kFunction).child(Field::kObject);
      is_written_already = is_written_already ||
                           (old_object.text() == object.text() && WritesInPlace(CalleeName(old)));
    }
    for (Node assignment : pair.after->body.descendants(NodeKind::kAssignment)) {
      is_rebound = is_rebound || Mentions(assignment.child(Field::kLeft), object.text());
    }
    if (is_written_already || is_rebound) continue;
    inquiry.Ask(*pair.file, call,
                {.kind = "argument-written-in-place",
                 .about = std::string(object.text()),
                 .weight = 68,
                 .text = Sentence(phrases::kAskInPlace, {{"function", pair.after->name},
                                                         {"name", std::string(object.text())},
                                                         {"code", CodeOf(call)}})});
    return;
  }
}

}  // namespace

void AskAboutContracts(Inquiry& inquiry) {
  for (const FunctionPair& pair : inquiry.pairs()) {
    if (inquiry.should_stop()) return;
    AskAboutExceptions(inquiry, pair);
    AskAboutSwallowedKeywords(inquiry, pair);
    AskAboutDefaults(inquiry, pair);
    AskAboutArguments(inquiry, pair);
  }
}

}  // namespace allreview::analysis
