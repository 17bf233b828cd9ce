#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_TABLE_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_TABLE_H_

// The rows of a worked example: inputs, then what the steps of both versions come to.

#include <optional>

#include "analyzers/worked_examples/interpreter.h"
#include "proto/analysis/v1/statement.pb.h"
#include "services/analysis/change_model/examples/inputs.h"

namespace allreview::analysis {

struct RunPair {
  const python::Module* before_module = nullptr;  // Null: the function is new.
  const python::Module* after_module = nullptr;
  worked_examples::Run before = {}, after = {};
  Drawn drawn = {};
};

// What the function gives its caller: its results and what it yields, as text.
std::vector<std::string> ResultsOf(const worked_examples::Run& run);

// nullopt: too little is shown, or a result has no text.
std::optional<v1::WorkedExample> TableOf(const RunPair& pair);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_TABLE_H_
