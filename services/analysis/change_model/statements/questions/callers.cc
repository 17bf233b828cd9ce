// Functions that the change adds and nobody calls.

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/reach/entry_points.h"
#include "analyzers/reach/reach.h"
#include "sentences/statements/questions.h"
#include "services/analysis/change_model/statements/questions/families.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxFunctions = 40;

bool IsForOthers(const Definition& function) {
  return !function.decorators.empty() || absl::StartsWith(function.simple_name, "__") ||
         function.simple_name == "main" || function.simple_name == "forward";
}

// A new function that nobody calls, or tests alone.
void AskAboutUncalled(Inquiry& inquiry, const TouchedFunction& touched) {
  const Definition& function = *touched.function;
  if (IsForOthers(function) || !inquiry.change().moves().IsNew(function)) return;
  const python::Module& module = *touched.file->after;
  const bool is_nested = function.parent >= 0 &&
                         module.definitions()[function.parent].kind != Definition::Kind::kClass;
  // A public one may be for users.
  if (is_nested || reach::IsPublicName(function.name)) return;
  const reach::FunctionReach& reached =
      inquiry.change().reach().ReachOf(absl::StrCat(module.name(), ".", function.name));
  const bool is_nobody = reached.state == reach::FunctionReach::State::kNobody;
  if (!is_nobody && reached.state != reach::FunctionReach::State::kOnly) return;
  inquiry.Ask(*touched.file, function.node.child(Field::kName),
              {.kind = "nobody-calls-it",
               .about = function.name,
               .weight = 70,
               .text = Sentence(is_nobody ? phrases::kAskNobodyCalls : phrases::kAskOnlyTestsCall,
                                {{"function", function.name}})});
}

}  // namespace

void AskAboutCallers(Inquiry& inquiry) {
  if (inquiry.touched().empty() || !inquiry.change().index().is_complete()) return;
  size_t asked = 0;
  for (const TouchedFunction& touched : inquiry.touched()) {
    if (inquiry.should_stop() || ++asked > kMaxFunctions) return;
    AskAboutUncalled(inquiry, touched);
  }
}

}  // namespace allreview::analysis
