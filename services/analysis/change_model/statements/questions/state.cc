// State that a change adds, and checkpoints.

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

bool IsMutator(absl::string_view method) {
  for (absl::string_view known : {"append", "extend", "add", "update", "pop", "popleft", "insert",
                                  "add_", "copy_", "clear"}) {
    if (method == known) return true;
  }
  return false;
}

// What a method changes of self: names, and where.
std::map<absl::string_view, Node> ChangedBy(const Definition& method) {
  std::map<absl::string_view, Node> changed;
  for (NodeKind kind : {NodeKind::kAssignment, NodeKind::kAugmentedAssignment}) {
    for (Node assignment : method.body.descendants(kind)) {
      Node left = assignment.child(Field::kLeft);
      if (left.Is(NodeKind::kSubscript)) left = left.child(Field::kValue);
      if (const auto name = SelfAttribute(left); !name.empty()) changed.emplace(name, assignment);
    }
  }
  for (Node call : method.body.descendants(NodeKind::kCall)) {
    const Node object = call.child(Field::kFunction).child(Field::kObject);
    const absl::string_view name = SelfAttribute(object);
    if (!name.empty() && IsMutator(CalleeName(call))) changed.emplace(name, call);
  }
  return changed;
}

// Of a class: the methods that begin, save and load, and what the others change.
struct Class {
  const Definition* init = nullptr;
  const Definition* save = nullptr;
  const Definition* load = nullptr;
  std::map<absl::string_view, Node> changed;
};

Class ClassOf(const python::Module& module, const Definition& a_class) {
  Class result;
  const int number = static_cast<int>(&a_class - module.definitions().data());
  for (const Definition& method : module.definitions()) {
    if (method.parent != number) continue;
    const absl::string_view name = method.simple_name;
    if (name == "__init__") {
      result.init = &method;
    } else if (name == "state_dict") {
      result.save = &method;
    } else if (name == "load_state_dict") {
      result.load = &method;
    } else if (!IsSetupName(name) && !absl::StrContains(name, "reset")) {
      result.changed.merge(ChangedBy(method));
    }
  }
  return result;
}

// Counters of a run count; handles, caches and what a run makes anew do not.
bool IsPlainState(Node value) {
  return IsNumber(value) || value.Is(NodeKind::kList) || value.Is(NodeKind::kDictionary) ||
         (value.Is(NodeKind::kCall) &&
          (CalleeName(value) == "deque" || CalleeName(value) == "defaultdict" ||
           CalleeName(value) == "set"));
}

bool IsCache(absl::string_view name) {
  for (absl::string_view part : {"cache", "handle", "timer", "stream", "event", "tmp", "temp",
                                 "pending", "log", "buffered"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return false;
}

void AskAboutUnsavedState(Inquiry& inquiry, const AnalysedFile& file, const Definition& a_class) {
  const python::Module& module = *file.after;
  const Class parts = ClassOf(module, a_class);
  if (parts.init == nullptr || parts.save == nullptr || parts.load == nullptr) return;
  for (Node assignment : parts.init->body.descendants(NodeKind::kAssignment)) {
    const absl::string_view name = SelfAttribute(assignment.child(Field::kLeft));
    if (name.empty() || IsCache(name) || !IsPlainState(assignment.child(Field::kRight))) continue;
    const auto changed = parts.changed.find(name);
    if (changed == parts.changed.end() || !inquiry.IsNew(file, assignment)) continue;
    if (Mentions(parts.save->body, name) || Mentions(parts.load->body, name)) continue;
    if (absl::StrContains(parts.save->body.text(), "__dict__")) continue;
    inquiry.Ask(file, assignment,
                {.kind = "new-state-not-saved",
                 .about = std::string(name),
                 .weight = 83,
                 .text = Sentence(phrases::kAskUnsavedState,
                                  {{"name", absl::StrCat("self.", name)},
                                   {"class", std::string(a_class.simple_name)},
                                   {"place", PlaceOf(module, module, changed->second)},
                                   {"value", CodeOf(assignment.child(Field::kRight))}}),
                 .also = {rules::RangeOf(module, changed->second)}});
  }
}

// A key that state_dict gains and nobody loads.
void AskAboutUnreadKeys(Inquiry& inquiry, const AnalysedFile& file, const Definition& a_class) {
  const Class parts = ClassOf(*file.after, a_class);
  if (parts.save == nullptr || parts.load == nullptr) return;
  for (Node pair : parts.save->body.descendants(NodeKind::kPair)) {
    const Node key = pair.child(Field::kKey);
    if (!key.Is(NodeKind::kString) || !inquiry.IsNew(file, pair)) continue;
    const absl::string_view text = python::Module::StringContent(key);
    if (text.empty() || inquiry.IsTextBefore(text)) continue;
    const absl::string_view loader = parts.load->body.text();
    const bool takes_all =
        absl::StrContains(loader, "update(") || absl::StrContains(loader, ".items()") ||
        absl::StrContains(loader, "super()") || absl::StrContains(loader, "setattr");
    if (takes_all || absl::StrContains(loader, text)) continue;
    inquiry.Ask(
        file, pair,
        {.kind = "key-saved-never-loaded",
         .about = std::string(text),
         .weight = 79,
         .text = Sentence(phrases::kAskUnreadKey,
                          {{"key", std::string(text)},
                           {"class", std::string(a_class.simple_name)},
                           {"place", PlaceOf(*file.after, *file.after, parts.load->node)}})});
  }
}

}  // namespace

void AskAboutState(Inquiry& inquiry) {
  for (const AnalysedFile* file : inquiry.product()) {
    if (inquiry.should_stop()) return;
    for (const Definition& definition : file->after->definitions()) {
      if (definition.kind != Definition::Kind::kClass) continue;
      const python::Module& module = *file->after;
      if (module.FindDefinition(absl::StrCat(definition.name, ".load_state_dict")) == nullptr ||
          !file->lines.TouchesDefinition(definition.first_line, definition.end_line - 1)) {
        continue;
      }
      AskAboutUnsavedState(inquiry, *file, definition);
      AskAboutUnreadKeys(inquiry, *file, definition);
    }
  }
}

}  // namespace allreview::analysis
