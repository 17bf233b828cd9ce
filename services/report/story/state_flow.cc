#include "services/report/story/state_flow.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using analysis::v1::DataFlow;
using analysis::v1::DataFlowStep;
using analysis::v1::FunctionStory;
using analysis::v1::Step;
using Kind = StateAccess::Kind;

bool IsConstructor(absl::string_view id) {
  const absl::string_view name = SimpleName(SymbolName(id));
  return name == "__init__" || name == "__post_init__" || name == "setup" ||
         absl::StartsWith(name, "reset_parameters");
}

bool IsOneOf(absl::string_view word, std::initializer_list<absl::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "add_" of `self.cache.add_(x)`; empty: no method is called.
absl::string_view MethodOf(absl::string_view operation) {
  const absl::string_view callee = operation.substr(0, operation.find('('));
  if (callee.size() == operation.size() || absl::StrContains(callee, "=")) return "";
  const size_t dot = callee.rfind('.');
  return dot == absl::string_view::npos ? "" : callee.substr(dot + 1);
}

// What the change did to the statement there.
Step::Status StatusAt(const FunctionStory* story, int line) {
  if (story == nullptr) return Step::STATUS_KEPT;
  for (const Step& step : story->steps()) {
    if (step.status() == Step::STATUS_REMOVED || step.status() == Step::STATUS_KEPT) continue;
    const int end = std::max(step.range().end_line(), step.range().first_line() + 1);
    if (step.range().first_line() <= line && line < end) return step.status();
  }
  return Step::STATUS_KEPT;
}

StateAccess WriteOf(const std::string& function, const DataFlowStep& step) {
  const absl::string_view operation = step.operation();
  const absl::string_view method = MethodOf(operation);
  StateAccess access = {.function = function, .kind = Kind::kSets, .how = ""};
  if (method == "register_buffer" || IsConstructor(function)) {
    access.kind = Kind::kCreates;
  } else if (IsOneOf(method, {"zero_", "clear", "fill_"})) {
    access.kind = Kind::kResets;
    access.how = std::string(method);
  } else if (IsOneOf(method, {"add_", "append", "extend", "update", "insert", "add", "appendleft",
                              "index_add_", "scatter_add_"}) ||
             absl::StrContains(operation, "+= ")) {
    access.kind = Kind::kAdds;
    access.how = method.empty() ? "+=" : std::string(method);
  } else {
    const size_t equals = operation.find(" = ");
    const absl::string_view value =
        equals == absl::string_view::npos ? operation : operation.substr(equals + 3);
    const bool is_empty = IsOneOf(value, {"None", "[]", "{}", "0", "0.0", "set()", "dict()"});
    access.kind = is_empty ? Kind::kResets : Kind::kSets;
    const bool is_in_place = absl::EndsWith(method, "_") && !absl::StartsWith(method, "_");
    if (is_in_place) access.how = std::string(method);
  }
  return access;
}

class Collector {
 public:
  explicit Collector(const ModelIndex& index) : index_(index) {
    for (const DataFlow& flow : index.model().data_flows()) {
      const auto* symbol = index.Symbol(flow.symbol());
      if (symbol == nullptr || symbol->is_test()) continue;
      for (const DataFlowStep& step : flow.steps()) AddStep(flow.symbol(), step);
    }
  }

  std::vector<State> Collect() {
    std::vector<State> states;
    for (auto& [name, accesses] : accesses_) {
      if (!Connects(accesses) || !IsOfOneFamily(accesses)) continue;
      const auto same = std::find_if(states.begin(), states.end(), [&](const State& state) {
        return state.accesses == accesses;
      });
      if (same == states.end()) {
        states.push_back({{name}, std::move(accesses)});
      } else {
        same->names.push_back(name);
      }
    }
    return states;
  }

 private:
  void AddStep(const std::string& function, const DataFlowStep& step) {
    const Step::Status status =
        StatusAt(index_.Story(function), static_cast<int>(step.range().first_line()));
    std::set<std::string> written;
    for (absl::string_view output : absl::StrSplit(step.output(), ", ")) {
      if (!absl::ConsumePrefix(&output, "self.")) continue;
      written.emplace(output);
      StateAccess access = WriteOf(function, step);
      access.is_changed = status != Step::STATUS_KEPT;
      Add(std::string(output), std::move(access));
    }
    for (absl::string_view input : step.inputs()) {
      if (!absl::ConsumePrefix(&input, "self.") || written.count(std::string(input)) > 0) continue;
      Add(std::string(input),
          {.function = function,
           .kind = Kind::kReads,
           .how = "",
           // What else of a statement changed says nothing of what it has always read.
           .is_changed = status == Step::STATUS_ADDED});
    }
  }

  // Touched and untouched statements that do the same are one access.
  void Add(const std::string& name, StateAccess access) {
    for (StateAccess& known : accesses_[name]) {
      if (known.function != access.function || known.kind != access.kind) continue;
      known.is_changed |= access.is_changed;
      return;
    }
    accesses_[name].push_back(std::move(access));
  }

  static bool Connects(const std::vector<StateAccess>& accesses) {
    bool is_changed = false, is_written = false, is_read = false;
    std::set<std::string> functions;
    for (const StateAccess& access : accesses) {
      is_changed |= access.is_changed;
      is_read |= access.kind == Kind::kReads || access.kind == Kind::kAdds;
      if (access.kind == Kind::kCreates) continue;
      is_written |= access.kind != Kind::kReads;
      functions.insert(access.function);
    }
    return is_changed && is_written && is_read && functions.size() > 1;
  }

  // Attributes of one name in classes that have nothing to do with each other are two things.
  bool IsOfOneFamily(const std::vector<StateAccess>& accesses) const {
    std::vector<std::string> classes;
    for (const StateAccess& access : accesses) {
      const absl::string_view scope = ScopeOf(SymbolName(access.function));
      std::string id = absl::StrCat(SymbolPath(access.function), ":", scope);
      const bool is_known = std::find(classes.begin(), classes.end(), id) != classes.end();
      if (!scope.empty() && !is_known) classes.push_back(std::move(id));
    }
    return std::all_of(classes.begin(), classes.end(), [&](const std::string& one) {
      return classes.size() == 1 ||
             std::any_of(classes.begin(), classes.end(),
                         [&](const std::string& other) { return AreKin(one, other); });
    });
  }

  bool AreKin(const std::string& one, const std::string& other) const {
    for (const auto& [from, to] : {std::pair(&one, &other), std::pair(&other, &one)}) {
      for (const analysis::v1::Edge* edge : index_.EdgesFrom(*from)) {
        if (edge->kind() == analysis::v1::Edge::KIND_INHERITS && edge->to() == *to) return true;
      }
    }
    return false;
  }

  const ModelIndex& index_;
  std::map<std::string, std::vector<StateAccess>> accesses_;
};

}  // namespace

bool State::Has(StateAccess::Kind kind) const {
  return std::any_of(accesses.begin(), accesses.end(),
                     [&](const StateAccess& access) { return access.kind == kind; });
}

std::vector<State> StatesOf(const ModelIndex& index) { return Collector(index).Collect(); }

}  // namespace allreview::report
