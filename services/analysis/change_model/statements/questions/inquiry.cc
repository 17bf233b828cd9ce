#include "services/analysis/change_model/statements/questions/inquiry.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "analyzers/rules/observation.h"
#include "sentences/messages/text.h"
#include "sentences/phrases/questions.h"
#include "services/analysis/change_model/symbols/code_text.h"
#include "services/analysis/change_model/symbols/symbol_ids.h"
#include "services/analysis/conversion/conversion.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxQuestions = 200;

void CollectTexts(const python::Module& module, std::set<std::string, std::less<>>& texts) {
  for (Node string : module.tree().root().descendants(NodeKind::kString)) {
    texts.emplace(python::Module::StringContent(string));
  }
}

}  // namespace

Inquiry::Inquiry(const change::AnalysedChange& change, const v1::ChangeModel& model,
                 values::ValuesOfChange* values, std::function<bool()> should_stop)
    : change_(change), model_(model), values_(values), should_stop_(std::move(should_stop)) {
  for (const AnalysedFile& file : change.files()) {
    const bool is_test = paths::IsTestPath(file.changed->path);
    if (!is_test && file.before != nullptr) CollectTexts(*file.before, texts_before_);
    if (file.after == nullptr) continue;
    if (is_test) {
      tests_.push_back(&file);
      CollectPairs(file, test_pairs_);
    } else if (paths::IsProductSource(file.changed->path)) {
      CollectTexts(*file.after, texts_after_);
      product_.push_back(&file);
      CollectPairs(file, pairs_);
      CollectTouched(file);
    }
  }
}

void Inquiry::CollectPairs(const AnalysedFile& file, std::vector<FunctionPair>& pairs) const {
  for (const Definition& after : file.after->definitions()) {
    if (after.kind == Definition::Kind::kClass) continue;
    const Definition* before = change_.moves().WhereFrom(after);
    if (before == nullptr || before->outer.text() == after.outer.text()) continue;
    for (const AnalysedFile& old : change_.files()) {
      if (old.before != nullptr && &old.before->tree() == before->node.tree()) {
        pairs.push_back({&file, old.before, before, &after});
      }
    }
  }
}

void Inquiry::CollectTouched(const AnalysedFile& file) {
  for (const Definition& definition : file.after->definitions()) {
    if (definition.kind == Definition::Kind::kClass) continue;
    if (!file.lines.TouchesDefinition(definition.first_line, definition.end_line - 1)) continue;
    touched_.push_back({&file, &definition});
  }
}

bool Inquiry::IsNew(const AnalysedFile& file, Node node) const {
  return file.lines.Touches(node) && !change_.moves().WhereFrom(node);
}

void Inquiry::Ask(const AnalysedFile& file, Node at, Query query) {
  AskAt(*file.after, at, rules::Side::kRight, std::move(query));
}

void Inquiry::AskBefore(const python::Module& module, Node at, Query query) {
  AskAt(module, at, rules::Side::kLeft, std::move(query));
}

void Inquiry::AskAt(const python::Module& module, Node at, rules::Side side, Query query) {
  const Definition* around = module.EnclosingDefinition(at);
  const std::string subject = IdOf(module.path(), around == nullptr ? "" : around->name);
  if (asked_.size() == kMaxQuestions) return;
  if (!told_.insert(absl::StrCat(subject, "\n", query.kind, "\n", query.about)).second) return;
  v1::ChangeStatement& asked = asked_.emplace_back();
  asked.set_kind(v1::ChangeStatement::KIND_QUESTION);
  asked.set_subject(subject);
  asked.set_predicate(std::string(query.kind));
  asked.set_object(query.about);
  asked.set_weight(query.weight);
  *asked.mutable_text() = ToText(query.text);
  *asked.add_places() = ToProto(rules::RangeOf(module, at, side));
  for (const rules::Range& also : query.also) *asked.add_places() = ToProto(also);
}

void Inquiry::AskOfFile(v1::ChangeStatement question, const Words& text) {
  if (asked_.size() == kMaxQuestions) return;
  question.set_kind(v1::ChangeStatement::KIND_QUESTION);
  *question.mutable_text() = ToText(text);
  asked_.push_back(std::move(question));
}

Words PlaceOf(const python::Module& from, const python::Module& module, Node node) {
  const std::string line = absl::StrCat(node.first_line());
  if (&from == &module) return Sentence(phrases::kAskLine, {{"line", line}});
  return absl::StrCat("`", module.path(), ":", line, "`");
}

std::string CodeOf(Node node) { return LineOf(node, {.max_bytes = 100}); }

absl::string_view CalleeName(Node call) {
  const Node function = call.child(Field::kFunction);
  if (function.Is(NodeKind::kAttribute)) return function.child(Field::kAttribute).text();
  return function.Is(NodeKind::kIdentifier) ? function.text() : "";
}

bool Mentions(Node node, absl::string_view name) {
  if (node.Is(NodeKind::kIdentifier) && node.text() == name) return true;
  for (Node identifier : node.descendants(NodeKind::kIdentifier)) {
    if (identifier.text() == name) return true;
  }
  return false;
}

bool IsOwnCode(const python::Module& module, const Definition& definition, Node node) {
  const Definition* around = module.EnclosingFunction(node);
  return around == &definition;
}

bool IsUnderCondition(Node node) {
  for (Node at = node; at && !at.Is(NodeKind::kFunctionDefinition); at = at.parent()) {
    const Node parent = at.parent();
    const bool is_branch =
        parent.Is(NodeKind::kIfStatement) || parent.Is(NodeKind::kElifClause) ||
        parent.Is(NodeKind::kElseClause) || parent.Is(NodeKind::kConditionalExpression) ||
        parent.Is(NodeKind::kBooleanOperator) || parent.Is(NodeKind::kTryStatement);
    if (is_branch && at.field() != Field::kCondition) return true;
  }
  return false;
}

bool IsSetupName(absl::string_view function) {
  constexpr absl::string_view kParts[] = {"init",  "valid", "check", "verify", "setup", "build",
                                          "parse", "make",  "from_", "create", "get_",  "assert"};
  for (absl::string_view part : kParts) {
    if (absl::StrContains(function, part)) return true;
  }
  return false;
}

bool IsNumber(Node node) { return node.Is(NodeKind::kInteger) || node.Is(NodeKind::kFloat); }

Node GuardOf(Node statement) {
  if (statement.Is(NodeKind::kAssertStatement)) return statement.named_child(0);
  if (!statement.Is(NodeKind::kIfStatement)) return Node();
  const Node body = statement.child(Field::kConsequence);
  const bool raises =
      body.named_child_count() == 1 && body.named_child(0).Is(NodeKind::kRaiseStatement);
  return raises ? statement.child(Field::kCondition) : Node();
}

absl::string_view SelfAttribute(Node node) {
  if (!node.Is(NodeKind::kAttribute) || node.child(Field::kObject).text() != "self") return "";
  return node.child(Field::kAttribute).text();
}

bool IsPlainName(Node node) {
  while (node.Is(NodeKind::kAttribute)) node = node.child(Field::kObject);
  return node.Is(NodeKind::kIdentifier);
}

}  // namespace allreview::analysis
