#ifndef ANALYZERS_VALUES_UNDERSTOOD_REPOSITORY_H_
#define ANALYZERS_VALUES_UNDERSTOOD_REPOSITORY_H_

// The repository on one side of a change, understood (analyzers/understanding): one program and one
// knowledge of it for all who ask during a review.
//
//   UnderstoodRepository after(change, Side::kRight);
//   after.Ask([&](Knowledge& knowledge) { failures = knowledge.Analyse(code).failures; });
//
// Safe from any thread: questions are answered one at a time, and an answer does not depend on
// those before it. What a question finds out belongs to the whole review, so only the end of the
// review's budget ends it; a question itself is bounded by its steps (knowledge.h). After such an
// end nothing is known.

#include <cstdint>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/strings/string_view.h"
#include "analyzers/change/analysed_change.h"
#include "analyzers/change/changed_file.h"
#include "analyzers/python/module.h"
#include "analyzers/understanding/knowledge.h"
#include "analyzers/understanding/program.h"
#include "analyzers/understanding/values_of_nodes.h"
#include "base/mutex.h"

namespace allreview::values {

class UnderstoodRepository {
 public:
  // kLeft: before the change. The change must outlive it.
  UnderstoodRepository(const change::AnalysedChange& change, change::Side side);

  // The number of a file; none: the program has no such file.
  std::optional<uint32_t> FileOf(absl::string_view path) const;
  // Its paths may be read at any time, the code of its files only while a question is answered or
  // when they have been read before.
  const understanding::Program& program() const { return program_; }
  // Calls `ask` unless nothing is known any more.
  void Ask(const std::function<void(understanding::Knowledge&)>& ask);
  // What an expression of the module, which is that file, may be; unknown when nothing is known.
  understanding::Value ValueOf(uint32_t file, const python::Module& module, python::Node node);
  // See ValuesOfNodes; empty when nothing is known.
  std::vector<python::Node> UnwrittenReadBy(uint32_t file, const python::Module& module,
                                            python::Node node);
  // Where a function is called: the path of a file, a line of it, and the name that is called.
  struct CallSite {
    std::string path;
    int line = 0;
    std::string name;
  };
  // The same, when nobody calls the function around it but these.
  understanding::Value ValueWhenCalled(uint32_t file, const python::Module& module,
                                       python::Node node, const std::vector<CallSite>& calls);
  // What such a call hands to the parameters of the function, by parameter; none: nobody knows.
  std::optional<std::vector<understanding::Value>> HandedBy(understanding::CodeRef function,
                                                            const CallSite& call);

 private:
  using CodeRef = understanding::CodeRef;
  understanding::ValuesOfNodes& NodesOf(understanding::Knowledge& knowledge, uint32_t file,
                                        const python::Module& module)
      ABSL_EXCLUSIVE_LOCKS_REQUIRED(mutex_);
  std::optional<std::vector<understanding::Value>> HandedOver(
      understanding::Knowledge& knowledge, CodeRef function,
      const std::vector<CallSite>& calls) const;
  std::optional<std::vector<understanding::Value>> HandedOverBy(understanding::Knowledge& knowledge,
                                                                CodeRef function,
                                                                const CallSite& call) const;
  understanding::Program program_;
  std::map<std::string, uint32_t, std::less<>> files_;  // By path.
  Mutex mutex_;
  // None: nothing is known any more.
  std::optional<understanding::Knowledge> knowledge_ ABSL_GUARDED_BY(mutex_);
  std::map<uint32_t, understanding::ValuesOfNodes> values_ ABSL_GUARDED_BY(mutex_);  // By file.
  // Of single functions, as they are called.
  std::map<CodeRef, std::optional<understanding::ValuesOfNodes>> called_ ABSL_GUARDED_BY(mutex_);
};

}  // namespace allreview::values

#endif  // ANALYZERS_VALUES_UNDERSTOOD_REPOSITORY_H_
