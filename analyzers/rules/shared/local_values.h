#ifndef ANALYZERS_RULES_SHARED_LOCAL_VALUES_H_
#define ANALYZERS_RULES_SHARED_LOCAL_VALUES_H_

// What the names of a function are made of, read without the order of its code: a name stands for
// all values that it gets.
//
//   const LocalValues values(OwnNodes(function.body));
//   Node load = values.FindBehind(pointer, [&](Node node) {
//     return IsLoad(node) ? LocalValues::Search::kFound : LocalValues::Search::kGoOn;
//   });

#include <functional>
#include <map>
#include <vector>

#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"

namespace allreview::rules {

class LocalValues {
 public:
  explicit LocalValues(const std::vector<python::Node>& nodes);

  // What a name is assigned, in source order; also by `+=`, loops and `name[...] = `.
  const std::vector<python::Node>& Of(absl::string_view name) const;

  enum class Search { kGoOn, kFound, kPassOver };
  // First node for which `test` says kFound, in the expression or in the values of the names in it.
  // What is passed over is not looked into. Null: none.
  python::Node FindBehind(python::Node expression,
                          const std::function<Search(python::Node)>& test) const;

 private:
  std::map<absl::string_view, std::vector<python::Node>> values_;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_SHARED_LOCAL_VALUES_H_
