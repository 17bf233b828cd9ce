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

struct Table {
  v1::WorkedExample example = {};
  int weight = 0;  // How much it shows.
};

// nullopt: nothing differs, or too little of it is known.
std::optional<Table> TableOf(const RunPair& pair);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_TABLE_H_
