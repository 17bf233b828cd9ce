#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALLERS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALLERS_H_

// Who calls a function: by the index after the change, and for functions that the change removed by
// the changed files as they were before.
//
//   CallerMap callers(change, symbols);
//   for (const Caller& caller : callers.Of("pkg.moe.Router.route")) ...
//
// What is defined inside of a function counts as that function. Methods that are matched by their
// name alone count for nobody. A function does not count as a
// caller of itself. Answers are remembered, and live as long as the map. One thread.

#include <cstdint>
#include <map>
#include <set>
#include <string>
#include <unordered_map>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/finding.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// One caller, with the surest of its calls.
struct Caller {
  std::string name;  // Absolute: of a function, of a class whose body calls, or of a module.
  std::string id = "";
  rules::Range range;           // Of the call.
  bool is_function = false;     // Not the body of a class or module.
  bool is_script = false;       // Code of a module that looks whether it is `__main__`.
  bool is_test_code = false;    // Lies where tests lie.
  bool is_cold = false;         // In a block that does not run in every step.
  bool is_reference = false;    // The function is handed over, not called.
  bool is_hook = false;         // It is handed over as a hook of autograd or of a module.
  bool is_delegation = false;   // A method that hands on to one of the same name: super().f().
  bool is_before_only = false;  // The call is gone.
  repository::Confidence confidence = repository::Confidence::kHigh;
};

class CallerMap {
 public:
  // Both are borrowed.
  CallerMap(const change::AnalysedChange& change, const std::vector<v1::ChangedSymbol>& symbols);

  // Surest first, code of tests last; then by path and place. At most kMaxCallers: nobody follows
  // more, and what all call (`get_args`) has hundreds.
  static constexpr int kMaxCallers = 200;
  const std::vector<Caller>& Of(absl::string_view absolute_function);

  // The outermost function around a name, or the class or module that it is.
  repository::Found OutermostFunction(absl::string_view absolute_name);
  // Questions that were put to the index so far.
  int lookups() const { return static_cast<int>(callers_.size()); }

 private:
  std::vector<Caller> FindAfter(const std::string& name);
  // Calls of what a call of the method's own class returns: Pool.get_instance().reset().
  void AddChainedCalls(const std::string& name, std::vector<repository::Call>* calls);
  std::vector<Caller> FindBefore(const std::string& name);
  void CollectRemovedCalls();
  void CollectRemovedCalls(const change::AnalysedFile& file);
  bool IsHook(const repository::Call& reference);
  bool IsDelegation(const repository::Call& call, absl::string_view method);
  bool IsScript(absl::string_view path);
  const repository::IndexedFile* FindFile(absl::string_view path);
  // What a file calls, by the byte where it does, and methods by their names.
  struct CallsOfFile {
    std::unordered_multimap<uint32_t, const repository::CallFacts*> calls;
    std::unordered_multimap<uint32_t, const repository::MethodCallFacts*> method_calls;
    std::unordered_multimap<uint32_t, const repository::ReferenceFacts*> references;
    std::map<absl::string_view, std::vector<const repository::MethodCallFacts*>> methods;
  };
  const CallsOfFile& CallsIn(const repository::IndexedFile& file);

  const change::AnalysedChange& change_;
  std::map<std::string, std::vector<Caller>, std::less<>> callers_;
  std::set<std::string, std::less<>> removed_;               // Absolute names.
  std::set<std::string, std::less<>> removed_simple_names_;  // What they are called by.
  std::map<std::string, std::vector<Caller>> removed_calls_;
  bool has_removed_calls_ = false;
  std::map<const repository::IndexedFile*, CallsOfFile> calls_;  // Of files asked about.
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALLERS_H_
