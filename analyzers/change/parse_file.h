#ifndef ANALYZERS_CHANGE_PARSE_FILE_H_
#define ANALYZERS_CHANGE_PARSE_FILE_H_

// Parses both sides of a changed file, in any language. Internal to analysed_change.cc.

#include <memory>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "analyzers/change/analysed_change.h"
#include "analyzers/change/changed_file.h"
#include "analyzers/change/coverage.h"
#include "analyzers/cpp/unit.h"
#include "analyzers/python/module.h"
#include "analyzers/syntax/versioned_parse.h"

namespace allreview::change {

template <typename Unit>
struct Sides {
  std::unique_ptr<Unit> before, after;
};

syntax::ParseLimits ParseLimitsOf(const Limits& limits, bool keep_for_queries = false);
std::vector<syntax::VersionedParse::Edit> EditsOf(const std::vector<ChangedHunk>& hunks);

// What the parser made no sense of, as a gap of the file.
void NoteErrors(const python::Module& after, const ChangedFile& changed, Coverage* coverage);
void NoteErrors(const cpp::Unit& after, const ChangedFile& changed, Coverage* coverage);
void NoteUnknown(const ChangedFile& changed, Coverage* coverage);

// Parses one side; null when it is over a limit, and then `coverage` says why.
template <typename Unit>
std::unique_ptr<Unit> ParseSide(absl::string_view path, const std::string& text,
                                const syntax::ParseLimits& limits, syntax::VersionedParse* versions,
                                Coverage* coverage) {
  absl::StatusOr<std::unique_ptr<Unit>> unit = Unit::Parse(path, text, limits, versions);
  if (unit.ok()) return *std::move(unit);
  coverage->state = Coverage::State::kOverBudget;
  coverage->reason = std::string(unit.status().message());
  return nullptr;
}

// Fills the sides one by one: the time of a file may end after the first of them.
template <typename Unit>
void ParseFile(const ChangeInput& input, const ChangedFile& changed, Sides<Unit>* sides,
               Coverage* coverage) {
  syntax::VersionedParse versions(EditsOf(changed.hunks));
  const syntax::ParseLimits limits = ParseLimitsOf(input.limits, input.keep_for_queries);
  if (changed.before) {
    Coverage ignored;  // What is reviewed is the right side.
    sides->before =
        ParseSide<Unit>(changed.old_path.empty() ? changed.path : changed.old_path, *changed.before,
                        limits, &versions, changed.is_deleted ? coverage : &ignored);
  }
  const std::optional<std::string>& reviewed = changed.is_deleted ? changed.before : changed.after;
  if (!reviewed) return NoteUnknown(changed, coverage);
  if (changed.is_deleted) return;
  sides->after = ParseSide<Unit>(changed.path, *changed.after, limits, &versions, coverage);
  if (sides->after != nullptr) NoteErrors(*sides->after, changed, coverage);
}

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_PARSE_FILE_H_
