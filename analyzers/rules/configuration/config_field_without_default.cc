// A required field joins a configuration class that others already construct.

#include <algorithm>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/configuration/fields.h"

namespace allreview::rules {
namespace configuration {
namespace {

// Who makes an object must hand something over already: one more is the same kind of work.
bool HasRequired(const std::vector<ClassField>& fields) {
  const auto in_init = [](const ClassField& field) { return field.is_in_init; };
  return std::none_of(fields.begin(), fields.end(), in_init) ||
         std::any_of(fields.begin(), fields.end(),
                     [&](const ClassField& field) { return in_init(field) && !field.has_default; });
}

// Some call in the repository leaves the field out: call-does-not-fit-signature reports it, and
// what it breaks.
bool BreaksCall(ChangeContext& change, const std::string& class_name, absl::string_view field) {
  for (repository::IndexedFile* file : change.index().FilesNaming(class_name)) {
    for (const repository::CallFacts& call : file->facts().calls) {
      if (call.has_double_star || call.has_star || call.is_guarded ||
          file->Absolute(call.callee) != class_name) {
        continue;
      }
      const bool is_given =
          std::find(call.keywords.begin(), call.keywords.end(), field) != call.keywords.end();
      if (!is_given) return true;
    }
  }
  return false;
}

void CheckClass(ChangeContext& change, const AnalysedFile& file,
                const ConfigurationClass& a_class) {
  const ConfigurationClass before = BeforeOf(change, a_class);
  if (before.definition == nullptr || HasRequired(before.fields)) return;
  for (const ClassField& field : NewFieldsOf(change, file, a_class)) {
    if (field.has_default) continue;
    const std::string name = absl::StrCat(file.after->name(), ".", a_class.definition->name);
    if (!a_class.is_keyword_only && BreaksCall(change, name, field.name)) continue;
    change.Report(file, {.at = field.node,
                         .params = {{"field", std::string(field.name)},
                                    {"class", std::string(a_class.definition->simple_name)}}});
  }
}

void CheckChange(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    if (file.before == nullptr) continue;
    for (const ConfigurationClass& a_class : ConfigurationClassesIn(*file.after)) {
      CheckClass(change, file, a_class);
    }
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kConfigFieldWithoutDefault = {
    .info =
        {.id = "config-field-without-default",
         .title = {"New required field in an existing configuration class",
                   "已有配置类新增了必填字段"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .message = {"New field `{field}` of `{class}` has no default",
                     "`{class}` 的新字段 `{field}` 没有默认值"},
         .consequence = {"External code that calls `{class}(...)`, and configurations saved "
                         "earlier, fail with TypeError because `{field}` is missing",
                         "外部调用 `{class}(...)` 的代码以及此前保存的配置会因为缺少 `{field}` "
                         "而抛出 TypeError"},
         .advice = {"Give `{field}` a default that keeps the current behaviour",
                    "给 `{field}` 一个能保持现有行为的默认值"},
         .why =
             "Configuration classes are built by code and restored from files that do not know the "
             "new field. Classes that have required fields already are not checked, nor are fields "
             "that break a call in the repository: call-does-not-fit-signature reports those.",
         .fix = "Add a default, or a field(default_factory=...).",
         .bad = R"py(
# --- pkg/config.py before
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
# --- pkg/config.py after
from dataclasses import dataclass


@dataclass
class RouterConfig:
    num_groups: int
    top_k: int = 2
)py",
         .good = R"py(
# --- pkg/config.py before
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
# --- pkg/config.py after
from dataclasses import dataclass


@dataclass
class RouterConfig:
    top_k: int = 2
    num_groups: int = 1
)py",
         .version = 2},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
