// The skeleton of a test file for new code.

#include <map>
#include <set>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/rules/tests/missing_tests.h"

namespace allreview::rules {
namespace {

using python::Definition;
using python::Parameter;
using test_plan::NewDefinition;
using test_plan::TestsOfChange;

constexpr size_t kMaxTests = 8;

bool NeedsProcessGroups(const NewDefinition& definition) {
  const absl::string_view source = definition.file->after->source();
  return absl::StrContains(source, "process_group") ||
         absl::StrContains(source, "parallel_state") ||
         absl::StrContains(source, "torch.distributed");
}

// Module of the tests whose Utils sets up parallel groups; empty: there is none.
std::string ModuleOfUtils(TestsOfChange& tests) {
  for (const repository::IndexedFile* file : tests.repository().tests) {
    if (file->FindDefinition("Utils.initialize_model_parallel") != nullptr) return file->module();
  }
  return "";
}

// "router" of "Router", "top_k_router" of "TopKRouter".
std::string SnakeCase(absl::string_view name) {
  std::string snake;
  for (size_t i = 0; i < name.size(); ++i) {
    const bool is_upper = absl::ascii_isupper(static_cast<unsigned char>(name[i]));
    const bool starts_word = is_upper && i > 0 &&
                             !absl::ascii_isupper(static_cast<unsigned char>(name[i - 1])) &&
                             name[i - 1] != '_';
    if (starts_word) snake += '_';
    snake += absl::ascii_tolower(static_cast<unsigned char>(name[i]));
  }
  return snake;
}

// "x=..., k=..." of those that must be given.
std::string RequiredArguments(const Definition* function, bool is_method) {
  std::vector<std::string> arguments;
  if (function == nullptr) return "";
  for (size_t i = 0; i < function->parameters.size(); ++i) {
    const Parameter& parameter = function->parameters[i];
    const bool is_self = is_method && i == 0 && !parameter.name.empty();
    const bool is_variable = parameter.kind == Parameter::Kind::kVarPositional ||
                             parameter.kind == Parameter::Kind::kVarKeyword;
    if (is_self || is_variable || parameter.default_value) continue;
    arguments.push_back(absl::StrCat(parameter.name, "=..."));
  }
  return absl::StrJoin(arguments, ", ");
}

bool IsStatic(const Definition& method) {
  for (python::Node decorator : method.decorators) {
    if (decorator.text() == "staticmethod") return true;
  }
  return false;
}

std::string TestOf(const NewDefinition& definition, const std::string& parameter) {
  const Definition& function = *definition.definition;
  const Definition* owner = definition.owner;
  std::string name(function.simple_name), lines, call;
  if (owner == nullptr) {
    call = absl::StrCat(name, "(", RequiredArguments(&function, false), ")");
  } else {
    const std::string object = SnakeCase(owner->simple_name);
    const Definition* constructor =
        definition.file->after->FindDefinition(owner->name + ".__init__");
    const bool is_dunder = absl::StartsWith(name, "__");
    if (IsStatic(function)) {
      call = absl::StrCat(owner->simple_name, ".", name, "(", RequiredArguments(&function, false),
                          ")");
    } else {
      lines = absl::StrCat("    ", object, " = ", owner->simple_name, "(",
                           RequiredArguments(constructor, true), ")\n");
      const std::string method = name == "forward" || name == "__call__" ? "" : "." + name;
      call = name == "__init__"
                 ? object
                 : absl::StrCat(object, method, "(", RequiredArguments(&function, true), ")");
    }
    name = absl::StrCat(object, "_", is_dunder ? name.substr(2, name.size() - 4) : name);
  }
  return absl::StrCat("def test_", name, "(", parameter, "):\n", lines, "    result = ", call,
                      "\n    expected = ...  # From a reference that is known to be right.\n",
                      "    assert result == expected\n");
}

}  // namespace

std::string TestSkeleton(const std::vector<NewDefinition>& definitions, TestsOfChange& tests) {
  std::map<std::string, std::set<std::string>> imports;
  bool needs_groups = false;
  const size_t count = std::min(kMaxTests, definitions.size());
  for (size_t i = 0; i < count; ++i) {
    const NewDefinition& definition = definitions[i];
    const std::string& name = definition.definition->name;
    imports[definition.file->after->name()].insert(name.substr(0, name.find('.')));
    needs_groups = needs_groups || NeedsProcessGroups(definition);
  }
  const std::string utils = needs_groups ? ModuleOfUtils(tests) : "";
  std::string setting;
  for (const test_plan::NewSetting& added : tests.new_settings()) {
    const bool is_bool = absl::StrContains(added.at.text(), "bool") ||
                         absl::StrContains(added.at.text(), "store_true");
    if (setting.empty() && is_bool) setting = added.name;
  }
  std::string text = absl::StrCat("# ", SuggestedTestFile(definitions[0].path(), tests), "\n");
  if (!utils.empty() || !setting.empty()) absl::StrAppend(&text, "import pytest\n\n");
  for (const auto& [module, names] : imports) {
    absl::StrAppend(&text, "from ", module, " import ", absl::StrJoin(names, ", "), "\n");
  }
  if (!utils.empty()) {
    absl::StrAppend(&text, "from ", utils, " import Utils\n\n\n@pytest.fixture(autouse=True)\n",
                    "def model_parallel():\n    Utils.initialize_model_parallel(2, 1)\n    yield\n",
                    "    Utils.destroy_model_parallel()\n");
  }
  for (size_t i = 0; i < count; ++i) {
    absl::StrAppend(&text, "\n\n");
    if (!setting.empty()) {
      absl::StrAppend(&text, "@pytest.mark.parametrize(\"", setting, "\", [False, True])\n");
    }
    absl::StrAppend(&text, TestOf(definitions[i], setting));
  }
  return text;
}

}  // namespace allreview::rules
