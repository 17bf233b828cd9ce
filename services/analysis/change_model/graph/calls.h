#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALLS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALLS_H_

// Whom calls mean, in this repository and elsewhere.
//
//   CallResolver resolver(change, symbols);
//   const Callee callee = resolver.Resolve(module, call);
//   // callee.name "pkg.utils.split", callee.symbol "pkg/utils.py:split", callee.doc "Splits it."
//
// By the text of the file, then by the index: `self.f()` through bases, `self.part.f()` and
// `object.f()` by the class of what is called upon, when it is certain. Answers are remembered. One
// thread; what it is made of must outlive it.

#include <map>
#include <string>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/rules/finding.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// What a call calls, without parentheses: `f` of `f(x)`, and `kernel` of `kernel[grid](x)`, which
// launches it.
python::Node FunctionOf(python::Node call);

// It as written, with the arguments of calls in it left out: `f(…).g`.
std::string ShortCallee(python::Node call);

struct Callee {
  std::string name;         // Absolute, or as written.
  std::string symbol = {};  // "path:Qualified.name"; empty: not of this repository, or unknown.
  rules::Range definition = {};
  std::string doc = {};  // First sentence of its docstring, of changed files only.
  bool is_changed = false;
  bool is_resolved = false;  // `name` is absolute.
};

class CallResolver {
 public:
  CallResolver(const change::AnalysedChange& change, const std::vector<v1::ChangedSymbol>& symbols);

  Callee Resolve(const python::Module& module, python::Node call);

 private:
  // A definition of a changed file.
  struct Known {
    const python::Module* module = nullptr;
    const python::Definition* definition = nullptr;
    change::Side side = change::Side::kRight;
  };

  // Absolute name of what is called. Empty: unknown.
  std::string NameOf(const python::Module& module, python::Node function);
  std::string MethodOf(const python::Module& module, python::Node object, absl::string_view method);
  std::string MethodOfClass(absl::string_view class_name, absl::string_view method);
  std::string MethodOfBases(absl::string_view class_name, absl::string_view method);
  // Name of the class around the node; empty: none.
  std::string ClassAround(const python::Module& module, python::Node node) const;
  // Class of which the object certainly is one; empty: unknown.
  std::string ClassOf(const python::Module& module, python::Node object);
  Callee Describe(const std::string& name);

  const change::AnalysedChange& change_;
  std::map<std::string, Known> known_;          // By absolute name.
  std::map<std::string, bool> changed_;         // Ids.
  std::map<std::string, Callee> described_;     // By absolute name.
  std::map<std::string, std::string> methods_;  // "class method" to absolute name.
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_GRAPH_CALLS_H_
