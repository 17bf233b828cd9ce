// A field without a word on it, in a class that documents its fields. One finding for each class.

#include <algorithm>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/fields.h"
#include "analyzers/rules/configuration/phrases.h"
#include "analyzers/rules/shared/function_body.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Definition;
using python::Module;

constexpr size_t kFewestSiblings = 3;
constexpr size_t kDocumentedPercent = 60;
constexpr size_t kMaxRelated = 10;

bool IsDocstring(Node statement) {
  if (!statement.Is(NodeKind::kExpressionStatement)) return false;
  const Node text = statement.named_child(0);
  return text.Is(NodeKind::kString) || text.Is(NodeKind::kConcatenatedString);
}

// `# noqa: E501` speaks to a tool.
bool IsForTools(absl::string_view comment) {
  const std::vector<absl::string_view> words =
      absl::StrSplit(comment, absl::ByAnyChar("# \t"), absl::SkipEmpty());
  return words.empty() || words[0] == "noqa" ||
         (words.size() <= 3 && absl::EndsWith(words[0], ":") &&
          absl::ascii_islower(static_cast<unsigned char>(words[0][0])));
}

bool HasComment(Node statement, int line) {
  for (Node node = statement; node; node = node.next_sibling()) {
    if (node.first_line() > line) return false;
    if (node.Is(NodeKind::kComment) && !IsForTools(node.text())) return true;
  }
  return false;
}

// A comment on the line before or behind the field, or the text after it.
bool HasText(const Module& module, const ClassField& field) {
  const python::SyntaxTree& tree = module.tree();
  const Node statement = python::StatementOf(field.node);
  if (HasComment(statement, field.node.last_line())) return true;
  const int before = field.node.first_line() - 1;
  if (before >= 1) {
    const absl::string_view text = absl::StripAsciiWhitespace(tree.LineText(before));
    if (absl::StartsWith(text, "#") && !IsForTools(text)) return true;
  }
  Node next = statement.next_sibling();
  while (next.Is(NodeKind::kComment)) next = next.next_sibling();
  return IsDocstring(next);
}

// field(metadata={"help": ...}), Annotated[int, "..."].
bool DocumentsItself(const ClassField& field) {
  if (absl::StartsWith(field.annotation.text(), "Annotated") ||
      absl::StartsWith(field.annotation.text(), "typing.Annotated")) {
    return true;
  }
  return field.value.Is(NodeKind::kCall) && (absl::StrContains(field.value.text(), "help") ||
                                             absl::StrContains(field.value.text(), "doc"));
}

bool IsDocumented(const Module& module, const Definition& owner, const ClassField& field) {
  if (HasText(module, field) || DocumentsItself(field)) return true;
  const Node first = owner.body.named_child(0);
  return IsDocstring(first) && MentionsName(first.text(), field.name);
}

bool IsAmong(const std::vector<ClassField>& fields, absl::string_view name) {
  return std::any_of(fields.begin(), fields.end(),
                     [&](const ClassField& field) { return field.name == name; });
}

// Enough of the other fields are documented to call it the custom of the class.
bool IsCustom(const ChangeContext& change, const AnalysedFile& file,
              const ConfigurationClass& a_class, const std::vector<ClassField>& undocumented) {
  const bool is_new = BeforeOf(change, a_class).definition == nullptr;
  size_t siblings = 0, documented = 0;
  for (const ClassField& field : a_class.fields) {
    if (field.is_private() || (!is_new && IsAmong(undocumented, field.name))) continue;
    ++siblings;
    documented += IsDocumented(*file.after, *a_class.definition, field);
  }
  return siblings >= kFewestSiblings && documented * 100 >= siblings * kDocumentedPercent;
}

void CheckClass(ChangeContext& change, const AnalysedFile& file,
                const ConfigurationClass& a_class) {
  std::vector<ClassField> undocumented;
  for (const ClassField& field : NewFieldsOf(change, file, a_class)) {
    if (!IsDocumented(*file.after, *a_class.definition, field)) {
      undocumented.push_back(field);
    }
  }
  if (undocumented.empty() || !IsCustom(change, file, a_class, undocumented)) return;
  const size_t more = undocumented.size() - 1;
  Observation observation{
      .at = undocumented[0].node,
      .params = {{"field", std::string(undocumented[0].name)},
                 {"class", std::string(a_class.definition->simple_name)},
                 {"others", OthersText(more, phrases::kAnotherNewField, phrases::kOtherNewFields)},
                 {"verb", more == 0 ? "has" : "have"}}};
  for (size_t i = 1; i < undocumented.size() && i <= kMaxRelated; ++i) {
    observation.related.push_back({Sentence(phrases::kLacksItToo, {{"name", undocumented[i].name}}),
                                   RangeOf(*file.after, undocumented[i].node)});
  }
  change.Report(file, std::move(observation));
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    for (const ConfigurationClass& a_class : ConfigurationClassesIn(*file.after)) {
      CheckClass(change, file, a_class);
    }
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kUndocumentedConfigField = {
    .info =
        {.id = "undocumented-config-field",
         .title = {"New configuration field without documentation", "新配置字段没有文档"},
         .pillar = Pillar::kReadability,
         .message = {"`{field}`{others} of `{class}` {verb} no documentation, unlike most fields "
                     "of the class",
                     "`{class}` 的 `{field}`{others} 没有文档，而该类的大多数字段都有"},
         .consequence = {"Users of `{class}` cannot tell what `{field}` does or what its unit is",
                         "`{class}` 的使用者无从得知 `{field}` 的作用和单位"},
         .advice = {"Put a triple-quoted string below `{field}` that says what it does, its unit, "
                    "and what the default means",
                    "在 `{field}` 下方用三引号写一段说明：它的作用、单位以及默认值的含义"},
         .why = "The fields of configuration classes are the interface of a training framework, "
                "and tools turn their documentation into command line help. Checked only where at "
                "least 60 % of the other fields are documented.",
         .fix = "Document the field as the other fields are documented.",
         .bad = R"py(
# --- pkg/config.py before
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
    """Experts of each token."""

    jitter: float = 0.0
    """Noise on the logits."""

    bias: bool = False
    """Give the router a bias."""
# --- pkg/config.py after
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
    """Experts of each token."""

    jitter: float = 0.0
    """Noise on the logits."""

    bias: bool = False
    """Give the router a bias."""

    num_groups: int = 1
)py",
         .good = R"py(
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
    """Experts of each token."""

    jitter: float = 0.0
    """Noise on the logits."""

    num_groups: int = 1
    """Groups that the experts are split into."""
)py"},
    .skips_tests = true,
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
