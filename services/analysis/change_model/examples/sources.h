#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_SOURCES_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_SOURCES_H_

#include <map>
#include <memory>
#include <string>

#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/worked_examples/interpreter.h"

namespace allreview::analysis {

// Functions and classes of the repository by their absolute names, on one side of the change. Other
// files than the changed ones are parsed when somebody asks, up to a bound. One thread.
class Sources {
 public:
  Sources(const change::AnalysedChange& change, change::Side side);

  worked_examples::Code Find(absl::string_view name);

 private:
  const python::Module* ModuleAt(const std::string& path);

  const change::AnalysedChange& change_;
  std::map<std::string, const python::Module*> by_name_;  // Changed ones.
  std::map<std::string, const python::Module*> by_path_;
  std::map<std::string, std::unique_ptr<python::Module>> parsed_;
  std::map<std::string, worked_examples::Code> found_;
};

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_EXAMPLES_SOURCES_H_
