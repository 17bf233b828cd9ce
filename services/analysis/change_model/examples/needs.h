#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_NEEDS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_NEEDS_H_

// Which inputs the shown steps of a run depend on, by the names in the code that ran.
//
//   Needs needs(after, before);
//   needs.Add(statement);
//   needs.Close();
//   needs.Reads("scores")

#include <map>
#include <set>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/worked_examples/interpreter.h"

namespace allreview::analysis {

using NamesRead = std::set<std::string, std::less<>>;

// Names and dotted names that the code reads.
void AddReadNames(python::Node code, NamesRead& names);

class Needs {
 public:
  Needs(const worked_examples::Run& after, const worked_examples::Run& before);

  void Add(python::Node statement);
  // Follows names to the steps that bound them.
  void Close();

  bool Reads(absl::string_view name) const { return names_.count(name) > 0; }
  // A field of self; of a method that is called nobody knows what it reads.
  bool ReadsField(absl::string_view name) const;
  // The code is written there, or what it belongs to is handed on.
  bool Writes(absl::string_view written) const;

 private:
  void AddNames(python::Node code);

  std::multimap<std::string, python::Node, std::less<>> binders_;  // By the name that they bind.
  std::vector<python::Node> guards_;  // They may end the function before the steps.
  NamesRead names_;
  std::vector<std::string> waiting_;
  std::set<std::pair<const void*, uint32_t>> added_;
  std::string code_;  // Of all that is needed.
  bool calls_self_ = false;
  NamesRead handed_on_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_NEEDS_H_
