#ifndef ANALYZERS_CHANGE_ANALYSED_FILE_H_
#define ANALYZERS_CHANGE_ANALYSED_FILE_H_

#include "analyzers/change/changed_file.h"
#include "analyzers/change/changed_lines.h"
#include "analyzers/cpp/forward.h"
#include "analyzers/python/module.h"

namespace allreview::reach {
class Reach;  // analyzers/reach/reach.h
}  // namespace allreview::reach
namespace allreview::repository {
class Project;  // analyzers/repository/project.h
}  // namespace allreview::repository

namespace allreview::change {

// A changed Python file, read. Points into the AnalysedChange that it belongs to.
struct AnalysedFile {
  const ChangedFile* changed = nullptr;
  const python::Module* after = nullptr;   // Null: deleted, unknown or over a limit.
  const python::Module* before = nullptr;  // Null: added, unknown or over a limit.
  ChangedLines lines = {};                 // Of `after`.
  repository::Project* project = nullptr;  // The repository after the change.
  reach::Reach* reach = nullptr;           // Who gets where in it.
};

// A changed file of C++ or CUDA, the same.
struct AnalysedCppFile {
  const ChangedFile* changed = nullptr;
  const cpp::Unit* after = nullptr;  // analyzers/cpp/unit.h
  const cpp::Unit* before = nullptr;
  ChangedLines lines = {};
};

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_ANALYSED_FILE_H_
