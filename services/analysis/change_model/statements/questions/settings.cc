// Options: their limits, where they are checked, what replaces those that are gone.

#include <algorithm>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/moves/named_code.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/rules/observation.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/consequences/outside_names.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr int kMaxTried = 50;  // Of one file.

// The field that an attribute of a configuration reads: "moe_fusion" of `self.config.moe_fusion`.
std::string SettingOf(Node node) {
  if (!node.Is(NodeKind::kAttribute)) return "";
  const absl::string_view object = node.child(Field::kObject).text();
  const bool is_config = object == "self.config" || object == "config" || object == "self.cfg" ||
                         object == "cfg" || object == "self.args" || object == "args";
  return is_config ? std::string(node.child(Field::kAttribute).text()) : "";
}

// Names that the condition reads are settings alone: what they are.
std::vector<std::string> OnlySettings(Node condition) {
  std::vector<std::string> settings;
  for (Node identifier : condition.descendants(NodeKind::kIdentifier)) {
    Node outer = identifier;
    while (outer.parent().Is(NodeKind::kAttribute) && condition.Contains(outer.parent())) {
      outer = outer.parent();
    }
    const std::string setting = SettingOf(outer);
    if (setting.empty()) return {};
    if (std::find(settings.begin(), settings.end(), setting) == settings.end()) {
      settings.push_back(setting);
    }
  }
  return settings;
}

// The class whose field it is, when it has a place for such checks.
std::string ValidatedClass(const Inquiry& inquiry, absl::string_view setting) {
  repository::Project& project = inquiry.change().project();
  for (const repository::ConfigurationField& field : project.FindFields(setting)) {
    if (project.FindMethod(field.class_name, "__post_init__")) {
      return std::string(repository::LastPart(field.class_name));
    }
  }
  return "";
}

void AskAboutChecksPerCall(Inquiry& inquiry, const AnalysedFile& file, const Definition& function) {
  if (IsSetupName(function.simple_name)) return;
  std::vector<std::string> checked;
  Node first;
  std::string a_class;
  for (NodeKind kind : {NodeKind::kAssertStatement, NodeKind::kIfStatement}) {
    for (Node statement : function.body.descendants(kind)) {
      if (!file.lines.Starts(statement)) continue;
      const Node condition = python::WithoutParentheses(GuardOf(statement));
      if (!condition || !IsOwnCode(*file.after, function, statement)) continue;
      if (!inquiry.IsNew(file, statement)) continue;
      for (const std::string& setting : OnlySettings(condition)) {
        if (a_class.empty()) a_class = ValidatedClass(inquiry, setting);
        if (!first) first = statement;
        const bool is_known = std::find(checked.begin(), checked.end(), setting) != checked.end();
        if (!is_known) checked.push_back(setting);
      }
    }
  }
  if (a_class.empty() || checked.empty() || checked.size() > 5) return;
  inquiry.Ask(file, first,
              {.kind = "configuration-checked-per-call",
               .about = checked[0],
               .weight = 60,
               .text = Sentence(phrases::kAskCheckPerCall, {{"function", function.name},
                                                            {"names", CodeList(checked)},
                                                            {"class", a_class}})});
}

// `1 - x` or `1.0 - x`: what is subtracted.
Node ComplementOf(Node node) {
  if (node.child(Field::kOperator).text() != "-") return Node();
  const absl::string_view left = node.child(Field::kLeft).text();
  const Node right = node.child(Field::kRight);
  const bool is_one = left == "1" || left == "1.0";
  const bool is_name = right.Is(NodeKind::kIdentifier) || right.Is(NodeKind::kAttribute);
  return is_one && is_name ? right : Node();
}

bool IsCompared(const python::Module& module, absl::string_view setting) {
  for (Node identifier : module.identifiers().Of({setting})) {
    for (Node at = identifier.parent(); at && !at.Is(NodeKind::kBlock); at = at.parent()) {
      if (at.Is(NodeKind::kComparisonOperator)) return true;
    }
  }
  return false;
}

// A new setting that weighs one thing against `1 - x` of another, and nobody bounds.
void AskAboutWeights(Inquiry& inquiry, const AnalysedFile& file) {
  int tried = 0;
  for (Node node : file.after->tree().root().descendants(NodeKind::kBinaryOperator)) {
    if (!file.lines.Touches(node)) continue;
    const Node weight = ComplementOf(node);
    if (!weight || ++tried > kMaxTried) continue;
    std::string setting = SettingOf(weight);
    if (setting.empty()) setting = SettingOf(file.after->Dereference(weight));
    if (setting.empty() || !inquiry.IsNew(file, node)) continue;
    const auto fields = inquiry.change().project().FindFields(setting);
    if (fields.empty()) continue;
    bool is_bounded = false;
    for (const AnalysedFile* other : inquiry.product()) {
      is_bounded = is_bounded || IsCompared(*other->after, setting);
    }
    const auto is_own = [&](const AnalysedFile* other) {
      return other->changed->path == fields[0].path &&
             other->lines.HasAdded(fields[0].field->place.line, fields[0].field->place.line);
    };
    const bool is_added = std::any_of(inquiry.product().begin(), inquiry.product().end(), is_own);
    if (is_bounded || !is_added) continue;
    inquiry.Ask(file, node,
                {.kind = "weight-without-limits",
                 .about = setting,
                 .weight = 62,
                 .text = Sentence(phrases::kAskWeight, {{"name", setting}, {"code", CodeOf(node)}}),
                 .also = {rules::RangeOf(fields[0].path, fields[0].field->place)}});
  }
}

// Whether conditions of the changed code read it.
bool DecidesSomething(const Inquiry& inquiry, absl::string_view name) {
  for (const AnalysedFile* file : inquiry.product()) {
    for (Node identifier : file->after->identifiers().Of({name})) {
      for (Node at = identifier; at && !at.Is(NodeKind::kBlock); at = at.parent()) {
        const bool is_condition = at.field() == Field::kCondition;
        if (is_condition) return true;
      }
    }
  }
  return false;
}

// A new switch that is on unless somebody turns it off.
void AskAboutNewDefaults(Inquiry& inquiry, const AnalysedFile& file) {
  if (file.before == nullptr) return;  // All of it is new: nobody has used it.
  for (const moves::NamedCode& named : moves::NamedCodeOf(*file.after, file.before)) {
    if (named.kind != moves::CodeKind::kField || !inquiry.IsNew(file, named.code)) continue;
    const Node value = named.code.child(Field::kRight);
    if (!value.Is(NodeKind::kTrue) || inquiry.change().moves().MoveTo(named.code)) continue;
    const std::string name(repository::LastPart(named.name));
    const Definition* owner = file.after->EnclosingClass(named.code);
    if (owner == nullptr || inquiry.change().moves().IsNew(*owner)) continue;
    if (!DecidesSomething(inquiry, name)) continue;
    inquiry.Ask(file, named.code,
                {.kind = "new-way-is-the-default",
                 .about = name,
                 .weight = 58,
                 .text = Sentence(phrases::kAskOnByDefault,
                                  {{"name", name}, {"class", std::string(owner->simple_name)}})});
  }
}

void AskAboutOutsideNames(Inquiry& inquiry) {
  for (const OutsideName& gone : GoneEnvironmentVariables(inquiry.change())) {
    inquiry.AskBefore(*gone.module, gone.node,
                      {.kind = "environment-variable-ignored",
                       .about = gone.name,
                       .weight = 74,
                       .text = Sentence(phrases::kAskEnvironment, {{"name", gone.name}})});
  }
  for (const OutsideName& gone : GoneLoggedKeys(inquiry.change())) {
    inquiry.AskBefore(*gone.module, gone.node,
                      {.kind = "key-no-longer-logged",
                       .about = gone.name,
                       .weight = 57,
                       .text = Sentence(phrases::kAskLoggedKey, {{"name", gone.name}})});
  }
}

}  // namespace

void AskAboutSettings(Inquiry& inquiry) {
  AskAboutOutsideNames(inquiry);
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop()) return;
    AskAboutChecksPerCall(inquiry, *touched.file, *touched.function);
  }
  for (const AnalysedFile* file : inquiry.product()) {
    if (inquiry.should_stop()) return;
    AskAboutWeights(inquiry, *file);
    AskAboutNewDefaults(inquiry, *file);
  }
}

}  // namespace allreview::analysis
