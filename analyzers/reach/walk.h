#ifndef ANALYZERS_REACH_WALK_H_
#define ANALYZERS_REACH_WALK_H_

// The one walk against the direction of calls, from a function to those who get to it.
//
//   Walk walk(project, {.max_calls = 3});
//   walk.Run({{"pkg.ops.permute"}}, visit, wants);
//   walk.ChainOf(i)   ->  the calls from step i to the function, as places
//
// Breadth first, so the first chain that is found is a shortest one; callers come in the order of
// paths and places. A function is visited once for each `state`, which a step hands on to those
// that call it, and for different needs of its parameters, a few. What a function defines inside of
// itself is part of it: the way there is no call.
// Bounded by Limits; is_cut() says that somebody was left out.

#include <cstddef>
#include <functional>
#include <map>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/reach/needs.h"
#include "analyzers/repository/project.h"

namespace allreview::reach {

struct Step {
  repository::Found function;  // None: code of a module; see `name`.
  std::string name;            // Absolute.
  repository::Edge edge = {};  // How it gets to the next one; unused in the first step.
  int next = -1;               // Index of that one.
  int calls = 0;               // From here to the function that is asked about.
  int state = 0;               // As the visitor of `next` said.
  Needs needs = {};            // What its parameters must be for the chain from here.
};

class Walk {
 public:
  struct Limits {
    int max_calls = 8;
    size_t max_functions = 400;
  };
  // What to do with the callers of a step: none of them, or those whose edge `wants` takes, in that
  // state.
  struct Onward {
    bool goes_on = false;
    int state = 0;
  };

  Walk(repository::Project& project, const Limits& limits) : project_(project), limits_(limits) {}

  // `visit` is called for each step, in order; when `stop` is set, the walk ends. `wants` decides
  // on each edge from a caller to that step: what the caller's parameters must be; none: not taken.
  using Visit = std::function<Onward(size_t index, bool& stop)>;
  using Wants = std::function<std::optional<Needs>(const Step& callee, const repository::Edge& edge,
                                                   const repository::Found& caller)>;
  struct Seed {
    std::string name;
    int calls = 0;  // As if it were so far from what is asked about.
  };
  void Run(const std::vector<Seed>& seeds, const Visit& visit, const Wants& wants);

  const std::vector<Step>& steps() const { return steps_; }
  bool is_cut() const { return is_cut_; }
  // From that step to the function: where each calls the next one, and last its definition.
  std::vector<repository::Call> ChainOf(size_t index) const;

 private:
  void AddCallers(size_t index, int state, const Wants& wants);
  // The function was not visited in that state, with such needs or with fewer.
  bool IsNew(const std::string& name, int state, const Needs& needs);

  repository::Project& project_;
  const Limits limits_;
  std::vector<Step> steps_;
  std::map<std::pair<std::string, int>, std::vector<std::string>> seen_;  // Keys of needs.
  bool is_cut_ = false;
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_WALK_H_
