#include "analyzers/extensions/native_paths.h"

#include <algorithm>
#include <map>
#include <optional>
#include <set>
#include <tuple>
#include <utility>

#include "base/poll.h"

namespace allreview::extensions {
namespace {

using change::Side;

constexpr size_t kMaxCallers = 40;  // Of one name: what more functions call says nothing.
constexpr size_t kMaxNames = 80;    // Of one level.

using Names = std::set<std::string, std::less<>>;

class Search {
 public:
  Search(CppTree& tree, const std::vector<Bound>& all) : tree_(tree) {
    for (const Bound& bound : all) {
      for (const FoundFunction& found : bound.functions) {
        bound_.try_emplace(found.function->name, &bound);
      }
    }
  }

  std::vector<NativePath> Run(const std::vector<NativeTarget>& targets) {
    Names level;
    for (const NativeTarget& target : targets) level.insert(target.simple_name);
    CollectCallers(std::move(level));
    std::vector<NativePath> paths;
    for (const NativeTarget& target : targets) {
      std::optional<NativePath> path = PathTo(target);
      if (path) paths.push_back(*std::move(path));
    }
    return paths;
  }

 private:
  struct Caller {
    FoundFunction function;
    const CppCall* call = nullptr;
  };

  // By the simple name of what is called, level by level: each costs one look at all files.
  void CollectCallers(Names level) {
    for (int i = 0; i < kMaxLevels && !level.empty(); ++i) {
      while (level.size() > kMaxNames) level.erase(std::prev(level.end()));
      tree_.ParseFilesWith(level);
      for (const FoundFunction& found : tree_.AllFunctions()) AddCalls(found, level);
      // Files are parsed in whatever order somebody asked for them.
      for (const std::string& name : level) {
        std::ranges::sort(callers_[name], [](const Caller& a, const Caller& b) {
          return std::tie(a.function.file->path, a.call->line) <
                 std::tie(b.function.file->path, b.call->line);
        });
      }
      Names next;
      for (const std::string& name : level) {
        const std::vector<Caller>& callers = callers_[name];
        if (callers.size() > kMaxCallers) continue;
        for (const Caller& caller : callers) {
          const CppFunction& function = *caller.function.function;
          const bool is_end = bound_.count(function.name) > 0;
          if (!is_end && callers_.count(function.simple_name) == 0) {
            next.insert(function.simple_name);
          }
        }
      }
      level = std::move(next);
    }
  }

  void AddCalls(const FoundFunction& found, const Names& names) {
    Poll(1 + static_cast<int>(found.function->calls.size()));
    for (const CppCall& call : found.function->calls) {
      if (names.find(call.name) != names.end() && call.name != found.function->simple_name) {
        callers_[call.name].push_back({found, &call});
      }
    }
  }

  // Which the call means: the only one of its name, or one of the caller's own file.
  bool Means(const Caller& caller, const FoundFunction& callee) const {
    if (caller.function.file == callee.file) return true;
    std::set<std::string> names;
    for (const FoundFunction& one : tree_.FunctionsNamed(callee.function->simple_name)) {
      Poll();
      if (one.file == caller.function.file && one.function->has_body) return false;
      names.insert(one.function->name);
    }
    return names.size() == 1;
  }

  std::optional<NativePath> PathTo(const NativeTarget& target) const {
    for (const FoundFunction& found : tree_.FunctionsNamed(target.simple_name)) {
      if (found.file->path == target.path && found.function->line == target.line) {
        return PathTo(found);
      }
    }
    return std::nullopt;
  }

  std::optional<NativePath> PathTo(const FoundFunction& target) const {
    struct Open {
      NativeStep step;
      int next = -1;
    };
    std::vector<Open> open = {{.step = {.function = target}}};
    std::set<std::string> seen = {target.function->name};
    for (size_t i = 0; i < open.size(); ++i) {
      const FoundFunction at = open[i].step.function;
      const auto bound = bound_.find(at.function->name);
      if (bound != bound_.end()) {
        NativePath path{.bound = bound->second, .steps = {}};
        for (int j = static_cast<int>(i); j >= 0; j = open[j].next) {
          path.steps.push_back(open[j].step);
        }
        return path;
      }
      const auto callers = callers_.find(at.function->simple_name);
      if (callers == callers_.end() || callers->second.size() > kMaxCallers) continue;
      for (const Caller& caller : callers->second) {
        if (!Means(caller, at) || !seen.insert(caller.function.function->name).second) continue;
        open.push_back({.step = {.function = caller.function,
                                 .call_line = caller.call->line,
                                 .is_launch = caller.call->is_launch},
                        .next = static_cast<int>(i)});
      }
    }
    return std::nullopt;
  }

  CppTree& tree_;
  std::map<std::string, const Bound*> bound_;  // By the qualified name of the function.
  std::map<std::string, std::vector<Caller>, std::less<>> callers_;
};

}  // namespace

std::vector<NativePath> FindNativePaths(Extensions& extensions,
                                        const std::vector<NativeTarget>& targets) {
  std::vector<NativePath> paths;
  extensions.WithTree(Side::kRight, [&](CppTree& tree, const std::vector<Bound>& bound) {
    paths = Search(tree, bound).Run(targets);
  });
  return paths;
}

}  // namespace allreview::extensions
