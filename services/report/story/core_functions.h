#ifndef SERVICES_REPORT_STORY_CORE_FUNCTIONS_H_
#define SERVICES_REPORT_STORY_CORE_FUNCTIONS_H_

// Which functions carry a change: those get the space that documents have. Pure.
//
//   const CoreFunctions core(index);
//   core.WeightOf("moe/router.py:Router.forward")   // 31
//
// A function weighs what changed in it that runs (not logs, imports, flags and plain copies of
// arguments), what is known of it in words, and the new calls between it and other changed
// functions.

#include <functional>
#include <map>
#include <string>

#include "absl/strings/string_view.h"
#include "services/report/story/model_index.h"

namespace allreview::report {

class CoreFunctions {
 public:
  explicit CoreFunctions(const ModelIndex& index);

  // 0: it is no function of the product, or nothing in it needs an explanation.
  int WeightOf(absl::string_view id) const;
  // Id; empty: none weighs anything.
  const std::string& heaviest() const { return heaviest_; }

 private:
  std::map<std::string, int, std::less<>> weights_;
  std::string heaviest_;
};

// What the statements that changed are, before and after: the same for edits that mirror each
// other. Empty: none changed.
std::string EditsOf(const analysis::v1::FunctionStory& story);

// Few plain statements of which nothing is known, or only flags of a parser: a line says it all.
bool IsTrivial(const ModelIndex& index, const analysis::v1::ChangedSymbol& symbol);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_CORE_FUNCTIONS_H_
