#include "analyzers/rules/cpp/extension_calls.h"

#include "absl/strings/str_cat.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::rules {
namespace {

using extensions::Bound;
using extensions::Extensions;
using extensions::FoundFunction;
using extensions::Misfit;
using extensions::PythonCall;

// The changed file whose unit on that side has the path.
const AnalysedCppFile* FileOf(ChangeContext& change, const std::string& path, Side side) {
  for (const AnalysedCppFile& file : change.all_cpp_files()) {
    const cpp::Unit* const unit = side == Side::kRight ? file.after : file.before;
    if (unit != nullptr && unit->path() == path) return &file;
  }
  return nullptr;
}

const cpp::Unit& UnitOf(const AnalysedCppFile& file, Side side) {
  return side == Side::kRight ? *file.after : *file.before;
}

// The first call that begins on the line: of a macro that binds.
cpp::Node CallOnLine(const cpp::Unit& unit, int line) {
  for (cpp::Node call : unit.tree().root().descendants(cpp::Kind::kCallExpression)) {
    if (call.first_line() == line) return call;
  }
  return cpp::Node();
}

// What must be new for the change to have made the spot what it is: all arguments of a binding.
cpp::Node ExtentOf(cpp::Node spot) {
  const cpp::Node parent = spot.parent();
  return parent.Is(cpp::Kind::kArgumentList) ? parent : spot;
}

}  // namespace

std::shared_ptr<Extensions> ExtensionsAround(ChangeContext& change) {
  std::shared_ptr<Extensions> found =
      extensions::ExtensionsOf({.texts = change.texts(),
                                .index = change.index(),
                                .python_files = change.files(),
                                .cpp_files = change.all_cpp_files()});
  if (!found->IsConcerned() || !found->is_complete(Side::kRight)) return nullptr;
  return found;
}

std::optional<Misfit> CertainMisfit(const PythonCall& call,
                                    const std::vector<const Bound*>& bound) {
  std::optional<Misfit> first;
  if (call.call->is_guarded) return first;
  for (const Bound* one : bound) {
    if (!one->signature) return std::nullopt;
    std::optional<Misfit> misfit = MisfitOf(*one->signature, *call.call);
    if (!misfit) return std::nullopt;
    if (!first) first = std::move(misfit);
  }
  return first;
}

std::string PlaceOf(const Bound& bound) {
  return absl::StrCat(bound.file->path, ":", bound.name->line);
}

std::string PlaceOf(const PythonCall& call) {
  return absl::StrCat(call.file->path(), ":", call.call->place.line);
}

Range RangeOf(const PythonCall& call) { return RangeOf(call.file->path(), call.call->place); }

CppSpot SpotOf(ChangeContext& change, const Bound& bound, Side side) {
  const AnalysedCppFile* const file = FileOf(change, bound.file->path, side);
  if (file == nullptr) return {};
  const cpp::Unit& unit = UnitOf(*file, side);
  const int index = bound.name->index;
  if (index < 0) return {file, CallOnLine(unit, bound.name->line)};
  return {file, unit.bindings()[static_cast<size_t>(index)].name_node};
}

CppSpot SpotOf(ChangeContext& change, const FoundFunction& found, Side side) {
  const AnalysedCppFile* const file = FileOf(change, found.file->path, side);
  if (file == nullptr) return {};
  for (const cpp::Function& function : UnitOf(*file, side).functions()) {
    if (function.name == found.function->name && function.first_line == found.function->line) {
      return {file, function.declarator};
    }
  }
  return {};
}

const CppSpot* Changed(const std::vector<CppSpot>& spots) {
  for (const CppSpot& spot : spots) {
    if (spot.file == nullptr || !spot.node) continue;
    const cpp::Node extent = ExtentOf(spot.node);
    if (spot.file->lines.Touches(extent) || spot.file->lines.HasRemovedIn(extent)) return &spot;
  }
  return nullptr;
}

void ReportAt(ChangeContext& change, const CppSpot& spot, CppObservation observation) {
  const cpp::Node extent = ExtentOf(spot.node);
  observation.at = spot.node;
  observation.because = extent;
  if (!spot.file->lines.Touches(extent)) {  // Lines only went away.
    Cause cause{.kind = Cause::Kind::kChangedScope,
                .path = spot.file->changed->path,
                .first_line = extent.first_line(),
                .end_line = extent.last_line() + 1};
    const std::vector<change::ChangedHunk>& hunks = spot.file->changed->hunks;
    for (size_t i = 0; i < hunks.size(); ++i) {
      const bool is_here = hunks[i].new_start <= extent.last_line() + 1 &&
                           hunks[i].new_start + hunks[i].new_lines >= extent.first_line();
      if (is_here && cause.hunk < 0) cause.hunk = static_cast<int>(i);
    }
    observation.cause = std::move(cause);
  }
  change.ReportCpp(*spot.file, std::move(observation));
}

}  // namespace allreview::rules
