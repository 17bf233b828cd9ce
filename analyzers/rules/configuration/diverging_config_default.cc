// A flag and the configuration field of its name have different defaults.

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/project.h"
#include "analyzers/rules/configuration/command_line.h"
#include "analyzers/rules/configuration/fields.h"
#include "analyzers/rules/configuration/literals.h"
#include "analyzers/rules/configuration/usage.h"

namespace allreview::rules {
namespace configuration {
namespace {

using python::Module;

constexpr Phrase kOtherDefault("other-default", "the other default", "另一个默认值");
constexpr Phrase kPhrases[] = {kOtherDefault};

// The default as text, also of flags that say it by their action.
std::string DefaultText(absl::string_view action, absl::string_view written) {
  if (!written.empty()) return std::string(written);
  if (action == "store_true") return "False";
  if (action == "store_false") return "True";
  return "None";
}

std::string DefaultOf(const Flag& flag) {
  if (flag.has_double_star) return "";
  return DefaultText(flag.action, flag.Keyword("default").text());
}

// Defaults by name, of one version of a file.
using Defaults = std::map<std::string, std::string>;

Defaults FlagDefaults(const Module* module) {
  Defaults defaults;
  if (module == nullptr) return defaults;
  for (const Flag& flag : FlagsIn(*module)) defaults[flag.destination] = DefaultOf(flag);
  return defaults;
}

std::string FieldDefault(const ClassField& field) {
  const Node value = field.value;
  if (!value.Is(NodeKind::kCall)) return std::string(value.text());
  return std::string(python::KeywordArgument(value, "default").text());
}

Defaults FieldDefaults(const Module* module) {
  Defaults defaults;
  if (module == nullptr) return defaults;
  for (const ConfigurationClass& a_class : ConfigurationClassesIn(*module)) {
    for (const ClassField& field : a_class.fields) {
      defaults[std::string(field.name)] = FieldDefault(field);
    }
  }
  return defaults;
}

bool Differ(absl::string_view a, absl::string_view b) {
  const Literal first = ParseLiteral(a);
  const Literal second = ParseLiteral(b);
  if (!first.is_known() || !second.is_known()) return false;
  if (first.type == Literal::Type::kNone || second.type == Literal::Type::kNone) return false;
  return !AreEqual(first, second);
}

bool IsConfiguration(const repository::ConfigurationField& field) {
  return absl::EndsWith(field.class_name, "Config") && !IsOutsideLibrary(field.path) &&
         !paths::IsTestPath(field.path);
}

// The one configuration field of that name. None: there is none, or several.
const repository::ConfigurationField* OnlyOne(
    const std::vector<repository::ConfigurationField>& fields) {
  const repository::ConfigurationField* only = nullptr;
  for (const repository::ConfigurationField& field : fields) {
    if (!IsConfiguration(field)) continue;
    if (only != nullptr) return nullptr;
    only = &field;
  }
  return only;
}

const repository::CommandLineFlag* OnlyOne(const std::vector<repository::CommandLineFlag>& flags) {
  const repository::CommandLineFlag* only = nullptr;
  for (const repository::CommandLineFlag& flag : flags) {
    if (IsOutsideLibrary(flag.path) || paths::IsTestPath(flag.path)) continue;
    if (only != nullptr) return nullptr;
    only = &flag;
  }
  return only;
}

// One word, like `port`, names different things in different programs.
bool IsGeneric(absl::string_view name) { return !absl::StrContains(name, "_"); }

struct Pair {
  std::string name, flag, flag_default, class_name, field_default;
};

Params ParamsOf(const Pair& pair) {
  return {{"flag", pair.flag},
          {"flag_default", pair.flag_default},
          {"field", pair.name},
          {"class", pair.class_name},
          {"field_default", pair.field_default}};
}

absl::string_view SimpleName(absl::string_view dotted) {
  return dotted.substr(dotted.rfind('.') + 1);
}

void CheckFlags(ChangeContext& change, const AnalysedFile& file, Defaults* reported) {
  const Defaults before = FlagDefaults(file.before);
  for (const Flag& flag : FlagsIn(*file.after)) {
    const std::string value = DefaultOf(flag);
    if (IsGeneric(flag.destination)) continue;
    const auto old = before.find(flag.destination);
    if (!file.lines.Touches(flag.call) || (old != before.end() && old->second == value)) continue;
    const auto fields = change.project().FindFields(flag.destination);
    const repository::ConfigurationField* field = OnlyOne(fields);
    if (field == nullptr || !Differ(value, field->field->default_text)) continue;
    (*reported)[flag.destination] = value;
    const Node shown = flag.Keyword("default");
    change.Report(file, {.at = shown ? shown.parent() : flag.call,
                         .params = ParamsOf({flag.destination, std::string(flag.option), value,
                                             std::string(SimpleName(field->class_name)),
                                             field->field->default_text}),
                         .because = flag.call,
                         .related = {{kOtherDefault, RangeOf(field->path, field->field->place)}},
                         .kind = Kind::kQuestion});
  }
}

void CheckFields(ChangeContext& change, const AnalysedFile& file, const Defaults& reported) {
  const Defaults before = FieldDefaults(file.before);
  for (const ConfigurationClass& a_class : ConfigurationClassesIn(*file.after)) {
    for (const ClassField& field : a_class.fields) {
      const std::string name(field.name);
      const std::string value = FieldDefault(field);
      const auto old = before.find(name);
      if (!file.lines.Touches(field.node) || reported.count(name) || IsGeneric(name) ||
          (old != before.end() && old->second == value)) {
        continue;
      }
      const auto flags = change.project().FindFlags(name);
      const repository::CommandLineFlag* flag = OnlyOne(flags);
      if (flag == nullptr || OnlyOne(change.project().FindFields(name)) == nullptr) continue;
      const std::string other = DefaultText(flag->flag->action, flag->flag->default_text);
      if (!Differ(value, other)) continue;
      change.Report(file,
                    {.at = field.node,
                     .params = ParamsOf({name, flag->flag->option, other,
                                         std::string(a_class.definition->simple_name), value}),
                     .related = {{kOtherDefault, RangeOf(flag->path, flag->flag->place)}},
                     .kind = Kind::kQuestion});
    }
  }
}

bool IsOfInterest(const AnalysedFile& file) {
  return file.after != nullptr && file.changed->role != FileRole::kTest &&
         !IsOutsideLibrary(file.changed->path);
}

void CheckChange(ChangeContext& change) {
  Defaults reported;
  for (const AnalysedFile& file : change.files()) {
    if (IsOfInterest(file)) CheckFlags(change, file, &reported);
  }
  for (const AnalysedFile& file : change.files()) {
    if (IsOfInterest(file)) CheckFields(change, file, reported);
  }
}

}  // namespace
}  // namespace configuration

extern constinit const Rule kDivergingConfigDefault = {
    .info = {.id = "diverging-config-default",
             .title = {"Flag and configuration field have different defaults",
                       "命令行参数与配置字段的默认值不一致"},
             .confidence = Confidence::kMedium,
             .message = {"Is it intended that `{flag}` defaults to {flag_default}, while `{field}` "
                         "of `{class}` defaults to {field_default}",
                         "`{flag}` 的默认值是 {flag_default}，而 `{class}` 的 `{field}` 默认值是 "
                         "{field_default}，这是有意的吗？"},
             .consequence = {"A run started from the command line and one that builds `{class}` in "
                             "code train differently, although neither sets `{field}`",
                             "即使都没有设置 `{field}`，从命令行启动的训练与在代码中直接构造 "
                             "`{class}` 的训练行为也不同"},
             .advice = {"Give both the same default, or explain at `{flag}` why they differ",
                        "让两处使用相同的默认值，或者在 `{flag}` 处说明为什么不同"},
             .phrases = configuration::kPhrases,
             .why = "Frameworks fill configuration classes from flags of the same name. The flag's "
                    "default then wins, and the class's default applies only to code that uses the "
                    "library without the command line. None does not count as a default.",
             .fix =
                 "Take the flag's default from the class, or write the same value in both places.",
             .bad = R"py(
# --- pkg/config.py unchanged
from dataclasses import dataclass


@dataclass
class RouterConfig:
    num_groups: int = 1
# --- pkg/arguments.py
def add_args(parser):
    parser.add_argument("--num-groups", type=int, default=4,
                        help="Groups of experts.")
)py",
             .good = R"py(
# --- pkg/config.py unchanged
from dataclasses import dataclass


@dataclass
class RouterConfig:
    num_groups: int = 1
# --- pkg/arguments.py
def add_args(parser):
    parser.add_argument("--num-groups", type=int, default=1,
                        help="Groups of experts.")
)py",
             .tier = Tier::kHint},
    .check_change = configuration::CheckChange};

}  // namespace allreview::rules
