#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_CODE_FACTS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_CODE_FACTS_H_

// What one version of a function does, as facts that can be compared with those of another.
//
//   std::vector<CodeFact> before = FactsOf(old_module, old_function);
//   for (CodeFact& fact : WithoutShared(before, after).first) Classify(fact)...

#include <memory>
#include <string>
#include <vector>

#include "analyzers/python/module.h"
#include "analyzers/python/values.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

struct CodeFact {
  v1::Delta::Kind kind = v1::Delta::KIND_UNSPECIFIED;
  std::string text;  // For readers: one line.
  // Facts of one kind with the same key are the same.
  std::string key;
  // What it is about; facts of the two sides with the same subject are one that changed. Empty:
  // decided by their texts.
  std::string subject = {};
  // The function inside of the function that it stands in, "outer.inner" where they nest; empty: in
  // the function itself.
  std::string local = {};
  python::Node node;
};

// In source order. Calls are not yet told apart: see ClassifyCalls. Functions inside of it are a
// part, their facts marked as `local`. What logs, the arguments of exceptions, definitions of flags
// and simple functions of Python's own are left out.
std::vector<CodeFact> FactsOf(const python::Definition& function);

// "PORT" of os.environ["PORT"], given what stands in the brackets.
std::string VariableName(python::Node key);

// Says of calls what they are: a collective, a cast, a tensor operation, a read of the environment
// or just a call; drops those that say nothing. Costs more, so cancel what both sides have first.
class CallClassifier {
 public:
  explicit CallClassifier(const python::Module& module) : module_(module) {}
  void Classify(std::vector<CodeFact>& facts);

 private:
  // Whether the call is worth a fact.
  bool ClassifyCall(CodeFact& fact);
  v1::Delta::Kind KindOf(python::Node call, const std::string& resolved);
  bool IsOnTensor(python::Node function);

  const python::Module& module_;
  std::unique_ptr<python::Values> values_;  // Made when asked for.
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_DELTAS_CODE_FACTS_H_
