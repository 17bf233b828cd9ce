#include "analyzers/reach/settings.h"

#include <algorithm>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "analyzers/reach/arguments.h"
#include "analyzers/reach/setting_scan.h"
#include "analyzers/repository/dotted_names.h"
#include "analyzers/repository/facts.h"
#include "base/work_budget.h"

namespace allreview::reach {
namespace {

using repository::Edge;
using repository::Found;
using repository::IndexedFile;
using Origin = SettingUses::Origin;

constexpr int kMaxAliases = 2;     // Settings that are followed from a setting.
constexpr int kMaxCallers = 2;     // Callers that hand on what they are given.
constexpr size_t kMaxFiles = 300;  // With the name; beyond, nobody reads what everybody uses.

Origin OriginOf(absl::string_view path) {
  return paths::IsTestPath(path) ? Origin::kTest : Origin::kProduct;
}

// `text` is a constant that Scalar::Of takes for what it is.
bool IsLiteral(absl::string_view text) {
  const Scalar scalar = Scalar::Of(text);
  const bool is_quoted = !text.empty() && (text[0] == '"' || text[0] == '\'');
  return !text.empty() && (scalar.kind != Scalar::Kind::kText || is_quoted);
}

void Sort(SettingUses& uses) {
  const auto key = [](const SettingUses::Value& value) {
    return std::make_tuple(value.origin, std::cref(value.path), value.line, value.value.ToText());
  };
  std::sort(uses.values.begin(), uses.values.end(),
            [&](const auto& a, const auto& b) { return key(a) < key(b); });
  const auto same = [&](const auto& a, const auto& b) { return key(a) == key(b); };
  uses.values.erase(std::unique(uses.values.begin(), uses.values.end(), same), uses.values.end());
  std::sort(uses.unclear.begin(), uses.unclear.end(), [](const auto& a, const auto& b) {
    return std::tie(a.path, a.line, a.why) < std::tie(b.path, b.line, b.why);
  });
}

void Append(SettingUses more, SettingUses& uses) {
  std::move(more.values.begin(), more.values.end(), std::back_inserter(uses.values));
  std::move(more.unclear.begin(), more.unclear.end(), std::back_inserter(uses.unclear));
}

}  // namespace

const SettingUses& Settings::UsesOf(absl::string_view name) {
  static const SettingUses* const kUnderWay =
      new SettingUses{.values = {}, .unclear = {{"", 0, "it depends on itself"}}};
  const auto known = uses_.find(name);
  if (known != uses_.end()) return known->second ? *known->second : *kUnderWay;
  const std::string key(name);
  uses_[key];
  SettingUses found = Find(key);
  return *(uses_[key] = std::move(found));
}

SettingUses Settings::Find(const std::string& name) {
  SettingUses uses;
  if (!project_.is_complete()) {
    uses.unclear.push_back({"", 0, "the repository is not completely known"});
    return uses;
  }
  std::vector<std::string> options = {name};
  for (const repository::CommandLineFlag& flag : project_.FindFlags(name)) {
    options.emplace_back(absl::StripPrefix(flag.flag->option, "--"));
  }
  const std::vector<IndexedFile*> files = index_.FilesWithWord(name);
  if (files.size() > kMaxFiles) {
    uses.unclear.push_back({"", 0, "too many files use its name"});
    return uses;
  }
  for (const IndexedFile* file : files) {
    Poll();
    AddDefaults(*file, name, uses);
    AddFile(*file, name, options, uses);
  }
  AddRecipes(name, uses);
  Sort(uses);
  return uses;
}

void Settings::AddFile(const IndexedFile& file, const std::string& name,
                       const std::vector<std::string>& options, SettingUses& uses) {
  const ir::File* const code = codes_.FileOf(file);
  if (code == nullptr || file.facts().has_errors) {
    uses.unclear.push_back({file.path(), 0, "the file cannot be read"});
    return;
  }
  if (!HasName(*code, name)) {
    // Only as a part of a longer text.
    uses.unclear.push_back({file.path(), 0, "its name is part of a text"});
    return;
  }
  const bool is_in_strings =
      repository::HasWord(repository::StringWordsOfFacts(file.encoded_facts()), name);
  if (paths::IsTestPath(file.path()) && MayStandInTexts(*code, name, is_in_strings)) {
    uses.unclear.push_back({file.path(), 0, "its name is part of a text"});
  }
  for (const ir::Code& one : code->codes) {
    const CodeView view(*code, one);
    if (one.name != ir::kNone && skipped_.Has(file, view.Name(one.name))) continue;
    for (const Given& given : GivenIn(view, name, options)) {
      if (given.call != nullptr && BindsParameter(file, view, *given.call, name)) continue;
      if (!given.why.empty()) {
        uses.unclear.push_back({file.path(), given.line, given.why});
      } else if (given.is_flag) {
        uses.values.push_back({OriginOf(file.path()), file.path(), given.line, Scalar::Bool(true)});
      } else {
        AddGiven(file, view, given.value, given.line, name, uses);
      }
    }
  }
}

bool Settings::BindsParameter(const IndexedFile& file, const CodeView& code,
                              const ir::Instruction& call, absl::string_view name) {
  const absl::string_view called = code.LastName(code.OperandOf(call, 0).value);
  for (const repository::CallFacts& facts : file.facts().calls) {
    if (facts.place.line != call.line || repository::LastPart(facts.callee) != called) continue;
    Found function = project_.FindDefinition(file.Absolute(facts.callee));
    if (function && function.definition->kind == python::Definition::Kind::kClass) {
      function = project_.FindDefinition(absl::StrCat(function.name, ".__init__"));
    }
    if (!function) return false;
    const auto& parameters = function.definition->parameters;
    return std::any_of(parameters.begin(), parameters.end(),
                       [&](const auto& parameter) { return parameter.name == name; });
  }
  return false;
}

void Settings::AddDefaults(const IndexedFile& file, const std::string& name, SettingUses& uses) {
  const auto add = [&](const repository::Place& place, absl::string_view text) {
    if (IsLiteral(text)) {
      uses.values.push_back({Origin::kDefault, file.path(), place.line, Scalar::Of(text)});
    } else {
      uses.unclear.push_back({file.path(), place.line, "its default is computed"});
    }
  };
  for (const repository::FieldFacts& field : file.facts().fields) {
    if (field.name == name && field.has_default) add(field.place, field.default_text);
  }
  for (const repository::FlagFacts& flag : file.facts().flags) {
    if (flag.destination != name) continue;
    if (!flag.default_text.empty()) {
      add(flag.place, flag.default_text);
    } else {
      add(flag.place, flag.action == "store_true"    ? "False"
                      : flag.action == "store_false" ? "True"
                                                     : "None");
    }
  }
}

void Settings::AddGiven(const IndexedFile& file, const CodeView& code, ir::Register reg, int line,
                        const std::string& name, SettingUses& uses) {
  if (const ir::Constant* constant = code.ConstantOf(reg)) {
    if (const auto scalar = Scalar::Of(code.file(), *constant)) {
      uses.values.push_back({OriginOf(file.path()), file.path(), line, *scalar});
      return;
    }
  }
  const Condition subject = SubjectOf(code, reg);
  const bool is_same = subject.name == name;
  switch (subject.subject) {
    case Condition::Subject::kSetting:
    case Condition::Subject::kSelf:
      if (is_same) return;  // Hands on what is known already.
      if (depth_ < kMaxAliases && subject.subject == Condition::Subject::kSetting) {
        ++depth_;
        Append(UsesOf(subject.name), uses);
        --depth_;
        return;
      }
      break;
    case Condition::Subject::kParameter: {
      const std::string function = repository::Join(
          file.module(), code.code().name == ir::kNone ? "" : code.Name(code.code().name));
      const Found found = project_.FindDefinition(function);
      if (found && found.file == &file) {
        Append(UsesOfParameter(found, subject.parameter, kMaxCallers), uses);
        return;
      }
      break;
    }
    case Condition::Subject::kOther:
      break;
  }
  uses.unclear.push_back({file.path(), line, absl::StrCat("it is given `", code.Text(reg), "`")});
}

SettingUses Settings::UsesOfParameter(const Found& function, uint32_t parameter, int depth) {
  SettingUses uses;
  const auto code = codes_.Find(*function.file, function.definition->name);
  if (!code || parameter >= code->code().parameters.size()) {
    uses.unclear.push_back({function.path, function.definition->place.line, "it cannot be read"});
    return uses;
  }
  const absl::string_view name = code->Name(code->code().parameters[parameter].name);
  const bool is_test = paths::IsTestPath(function.path) &&
                       absl::StartsWith(repository::SimpleName(function.name), "test");
  if (is_test) {
    const auto test = static_cast<uint32_t>(&code->code() - code->file().codes.data());
    for (const ir::Code& one : code->file().codes) {
      const CodeView view(code->file(), one);
      for (const Given& given : ParametrizedIn(view, name, test)) {
        const ir::Constant* constant =
            given.value == ir::kNone ? nullptr : view.ConstantOf(given.value);
        const auto scalar = constant == nullptr ? std::nullopt : Scalar::Of(view.file(), *constant);
        if (scalar) {
          uses.values.push_back({Origin::kTest, function.path, given.line, *scalar});
        } else {
          uses.unclear.push_back({function.path, given.line, "a case that is computed"});
        }
      }
    }
    if (uses.values.empty() && uses.unclear.empty()) {
      uses.unclear.push_back({function.path, function.definition->place.line, "a fixture"});
    }
    return uses;
  }
  const std::string& why = callers_.WhyOpen(function);
  if (!why.empty()) uses.unclear.push_back({"", 0, absl::StrCat(function.name, ": ", why)});
  AddDefaultOf(function, parameter, uses);
  for (const Edge& edge : project_.EdgesTo(function.name)) {
    Poll();
    AddArgument(edge, function, parameter, depth, uses);
  }
  return uses;
}

void Settings::AddArgument(const Edge& edge, const Found& function, uint32_t parameter, int depth,
                           SettingUses& uses) {
  const int line = edge.call.place.line;
  const auto give_up = [&](absl::string_view why) {
    uses.unclear.push_back({edge.call.path, line, std::string(why)});
  };
  const Found caller = project_.FindDefinition(edge.call.caller);
  const IndexedFile* const file = caller ? caller.file : index_.FindModule(edge.call.caller);
  const auto code =
      file == nullptr ? std::nullopt : codes_.Find(*file, caller ? caller.definition->name : "");
  if (edge.call.is_reference || !code) return give_up("the function is handed over");
  const absl::string_view simple = repository::SimpleName(function.name);
  const absl::string_view called =
      simple == "__init__" ? repository::SimpleName(repository::OwnerOf(function.name)) : simple;
  const std::vector<uint32_t> calls = code->CallsOnLine(line, called);
  if (calls.size() != 1) return give_up("several calls on the line");
  const auto callee = codes_.Find(*function.file, function.definition->name);
  const auto [is_known, given] = HandedTo(function, *callee, parameter, *code, calls[0]);
  if (!is_known) return give_up("arguments behind a star");
  if (!given) return;  // The default.
  const ir::Constant* constant = code->ConstantOf(*given);
  const auto scalar = constant == nullptr ? std::nullopt : Scalar::Of(code->file(), *constant);
  if (scalar) {
    uses.values.push_back({OriginOf(edge.call.path), edge.call.path, line, *scalar});
    return;
  }
  const Condition subject = SubjectOf(*code, *given);
  if (subject.subject == Condition::Subject::kParameter && caller && depth > 0) {
    return Append(UsesOfParameter(caller, subject.parameter, depth - 1), uses);
  }
  give_up(absl::StrCat("it is handed `", code->Text(*given), "`"));
}

void Settings::AddDefaultOf(const Found& function, uint32_t parameter, SettingUses& uses) {
  const auto code = codes_.Find(*function.file, function.definition->name);
  const std::optional<Default> given = code ? DefaultOf(*code, parameter) : std::nullopt;
  if (!given) return;
  if (given->value) {
    uses.values.push_back({Origin::kDefault, function.path, given->line, *given->value});
  } else {
    uses.unclear.push_back({function.path, given->line, "its default is computed"});
  }
}

void Settings::AddRecipes(const std::string& name, SettingUses& uses) {
  const std::vector<Recipe>* const all = recipes_.all();
  if (all == nullptr) {
    uses.unclear.push_back({"", 0, "recipes of tests are not known"});
    return;
  }
  // An option may have another name than what it sets.
  std::map<std::string, std::string> options = {{name, "store_true"}};
  for (const repository::CommandLineFlag& flag : project_.FindFlags(name)) {
    options[std::string(absl::StripPrefix(flag.flag->option, "--"))] = flag.flag->action;
  }
  std::set<std::string> seen;
  for (const auto& [option, action] : options) {
    std::string folded = option;
    std::replace(folded.begin(), folded.end(), '_', '-');
    if (!seen.insert(folded).second) continue;
    for (const Recipe& recipe : *all) {
      if (!MayBeTestRecipe(recipe.path)) continue;
      Poll();
      AddFromRecipe(recipe, option, action, uses);
    }
  }
}

void Settings::AddFromRecipe(const Recipe& recipe, absl::string_view option,
                             absl::string_view action, SettingUses& uses) {
  if (recipe.text == nullptr) {
    uses.unclear.push_back({recipe.path, 0, "the file cannot be read"});
    return;
  }
  for (const RecipeSetting& setting : FindInRecipe(*recipe.text, option)) {
    if (!setting.is_clear) {
      uses.unclear.push_back({recipe.path, setting.line, "the value is not written out"});
      continue;
    }
    Scalar value = setting.value ? Scalar::Of(*setting.value) : Scalar::Bool(true);
    if (action == "store_false" && value.kind == Scalar::Kind::kBool) {
      value = Scalar::Bool(!value.is_true());
    }
    uses.values.push_back({Origin::kRecipe, recipe.path, setting.line, std::move(value)});
  }
}

}  // namespace allreview::reach
