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
  for (const AnalysedFile& file : change.files()) {
    if (file.after == nullptr || !file.changed->is_added || IsVendored(file.changed->path))
      continue;
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
    .info = {.id = "missing-copyright-header",
             .title = "New file without the copyright header",
             .category = "style",
             .severity = Severity::kP3,
             .impact = Impact::kLow,
             .pillar = Pillar::kMaintainability,
             .confidence = Confidence::kHigh,
             .message =
                 "The new file has no copyright line; nearly all files in `{folder}` have one",
             .consequence = "A check of headers fails, here or at release",
             .advice = "Begin the file with `{header}` and the current year",
             .why = "Headers are checked before a release, not by tests.",
             .fix = "Add the header of the neighbours.",
             .bad = "# --- pkg/core/a.py unchanged\n"
                    "# Copyright (c) Example.\n"
                    "a = 1\n"
                    "# --- pkg/core/b.py unchanged\n"
                    "# Copyright (c) Example.\n"
                    "b = 1\n"
                    "# --- pkg/core/c.py unchanged\n"
                    "# Copyright (c) Example.\n"
                    "c = 1\n"
                    "# --- pkg/core/d.py\n"
                    "d = 1\n",
             .good = "# --- pkg/core/a.py unchanged\n"
                     "# Copyright (c) Example.\n"
                     "a = 1\n"
                     "# --- pkg/core/b.py unchanged\n"
                     "# Copyright (c) Example.\n"
                     "b = 1\n"
                     "# --- pkg/core/c.py unchanged\n"
                     "# Copyright (c) Example.\n"
                     "c = 1\n"
                     "# --- pkg/core/d.py\n"
                     "# Copyright (c) Example.\n"
                     "d = 1\n",
             .references = {"flake8-copyright CPY001", "catalogue: general H-COPYRIGHT"}},
    .check_change = Check};

}  // namespace allreview::rules
