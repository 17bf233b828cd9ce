#include "analyzers/change/print_change.h"

#include <map>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "analyzers/cpp/unit.h"
#include "base/outline.h"
#include "base/poll.h"

namespace allreview::change {
namespace {

absl::string_view NameOf(Coverage::State state) {
  static constexpr absl::string_view kNames[] = {"reviewed", "unsupported", "not fetched",
                                                 "timed out", "over budget"};
  return kNames[static_cast<int>(state)];
}

absl::string_view NameOf(FileRole role) {
  static constexpr absl::string_view kNames[] = {"source", "test", "other"};
  return kNames[static_cast<int>(role)];
}

absl::string_view StatusOf(const ChangedFile& file) {
  if (file.is_added) return "added";
  if (file.is_deleted) return "deleted";
  return file.path == file.old_path ? "modified" : "renamed";
}

// "7-8, 12".
std::string Ranges(const std::vector<int>& lines) {
  std::vector<std::string> ranges;
  for (size_t i = 0; i < lines.size();) {
    size_t end = i + 1;
    while (end < lines.size() && lines[end] == lines[end - 1] + 1) ++end;
    ranges.push_back(end == i + 1 ? absl::StrCat(lines[i])
                                  : absl::StrCat(lines[i], "-", lines[end - 1]));
    i = end;
  }
  return absl::StrJoin(ranges, ", ");
}

void AddLines(const ChangedFile& file, absl::string_view name, std::vector<int> ChangedHunk::*kind,
              Outline& outline) {
  std::vector<int> lines;
  for (const ChangedHunk& hunk : file.hunks) {
    lines.insert(lines.end(), (hunk.*kind).begin(), (hunk.*kind).end());
  }
  if (!lines.empty()) outline.Add(1, absl::StrCat(name, " ", Ranges(lines)));
}

size_t DefinitionsOf(const python::Module& module) { return module.definitions().size(); }
size_t DefinitionsOf(const cpp::Unit& unit) { return unit.functions().size(); }

template <typename Unit>
void AddSide(absl::string_view name, const std::optional<std::string>& content, const Unit* unit,
             Outline& outline) {
  if (unit != nullptr) {
    outline.Add(1,
                absl::StrCat(name, " ", unit->tree().line_count(), " lines, ", DefinitionsOf(*unit),
                             " definitions, ", unit->tree().error_count(), " errors"));
  } else if (content) {
    outline.Add(1, absl::StrCat(name, " ", content->size(), " bytes, not parsed"));
  }
}

template <typename File>
void AddSides(const ChangedFile& changed, const File& file, Outline& outline) {
  AddSide("before", changed.before, file.before, outline);
  AddSide("after", changed.after, file.after, outline);
}

}  // namespace

std::string PrintChange(const AnalysedChange& change) {
  std::map<std::string, const AnalysedFile*> analysed;
  for (const AnalysedFile& file : change.files()) analysed[file.changed->path] = &file;
  std::map<std::string, const AnalysedCppFile*> cpp;
  for (const AnalysedCppFile& file : change.cpp_files()) cpp[file.changed->path] = &file;
  std::map<std::string, const Coverage*> coverage;
  for (const Coverage& entry : change.coverage()) coverage[entry.path] = &entry;
  for (const Coverage& entry : change.cpp_coverage()) coverage[entry.path] = &entry;
  Outline outline;
  outline.Add(
      0, absl::StrCat(change.is_scan() ? "scan " : "change ", Excerpt(change.description().title)));
  for (const ChangedFile& file : change.changed_files()) {
    Poll();
    if (outline.is_full()) break;
    const auto covered = coverage.find(file.path);
    outline.Add(0, absl::StrCat(Excerpt(file.path), " ", StatusOf(file), " ", NameOf(file.role),
                                file.language.empty() ? "" : " ", file.language,
                                covered == coverage.end() ? "" : ": ",
                                covered == coverage.end() ? "" : NameOf(covered->second->state)));
    const auto found = analysed.find(file.path);
    if (const auto of_cpp = cpp.find(file.path); of_cpp != cpp.end()) {
      AddSides(file, *of_cpp->second, outline);
    } else {
      AddSides(file, found == analysed.end() ? AnalysedFile() : *found->second, outline);
    }
    AddLines(file, "added", &ChangedHunk::added, outline);
    AddLines(file, "removed", &ChangedHunk::removed, outline);
    AddLines(file, "moved", &ChangedHunk::moved, outline);
  }
  return std::move(outline).Finish();
}

}  // namespace allreview::change
