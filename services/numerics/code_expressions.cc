#include "services/numerics/code_expressions.h"

#include <memory>
#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/python/module.h"
#include "base/status_macros.h"
#include "base/work_budget.h"

namespace allreview::numerics {
namespace {

using python::Definition;
using tensor_expressions::Extraction;

constexpr size_t kMaxNames = 8;
constexpr double kCpuSeconds = 10;  // As the rules of a file may take.

// "forward" names RMSNorm.forward, too.
bool IsNamed(const Definition& definition, absl::string_view wanted) {
  return wanted.empty() || definition.name == wanted ||
         absl::EndsWith(definition.name, absl::StrCat(".", wanted));
}

absl::Status NoSuchFunction(const v1::Code& code, std::vector<std::string> names) {
  if (names.empty()) {
    return absl::InvalidArgumentError(absl::StrCat(code.path(), " has no functions"));
  }
  const size_t more = names.size() > kMaxNames ? names.size() - kMaxNames : 0;
  names.resize(names.size() - more);
  return absl::InvalidArgumentError(absl::StrCat(
      code.path(), " has no function \"", code.function(), "\"; it has ",
      absl::StrJoin(names, ", "), more > 0 ? absl::StrCat(" and ", more, " more") : ""));
}

absl::StatusOr<Extraction> Extract(const v1::Code& code, const Semantics& semantics) {
  ASSIGN_OR_RETURN(const std::unique_ptr<python::Module> module,
                   python::Module::Parse(code.path(), code.content()));
  Extraction all;
  std::vector<std::string> names;
  bool is_found = false;
  for (const Definition& definition : module->definitions()) {
    if (definition.kind == Definition::Kind::kClass) continue;
    names.push_back(definition.name);
    if (!IsNamed(definition, code.function())) continue;
    is_found = true;
    Extraction extraction =
        tensor_expressions::ExtractFunction(*module, definition, {}, {.semantics = semantics});
    for (auto& expression : extraction.expressions) {
      all.expressions.push_back(std::move(expression));
    }
    for (auto& refused : extraction.refused) all.refused.push_back(std::move(refused));
  }
  if (!is_found) return NoSuchFunction(code, std::move(names));
  return all;
}

}  // namespace

absl::StatusOr<Extraction> ExpressionsOf(const v1::Code& code, const Semantics& semantics) {
  absl::StatusOr<Extraction> extraction;
  WorkBudget budget("the file", {.cpu_seconds = kCpuSeconds});
  const absl::Status ended = RunWithin(budget, "the search for tensor expressions",
                                       [&] { extraction = Extract(code, semantics); });
  if (!ended.ok()) return ended;
  return extraction;
}

}  // namespace allreview::numerics
