#include "gateway/cli/fixes.h"

#include <algorithm>
#include <cstdint>
#include <map>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/hash.h"
#include "base/secrets.h"
#include "base/status_macros.h"
#include "gateway/cli/output.h"
#include "gateway/cli/reported_findings.h"
#include "gateway/cli/unified_patch.h"

namespace allreview::cli {
namespace {

using finding::v1::Edit;
using finding::v1::Finding;

constexpr size_t kDigitsOfId = 8;

std::string NameOf(const Finding& finding) {
  return absl::StrCat(finding.range().path(), ":", finding.range().first_line(), " ",
                      finding.rule_id(), " ", finding.fingerprint().substr(0, kDigitsOfId));
}

// Where a file may be written, and a patch may say it: below the root, in plain words.
bool IsPlainPath(absl::string_view path) {
  for (absl::string_view part : absl::StrSplit(path, '/')) {
    if (part.empty() || part == "." || part == ".." || part == ".git") return false;
  }
  return std::none_of(path.begin(), path.end(), [](char c) {
    return static_cast<unsigned char>(c) < ' ' || c == '"' || c == '\\' || c == '\x7f';
  });
}

absl::StatusOr<const Finding*> FindingNamed(const std::vector<Told>& told, const std::string& id) {
  std::vector<const Finding*> named;
  for (const auto& [finding, is_reported] : told) {
    if (absl::StartsWith(finding->fingerprint(), id)) named.push_back(finding);
  }
  if (named.empty()) return absl::NotFoundError(absl::StrCat("there is no finding \"", id, "\""));
  if (named.size() > 1) {
    return absl::NotFoundError(absl::StrCat("\"", id, "\" are the first digits of ", named.size(),
                                            " findings; give more of them"));
  }
  if (named[0]->edits_size() > 0) return named[0];
  return absl::NotFoundError(
      absl::StrCat("finding \"", id, "\" offers no edits: ", NameOf(*named[0])));
}

absl::StatusOr<std::vector<const Finding*>> Wanted(const review::v1::Review& review,
                                                   const std::vector<std::string>& ids) {
  const std::vector<Told> told = ToldIn(review);
  std::vector<const Finding*> wanted;
  for (const auto& [finding, is_reported] : told) {
    if (ids.empty() && is_reported && finding->edits_size() > 0) wanted.push_back(finding);
  }
  for (const std::string& id : ids) {
    ASSIGN_OR_RETURN(const Finding* const named, FindingNamed(told, id));
    if (std::count(wanted.begin(), wanted.end(), named) == 0) wanted.push_back(named);
  }
  return wanted;
}

// A file of the review, as far as edits are taken.
class File {
 public:
  File(std::string path, std::string blob_id, std::string text)
      : path_(std::move(path)), blob_id_(std::move(blob_id)), text_(std::move(text)) {}

  // Why the edits are not taken; empty: they are.
  std::string Take(const Finding& finding) {
    std::vector<Taken> wanted;
    for (const Edit& edit : finding.edits()) {
      const bool fits = edit.path() == path_ && edit.expected_blob_id() == blob_id_ &&
                        0 <= edit.first_byte() && edit.first_byte() <= edit.end_byte() &&
                        edit.end_byte() <= static_cast<int64_t>(text_.size());
      if (!fits) return "its edits are for another text";
      if (HasMaskedSecret(edit.replacement())) return "a secret is masked in its edits";
      ByteEdit bytes = {edit.first_byte(), edit.end_byte(), edit.replacement()};
      const LineSpan lines = LinesOf(text_, bytes);
      wanted.push_back({std::move(bytes), lines, &finding});
    }
    for (const Taken& edit : wanted) {
      for (const Taken& other : taken_) {
        if (edit.lines.first <= other.lines.last && other.lines.first <= edit.lines.last) {
          return absl::StrCat("it changes the same line as ", other.finding->rule_id(), " in line ",
                              other.finding->range().first_line());
        }
      }
    }
    taken_.insert(taken_.end(), wanted.begin(), wanted.end());
    return "";
  }

  FixedFile Fixed() {
    std::stable_sort(taken_.begin(), taken_.end(), [](const Taken& a, const Taken& b) {
      return std::make_pair(a.edit.first, a.edit.end) < std::make_pair(b.edit.first, b.edit.end);
    });
    std::vector<ByteEdit> edits;
    for (const Taken& taken : taken_) edits.push_back(taken.edit);
    return {path_, ApplyEdits(text_, edits), UnifiedPatch(path_, text_, edits)};
  }

  bool is_edited() const { return !taken_.empty(); }

 private:
  struct Taken {
    ByteEdit edit;
    LineSpan lines;
    const Finding* finding;
  };

  const std::string path_, blob_id_, text_;
  std::vector<Taken> taken_;
};

class Fixer {
 public:
  explicit Fixer(const Contents& contents) : contents_(contents) {}

  void Add(const Finding& finding) {
    const std::string reason = Take(finding);
    if (reason.empty()) {
      fixes_.fixed.push_back(PrintableText(NameOf(finding)));
    } else {
      // A path must not look like a part of the patch.
      fixes_.left_out.push_back(PrintableText(absl::StrCat(NameOf(finding), ": ", reason)));
    }
  }

  Fixes Take() {
    for (auto& [path, file] : files_) {
      if (file.ok() && file->is_edited()) fixes_.files.push_back(file->Fixed());
    }
    return std::move(fixes_);
  }

 private:
  std::string Take(const Finding& finding) {
    const std::string& path = finding.edits(0).path();
    const std::string& blob_id = finding.edits(0).expected_blob_id();
    auto known = files_.find(path);
    if (known == files_.end()) {
      known = files_.emplace(path, Read(path, blob_id)).first;
      if (!known->second.ok()) fixes_.unread.push_back(known->second.status());
    }
    if (!known->second.ok()) return std::string(known->second.status().message());
    return known->second->Take(finding);
  }

  absl::StatusOr<File> Read(const std::string& path, const std::string& blob_id) const {
    if (!IsPlainPath(path)) {
      return absl::InvalidArgumentError(
          absl::StrCat("\"", path, "\" cannot be edited under that name"));
    }
    ASSIGN_OR_RETURN(std::string text, contents_(path, blob_id));
    if (GitBlobId(text) != blob_id) {
      return absl::FailedPreconditionError(absl::StrCat("\"", path, "\" is not what was reviewed"));
    }
    return File(path, blob_id, std::move(text));
  }

  const Contents& contents_;
  std::map<std::string, absl::StatusOr<File>> files_;
  Fixes fixes_;
};

}  // namespace

absl::StatusOr<Fixes> MakeFixes(const review::v1::Review& review, const FixRequest& request) {
  ASSIGN_OR_RETURN(const std::vector<const Finding*> wanted, Wanted(review, request.ids));
  Fixer fixer(request.contents);
  for (const Finding* finding : wanted) fixer.Add(*finding);
  return fixer.Take();
}

std::string PatchOf(const Fixes& fixes) {
  // What git apply passes over; the indentation keeps it from looking like a patch.
  std::string text = absl::StrCat("Fixes ", fixes.fixed.size(),
                                  fixes.fixed.size() == 1 ? " finding" : " findings", "\n");
  for (const std::string& name : fixes.fixed) absl::StrAppend(&text, "  ", name, "\n");
  if (!fixes.left_out.empty()) absl::StrAppend(&text, "Left out\n");
  for (const std::string& name : fixes.left_out) absl::StrAppend(&text, "  ", name, "\n");
  absl::StrAppend(&text, "\n");
  for (const FixedFile& file : fixes.files) absl::StrAppend(&text, file.patch);
  return text;
}

}  // namespace allreview::cli
