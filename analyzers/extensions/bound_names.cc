#include "analyzers/extensions/bound_names.h"

#include <algorithm>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

using cpp::Binding;

constexpr size_t kMaxCandidates = 200;
constexpr int kMaxBases = 6;

// Functions that a qualified name as written may mean, by its longest end that names some.
std::vector<FoundFunction> Candidates(const CppTree& tree, const std::string& target) {
  const std::vector<FoundFunction>& named = tree.FunctionsNamed(SimpleName(target));
  std::vector<FoundFunction> result;
  if (named.size() > kMaxCandidates) return result;
  const auto add = [&](absl::string_view name) {
    for (const FoundFunction& found : named) {
      Poll();
      if (!found.function->is_kernel && EndsInName(found.function->name, name)) {
        result.push_back(found);
      }
    }
  };
  add(target);
  // `&Handle::wait` of a base.
  const size_t colon = target.rfind("::");
  if (!result.empty() || colon == std::string::npos) return result;
  std::vector<std::string> classes = tree.BasesOf(absl::string_view(target).substr(0, colon));
  for (int depth = 0; depth < kMaxBases && result.empty() && !classes.empty(); ++depth) {
    std::vector<std::string> next;
    for (const std::string& base : classes) {
      add(absl::StrCat(SimpleName(base), target.substr(colon)));
      for (std::string& further : tree.BasesOf(SimpleName(base))) {
        next.push_back(std::move(further));
      }
    }
    classes = std::move(next);
  }
  // A namespace by another name.
  if (result.empty()) add(SimpleName(target));
  return result;
}

size_t CommonPrefix(absl::string_view a, absl::string_view b) {
  size_t length = 0;
  while (length < a.size() && length < b.size() && a[length] == b[length]) ++length;
  return length;
}

// Those of the file itself, else of what it includes, else of the nearest folder.
std::vector<FoundFunction> Nearest(CppTree& tree, const std::string& path,
                                   std::vector<FoundFunction> found) {
  const std::set<std::string>& included = tree.IncludedBy(path);
  const auto keep = [&](auto is_near) {
    if (absl::c_none_of(found, is_near)) return false;
    std::erase_if(found, [&](const FoundFunction& one) { return !is_near(one); });
    return true;
  };
  if (keep([&](const FoundFunction& one) { return one.file->path == path; })) return found;
  if (keep([&](const FoundFunction& one) { return included.count(one.file->path) > 0; }))
    return found;
  size_t nearest = 0;
  for (const FoundFunction& one : found) {
    nearest = std::max(nearest, CommonPrefix(one.file->path, path));
  }
  keep([&](const FoundFunction& one) { return CommonPrefix(one.file->path, path) == nearest; });
  return found;
}

bool AreAlike(const std::vector<FoundFunction>& found) {
  return absl::c_all_of(found, [&](const FoundFunction& one) {
    return one.function->parameters.size() == found[0].function->parameters.size() &&
           one.function->is_method == found[0].function->is_method;
  });
}

bool IsCallable(const BoundName& bound) {
  switch (bound.kind) {
    case Binding::Kind::kFunction:
    case Binding::Kind::kConstructor:
    case Binding::Kind::kOperator:
    case Binding::Kind::kImplementation:
      return true;
    case Binding::Kind::kMethod:
      return bound.method == "def" || bound.method == "def_static";
    default:
      return false;
  }
}

// The first parameter is the object of a method, but for a method's own.
bool TakesSelf(const BoundName& bound, const CppFunction* function) {
  if (bound.kind != Binding::Kind::kMethod || bound.method == "def_static") return false;
  if (function != nullptr) return !function->is_method || function->is_static;
  return bound.is_lambda;
}

class Matcher {
 public:
  explicit Matcher(CppTree& tree) : tree_(tree) {}

  Bound Of(const CppFacts& file, const BoundName& name) {
    Bound bound{.file = &file, .name = &name};
    if (!IsCallable(name)) return bound;
    if (!name.schema.empty()) bound.schema = ParseSchema(name.schema);
    if (!name.target.empty()) {
      bound.functions = Nearest(tree_, file.path, Candidates(tree_, WithoutTemplates(name.target)));
    }
    FindParameters(&bound);
    if (bound.schema) {
      bound.signature = SignatureOf(*bound.schema);
    } else if (bound.match == Match::kFunction || bound.match == Match::kInPlace) {
      bound.signature = SignatureOf(name, bound.parameters);
      if (!bound.signature) bound.match = Match::kMisfit;
    }
    return bound;
  }

 private:
  static void FindParameters(Bound* bound) {
    const BoundName& name = *bound->name;
    const CppFunction* const function =
        bound->functions.empty() ? nullptr : bound->functions[0].function;
    if (name.parameters) {
      bound->match = Match::kInPlace;
      bound->parameters = *name.parameters;
    } else if (name.target.empty()) {
      bound->match = bound->schema || bound->is_operator() ? Match::kSchema : Match::kNotFound;
      return;
    } else if (function == nullptr) {
      bound->match = Match::kNotFound;
      return;
    } else if (!AreAlike(bound->functions)) {
      bound->match = Match::kAmbiguous;
      return;
    } else if (function->is_open) {
      bound->match = Match::kOpen;
      return;
    } else {
      bound->match = Match::kFunction;
      bound->parameters = function->parameters;
    }
    // Of an overload by its types, the function only says whether it is a method.
    if (TakesSelf(name, function) && !bound->parameters.empty()) {
      bound->parameters.erase(bound->parameters.begin());
    }
  }

  CppTree& tree_;
};

}  // namespace

absl::string_view MatchName(Match match) {
  static constexpr absl::string_view kNames[] = {"function",  "in place",  "schema", "no function",
                                                 "not found", "ambiguous", "open",   "misfit"};
  return kNames[static_cast<size_t>(match)];
}

std::string PythonNameOf(const BoundName& name) {
  if (name.kind == Binding::Kind::kConstructor) return name.holder;
  return name.name.substr(0, name.name.find('.'));
}

std::vector<Bound> BoundNamesOf(CppTree& tree) {
  std::vector<Bound> bound;
  Matcher matcher(tree);
  for (const CppFacts* file : tree.binding_files()) {
    for (const BoundName& name : file->bindings) {
      Poll();
      bound.push_back(matcher.Of(*file, name));
    }
  }
  return bound;
}

}  // namespace allreview::extensions
