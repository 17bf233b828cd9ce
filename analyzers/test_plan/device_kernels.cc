// Kernels of CUDA that a change adds.

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/change/repository_texts.h"
#include "analyzers/test_plan/tests_of_change.h"

namespace allreview::test_plan {

std::vector<std::string> NewDeviceKernels(absl::string_view added_lines) {
  constexpr absl::string_view kMark = "__global__";
  constexpr size_t kMaxHeader = 400;
  std::vector<std::string> names;
  for (size_t at = added_lines.find(kMark); at != absl::string_view::npos;
       at = added_lines.find(kMark, at + kMark.size())) {
    // The last name before a bracket that is no `__launch_bounds__(...)`.
    absl::string_view header = added_lines.substr(at + kMark.size(), kMaxHeader);
    const size_t bounds = header.find("__launch_bounds__");
    if (bounds != absl::string_view::npos && bounds < header.find('(')) {
      header.remove_prefix(std::min(header.find(')', bounds), header.size() - 1) + 1);
    }
    absl::string_view before = header.substr(0, header.find('('));
    before = absl::StripTrailingAsciiWhitespace(before);
    const size_t start = before.find_last_of(" \t\n*&");
    const absl::string_view name =
        start == absl::string_view::npos ? before : before.substr(start + 1);
    if (!name.empty() && name.size() < 100) names.emplace_back(name);
  }
  return names;
}

const std::vector<std::string>& TestsOfChange::device_kernels() {
  if (device_kernels_) return *device_kernels_;
  std::vector<std::string>& kernels = device_kernels_.emplace();
  for (const change::ChangedFile& file : change_.changed_files()) {
    const bool is_cuda = absl::EndsWith(file.path, ".cu") || absl::EndsWith(file.path, ".cuh");
    if (!is_cuda || file.is_deleted || change_.is_scan()) continue;
    const std::string* text = change_.texts().Read(change::Side::kRight, file.path);
    if (text == nullptr) continue;
    const std::vector<absl::string_view> lines = absl::StrSplit(*text, '\n');
    std::string added;
    for (const change::ChangedHunk& hunk : file.hunks) {
      for (int line : hunk.added) {
        if (line < 1 || static_cast<size_t>(line) > lines.size()) continue;
        absl::StrAppend(&added, lines[line - 1], "\n");
      }
    }
    for (std::string& name : NewDeviceKernels(added)) kernels.push_back(std::move(name));
  }
  return kernels;
}

}  // namespace allreview::test_plan
