// A submodule, parameter or buffer gets another name, and with it its key in checkpoints.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/contracts/api_surface.h"
#include "analyzers/rules/contracts/module_names.h"
#include "analyzers/rules/contracts/signature_changes.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace contracts {
namespace {

using python::Definition;
using python::Module;

constexpr Phrase kWasCreatedHere("was-created-here", "`{name}` was created here",
                                 "`{name}` 原来在这里创建");
constexpr Phrase kPhrases[] = {kWasCreatedHere};

// Modules without anything to save.
constexpr absl::string_view kStateless[] = {
    "AvgPool2d", "Dropout",  "ELU",  "Flatten",  "GELU",     "Identity", "LeakyReLU",
    "MaxPool2d", "Mish",     "ReLU", "ReLU6",    "SiLU",     "SELU",     "Sigmoid",
    "Softmax",   "Softplus", "Tanh", "Upsample", "Unflatten"};

// What a checkpoint holds of an object, by the attribute's name.
struct Member {
  Node at;             // The statement's target, or the name in register_buffer("name", ...).
  std::string making;  // "torch.nn.Linear", "register_buffer": how it is made.
  std::string code;    // "nn.Linear(n, n)", without blanks: of another size it is another tensor.
};

bool IsStateless(absl::string_view constructor) {
  return IsOneOf(repository::LastPart(constructor), kStateless) ||
         absl::EndsWith(constructor, "Loss");
}

// How the value is made, if that may have weights. Empty: it has none, or nobody knows.
std::string MakingOf(const Module& module, Node value) {
  value = python::WithoutParentheses(value);
  if (!value.Is(NodeKind::kCall)) return "";
  const Node function = value.child(Field::kFunction);
  std::string name = module.Resolve(function);
  if (name.empty()) name = std::string(function.text());
  if (repository::LastPart(name) == "build_module") {
    const Node spec = python::Argument(value, 0, "spec_or_module");
    return spec ? absl::StrCat("build_module ", spec.text()) : "";
  }
  const bool is_class = !repository::LastPart(name).empty() &&
                        repository::LastPart(name)[0] >= 'A' &&
                        repository::LastPart(name)[0] <= 'Z';
  return is_class && !IsStateless(name) ? name : "";
}

std::string WithoutBlanks(absl::string_view code) {
  return absl::StrReplaceAll(code, {{" ", ""}, {"\n", ""}, {"\t", ""}});
}

std::map<std::string, Member> MembersOf(const Module& module, const Definition& a_class) {
  std::map<std::string, Member> members;
  const Definition* init = module.FindDefinition(absl::StrCat(a_class.name, ".__init__"));
  if (init == nullptr) return members;
  ForEachOwnNode(init->body, [&](Node node) {
    if (node.Is(NodeKind::kAssignment)) {
      const Node left = node.child(Field::kLeft);
      if (!left.Is(NodeKind::kAttribute) || left.child(Field::kObject).text() != "self") return;
      std::string making = MakingOf(module, node.child(Field::kRight));
      if (making.empty()) return;
      members[std::string(left.child(Field::kAttribute).text())] = {
          left, std::move(making), WithoutBlanks(node.child(Field::kRight).text())};
    } else if (node.Is(NodeKind::kCall)) {
      const absl::string_view method = CalleeName(node);
      if (method != "register_buffer" && method != "register_parameter") return;
      if (python::KeywordArgument(node, "persistent").Is(NodeKind::kFalse)) return;
      const Node name = python::Argument(node, 0, "name");
      if (Module::StringContent(name).empty()) return;
      const Node value =
          python::Argument(node, 1, method == "register_buffer" ? "tensor" : "param");
      const std::string making = absl::StrCat(method, " ", value.text());
      members[std::string(Module::StringContent(name))] = {name, making, making};
    }
  });
  return members;
}

// The class still has something of that name.
bool StillHas(const Module& module, const Definition& a_class, absl::string_view attribute) {
  return !module.SelfAttributeValues(a_class, attribute).empty() ||
         module.FindDefinition(absl::StrCat(a_class.name, ".", attribute)) != nullptr;
}

// Some code of the change knows the old key: a hook or a map that translates it.
bool IsTranslated(ChangeContext& change, const Definition& a_class, absl::string_view key) {
  for (absl::string_view hook : {"_load_from_state_dict", "load_state_dict_pre_hook"}) {
    if (absl::StrContains(a_class.body.text(), hook)) return true;
  }
  for (const AnalysedFile& file : change.python_files()) {
    if (!absl::StrContains(file.after->source(), key)) continue;
    for (Node node : file.after->tree().root().descendants()) {
      if (node.Is(NodeKind::kString) && MentionsName(node.text(), key)) return true;
    }
  }
  return false;
}

void Report(ChangeContext& change, const AnalysedFile& file, const Definition& a_class,
            const std::pair<std::string, Member>& old,
            const std::pair<std::string, Member>& current) {
  Observation observation{
      .at = current.second.at,
      .params = {{"class", a_class.name}, {"old", old.first}, {"new", current.first}}};
  observation.related.push_back({Sentence(kWasCreatedHere, {{"name", old.first}}),
                                 RangeOf(*file.before, old.second.at, Side::kLeft)});
  if (!file.lines.Touches(current.second.at)) {
    observation.cause = CauseOfRemoved(file, old.second.at.first_line());
  }
  change.Report(file, std::move(observation));
}

void CheckClass(ChangeContext& change, const AnalysedFile& file, const Definition& a_class) {
  const Definition* before = OnlyDefinition(*file.before, a_class.name);
  if (before == nullptr || before->body.text() == a_class.body.text()) return;
  const std::map<std::string, Member> old = MembersOf(*file.before, *before);
  const std::map<std::string, Member> current = MembersOf(*file.after, a_class);
  for (const auto& [name, member] : old) {
    if (current.count(name) || StillHas(*file.after, a_class, name)) continue;
    std::vector<std::pair<std::string, Member>> gone, made;  // All of the same making.
    for (const auto& [other, same] : old) {
      if (same.making == member.making && !current.count(other)) gone.push_back({other, same});
    }
    for (const auto& [other, same] : current) {
      if (same.making == member.making && !old.count(other) &&
          !StillHas(*file.before, *before, other)) {
        made.push_back({other, same});
      }
    }
    if (gone.size() != 1 || made.size() != 1 || gone[0].second.code != made[0].second.code) {
      continue;
    }
    if (IsTranslated(change, a_class, name) || !IsPublicPath(change, file)) continue;
    const std::string class_name = repository::Join(file.after->name(), a_class.name);
    if (change.project().IsSubclass(class_name, "torch.nn.Module") != repository::Answer::kYes) {
      return;
    }
    Report(change, file, a_class, gone[0], made[0]);
  }
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    if (file.before == nullptr) continue;
    for (const Definition& definition : file.after->definitions()) {
      if (definition.kind == Definition::Kind::kClass && IsPublic(*file.after, definition)) {
        CheckClass(change, file, definition);
      }
    }
  }
}

}  // namespace
}  // namespace contracts

extern constinit const Rule kRenamedStateDictKey = {
    .info =
        {.id = "renamed-state-dict-key",
         .title = {"Checkpoint key renamed without translation",
                   "checkpoint 的 key 改变但没有做转换"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message =
             {"`{class}` renames attribute `{old}` to `{new}`, and with it the key in its state "
              "dict",
              "`{class}` 把属性 `{old}` 重命名为 `{new}`，state dict 中的 key 也随之改变"},
         .consequence =
             {"Checkpoints written before the change do not load: `{old}.*` is unexpected and "
              "`{new}.*` is missing",
              "变更前保存的 checkpoint 无法加载：`{old}.*` 是多余的 key，`{new}.*` 则缺失"},
         .advice = {"Rename \"{old}\" to \"{new}\" in a load_state_dict pre-hook, or keep the old "
                    "attribute name",
                    "在 load_state_dict 的 pre-hook 中把 \"{old}\" 重命名为 "
                    "\"{new}\"，或者保留旧的属性名"},
         .phrases = contracts::kPhrases,
         .why = "The names of submodules, parameters and buffers are the keys of checkpoints. "
                "Renaming the attribute changes the file format, and only a test that loads an old "
                "file notices it.",
         .fix = "Translate the old key while loading, or leave the name as it is.",
         .bad = R"py(
# --- pkg/head.py before
import torch

class Head(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.proj = torch.nn.Linear(n, n)
# --- pkg/head.py after
import torch

class Head(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.projection = torch.nn.Linear(n, n)
)py",
         .good = R"py(
# --- pkg/head.py before
import torch

class Head(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.proj = torch.nn.Linear(n, n)
# --- pkg/head.py after
import torch

class Head(torch.nn.Module):
    def __init__(self, n):
        super().__init__()
        self.proj = torch.nn.Linear(n, n, bias=False)
)py"},
    .check_change = contracts::CheckChange};

}  // namespace allreview::rules
