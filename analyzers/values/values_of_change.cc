#include "analyzers/values/values_of_change.h"

#include <optional>
#include <set>
#include <utility>

#include "absl/strings/str_cat.h"
#include "analyzers/paths/paths.h"
#include "base/work_budget.h"

namespace allreview::values {

using change::Side;
using understanding::Value;

UnderstoodRepository& ValuesOfChange::side(Side side) {
  const MutexLock lock(mutex_);
  std::unique_ptr<UnderstoodRepository>& made = side == Side::kLeft ? before_ : after_;
  if (made == nullptr) {
    const SharedWorkScope shared;
    made = std::make_unique<UnderstoodRepository>(change_, side);
  }
  return *made;
}

const ValuesOfChange::Held* ValuesOfChange::FindHeld(const python::Module& module) {
  const MutexLock lock(mutex_);
  if (held_.empty()) {
    std::map<const python::Module*, Held> held;
    for (const change::AnalysedFile& file : change_.files()) {
      for (const python::Module* version : {file.before, file.after}) {
        // Around the parser's errors code may mean something else than was read.
        if (version == nullptr || version->tree().error_count() > 0) continue;
        const Side side = version == file.after ? Side::kRight : Side::kLeft;
        held[version] = {side, std::string(version->path())};
      }
    }
    held_ = std::move(held);
  }
  const auto known = held_.find(&module);
  return known == held_.end() ? nullptr : &known->second;
}

Value ValuesOfChange::Of(const python::Module& module, python::Node expression) {
  const Held* const held = expression ? FindHeld(module) : nullptr;
  if (held == nullptr) return Value::Unknown();
  UnderstoodRepository& repository = side(held->side);
  const std::optional<uint32_t> file = repository.FileOf(held->path);
  return file ? repository.ValueOf(*file, module, expression) : Value::Unknown();
}

std::vector<python::Node> ValuesOfChange::UnwrittenReadBy(const python::Module& module,
                                                          python::Node expression) {
  const Held* const held = expression ? FindHeld(module) : nullptr;
  if (held == nullptr) return {};
  UnderstoodRepository& repository = side(held->side);
  const std::optional<uint32_t> file = repository.FileOf(held->path);
  return file ? repository.UnwrittenReadBy(*file, module, expression) : std::vector<python::Node>();
}

std::vector<UnderstoodRepository::CallSite> ValuesOfChange::CallsOf(
    const python::Module& module, const python::Definition& function) const {
  std::vector<UnderstoodRepository::CallSite> calls;
  const std::string name = absl::StrCat(module.name(), ".", function.name);
  for (const repository::Call& call : change_.project().CallersOf(name)) {
    if (paths::IsTestPath(call.path)) continue;
    const bool is_certain = !call.is_reference && call.confidence != repository::Confidence::kLow;
    if (!is_certain || calls.size() >= kMaxCallers) return {};
    calls.push_back({call.path, call.place.line, std::string(function.simple_name)});
  }
  return calls;
}

std::vector<UnderstoodRepository::CallSite> ValuesOfChange::CertainCallsOf(
    const python::Module& module, const python::Definition& function) {
  const Held* const held = FindHeld(module);
  if (held == nullptr || held->side == Side::kLeft) return {};
  return CallsOf(module, function);
}

Value ValuesOfChange::WhenCalled(const python::Module& module, python::Node expression) {
  const Held* const held = expression ? FindHeld(module) : nullptr;
  const python::Definition* const function =
      held == nullptr || held->side == Side::kLeft ? nullptr : module.EnclosingFunction(expression);
  if (function == nullptr) return Value::Unknown();
  const std::vector<UnderstoodRepository::CallSite> calls = CallsOf(module, *function);
  UnderstoodRepository& repository = side(held->side);
  const std::optional<uint32_t> file = repository.FileOf(held->path);
  return calls.empty() || !file ? Value::Unknown()
                                : repository.ValueWhenCalled(*file, module, expression, calls);
}

std::vector<Origin> ValuesOfChange::OriginsOf(const python::Module& module, const Value& value) {
  const Held* const held = FindHeld(module);
  if (held == nullptr) return {};
  const understanding::Program& program = side(held->side).program();
  std::vector<Origin> origins;
  std::set<understanding::Place> seen;
  for (const understanding::Atom& atom : value.atoms()) {
    if (atom.origin.line == 0 || !seen.insert(atom.origin).second) continue;
    origins.push_back({program.path(atom.origin.file), atom.origin.line});
  }
  return origins;
}

}  // namespace allreview::values
