#ifndef ANALYZERS_VALUES_VALUES_OF_CHANGE_H_
#define ANALYZERS_VALUES_VALUES_OF_CHANGE_H_

// What expressions of the changed files may be, within the repository around them.
//
//   ValuesOfChange values(change);
//   const Value value = values.Of(*file.after, node);   // In the repository after the change.
//   values.Of(*file.before, node);                       // In that before it.
//   for (const Origin& origin : values.OriginsOf(*file.after, value)) ...
//
// Values are joined over the paths that get to the expression, and narrowed there; see
// understanding/values_of_nodes.h. Of files with syntax errors and of modules that are none of the
// change's nothing is known.
//
// Costs nothing until somebody asks; then each side of the change is made once. Safe from any
// thread (understood_repository.h). Works for the budget of the calling thread.

#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/value.h"
#include "analyzers/values/understood_repository.h"
#include "base/mutex.h"

namespace allreview::values {

// A line that an alternative of a value comes from.
struct Origin {
  std::string path;
  int line = 0;
  friend auto operator<=>(const Origin&, const Origin&) = default;
};

class ValuesOfChange {
 public:
  static constexpr size_t kMaxCallers = 8;

  // The change must outlive it.
  explicit ValuesOfChange(const change::AnalysedChange& change) : change_(change) {}
  ValuesOfChange(const ValuesOfChange&) = delete;
  ValuesOfChange& operator=(const ValuesOfChange&) = delete;

  understanding::Value Of(const python::Module& module, python::Node expression);
  // The calls that allocated memory which the expression reads, on some path, although nobody has
  // written it.
  std::vector<python::Node> UnwrittenReadBy(const python::Module& module, python::Node expression);
  // After the change, when nobody calls the function around the expression but the code of the
  // repository that is no test: arms that no caller enters never run. Unknown when callers are not
  // certain, or more than kMaxCallers.
  understanding::Value WhenCalled(const python::Module& module, python::Node expression);
  // The calls that WhenCalled() joins; none: not all of them are certain.
  std::vector<UnderstoodRepository::CallSite> CertainCallsOf(const python::Module& module,
                                                             const python::Definition& function);
  // Of a value in that module: where its alternatives were made, each line once.
  std::vector<Origin> OriginsOf(const python::Module& module, const understanding::Value& value);

  // The repository on either side of the change, for more questions.
  UnderstoodRepository& side(change::Side side);

 private:
  // The side of the change that holds the module, and the number of its file there.
  struct Held {
    change::Side side;
    std::string path;
  };
  const Held* FindHeld(const python::Module& module);
  // Empty: not all of them are certain.
  std::vector<UnderstoodRepository::CallSite> CallsOf(const python::Module& module,
                                                      const python::Definition& function) const;

  const change::AnalysedChange& change_;
  Mutex mutex_;
  std::unique_ptr<UnderstoodRepository> before_ ABSL_GUARDED_BY(mutex_);
  std::unique_ptr<UnderstoodRepository> after_ ABSL_GUARDED_BY(mutex_);
  std::map<const python::Module*, Held> held_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::values

#endif  // ANALYZERS_VALUES_VALUES_OF_CHANGE_H_
