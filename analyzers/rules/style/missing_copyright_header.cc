// A new file without the header that its neighbours have.

#include <string>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/house/norms.h"
#include "analyzers/rules/style/new_code.h"

namespace allreview::rules {
namespace {

constexpr int kHeaderLines = 12;

bool HasHeader(const python::SyntaxTree& tree) {
  for (int line = 1; line <= kHeaderLines && line <= tree.line_count(); ++line) {
    const absl::string_view text = tree.LineText(line);
    if (absl::StrContains(text, "Copyright") || absl::StrContains(text, "SPDX-")) return true;
  }
  return false;
}

absl::string_view FolderOf(absl::string_view path) {
  const size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? "" : path.substr(0, slash);
}

// The first line may have to stay the first.
uint32_t HeaderByte(const python::SyntaxTree& tree) {
  return absl::StartsWith(tree.source(), "#!") ? tree.LineStart(2) : 0;
}

void Check(ChangeContext& change) {
  for (const AnalysedFile& file : change.python_files()) {
    if (!file.changed->is_added || IsVendored(file.changed->path)) continue;
    const python::SyntaxTree& tree = file.after->tree();
    const Node first = tree.root().named_child(0);
    if (!first || HasHeader(tree)) continue;
    const absl::string_view folder = FolderOf(file.changed->path);
    const absl::string_view header = house::CopyrightOf(change.habits(), folder);
    if (header.empty()) continue;
    const uint32_t at = HeaderByte(tree);
    change.Report(file, {.at = first,
                         .params = {{"folder", folder.empty() ? "." : std::string(folder)},
                                    {"header", std::string(header)}},
                         .edits = {{.path = file.after->path(),
                                    .first_byte = at,
                                    .end_byte = at,
                                    .replacement = absl::StrCat(header, "\n\n")}}});
  }
}

}  // namespace

extern constinit const Rule kMissingCopyrightHeader = {
    .info =
        {.id = "missing-copyright-header",
         .title = {"New file without the copyright header", "新文件缺少版权头"},
         .severity = Severity::kP3,
         .impact = Impact::kLow,
         .pillar = Pillar::kMaintainability,
         .message = {"The new file has no copyright line; nearly all files in `{folder}` have one",
                     "新文件没有版权行，而 `{folder}` 中几乎所有文件都有"},
         .consequence = {"A header check fails, in CI or at release time",
                         "版权头检查会在 CI 中或发布时失败"},
         .advice = {"Start the file with `{header}` and the current year",
                    "在文件开头加上 `{header}` 和当前年份"},
         .why = "Tests do not check headers; the release process does.",
         .fix = "Add the header that the neighbouring files have.",
         .bad = R"py(
# --- pkg/core/a.py unchanged
# Copyright (c) Example.
a = 1
# --- pkg/core/b.py unchanged
# Copyright (c) Example.
b = 1
# --- pkg/core/c.py unchanged
# Copyright (c) Example.
c = 1
# --- pkg/core/d.py
d = 1
)py",
         .good = R"py(
# --- pkg/core/a.py unchanged
# Copyright (c) Example.
a = 1
# --- pkg/core/b.py unchanged
# Copyright (c) Example.
b = 1
# --- pkg/core/c.py unchanged
# Copyright (c) Example.
c = 1
# --- pkg/core/d.py
# Copyright (c) Example.
d = 1
)py",
         .references = {"https://docs.astral.sh/ruff/rules/missing-copyright-notice/"}},
    .check_change = Check};

}  // namespace allreview::rules
