#include "tests/fakes/github_repository.h"

#include <algorithm>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "base/hash.h"

namespace allreview::fakes {
namespace {

constexpr size_t kContext = 3;
constexpr size_t kShortId = 9;

// Each with its line end, except perhaps the last.
std::vector<absl::string_view> Lines(absl::string_view text) {
  std::vector<absl::string_view> lines;
  while (!text.empty()) {
    size_t end = std::min(text.find('\n'), text.size() - 1) + 1;
    lines.push_back(text.substr(0, end));
    text.remove_prefix(end);
  }
  return lines;
}

std::string TextOf(const std::optional<FakeFile>& file) {
  if (!file.has_value()) return "";
  if (file->mode == kSubmodule) return absl::StrCat("Subproject commit ", file->content, "\n");
  return file->content;
}

void AppendLine(std::string& text, char prefix, absl::string_view line) {
  text += prefix;
  absl::StrAppend(&text, line);
  if (line.back() != '\n') absl::StrAppend(&text, "\n\\ No newline at end of file\n");
}

std::string Range(size_t first, size_t count) {
  if (count == 1) return absl::StrCat(first + 1);
  return absl::StrCat(count == 0 ? first : first + 1, ",", count);
}

bool IsBinary(const FakeChange& change) {
  return (change.before && change.before->is_binary()) ||
         (change.after && change.after->is_binary());
}

FakeChange MakeChange(const FakePullRequest& pull, const std::string& path,
                      const std::string& old_path, const std::string& status) {
  FakeChange change;
  change.path = path;
  change.old_path = old_path;
  change.status = status;
  if (auto it = pull.before.find(old_path); status != "added" && it != pull.before.end()) {
    change.before = it->second;
  }
  if (auto it = pull.after.find(path); it != pull.after.end()) change.after = it->second;
  if (auto given = pull.hunks.find(path); given != pull.hunks.end()) {
    change.hunks = given->second;
    for (absl::string_view line : Lines(change.hunks)) {
      change.additions += line[0] == '+';
      change.deletions += line[0] == '-';
    }
  } else if (!IsBinary(change)) {
    FakeHunks hunks = MakeHunks(TextOf(change.before), TextOf(change.after));
    change.hunks = hunks.text;
    change.additions = hunks.additions;
    change.deletions = hunks.deletions;
  }
  return change;
}

std::string Quote(const std::string& path) {
  bool is_plain = std::all_of(path.begin(), path.end(), [](unsigned char c) {
    return c >= 0x20 && c < 0x7F && c != '"' && c != '\\';
  });
  if (is_plain) return path;
  std::string text = "\"";
  for (unsigned char c : path) {
    if (c >= 0x20 && c < 0x7F && c != '"' && c != '\\') {
      text += static_cast<char>(c);
    } else if (c == '"' || c == '\\') {
      absl::StrAppend(&text, "\\", std::string(1, static_cast<char>(c)));
    } else if (c == '\t') {
      text += "\\t";
    } else {
      absl::StrAppendFormat(&text, "\\%03o", c);
    }
  }
  return text + "\"";
}

// The name in a --- or +++ line.
std::string Name(const std::string& prefix, const std::string& path, bool is_there) {
  if (!is_there) return "/dev/null";
  bool has_space = path.find(' ') != std::string::npos;
  return absl::StrCat(Quote(prefix + path), has_space ? "\t" : "");
}

std::string Octal(uint32_t mode) { return absl::StrFormat("%06o", mode); }

void AppendModes(std::string& text, const FakeChange& change) {
  if (!change.before) {
    absl::StrAppend(&text, "new file mode ", Octal(change.after->mode), "\n");
  } else if (!change.after) {
    absl::StrAppend(&text, "deleted file mode ", Octal(change.before->mode), "\n");
  } else if (change.before->mode != change.after->mode) {
    absl::StrAppend(&text, "old mode ", Octal(change.before->mode), "\nnew mode ",
                    Octal(change.after->mode), "\n");
  }
}

void AppendMove(std::string& text, const FakeChange& change) {
  if (change.old_path == change.path) return;
  bool is_same = change.before->content == change.after->content;
  std::string word = change.status == "copied" ? "copy" : "rename";
  absl::StrAppend(&text, "similarity index ", is_same ? 100 : 80, "%\n", word, " from ",
                  Quote(change.old_path), "\n", word, " to ", Quote(change.path), "\n");
}

void AppendContent(std::string& text, const FakeChange& change) {
  std::string zeros(40, '0');
  std::string old_id = change.before ? change.before->id() : zeros;
  std::string new_id = change.after ? change.after->id() : zeros;
  if (old_id == new_id) return;
  absl::StrAppend(&text, "index ", old_id.substr(0, kShortId), "..", new_id.substr(0, kShortId));
  bool has_mode = change.before && change.after && change.before->mode == change.after->mode;
  absl::StrAppend(&text, has_mode ? " " + Octal(change.after->mode) : "", "\n");
  std::string names[] = {Name("a/", change.old_path, change.before.has_value()),
                         Name("b/", change.path, change.after.has_value())};
  if (IsBinary(change)) {
    absl::StrAppend(&text, "Binary files ", names[0], " and ", names[1], " differ\n");
  } else if (!change.hunks.empty()) {
    absl::StrAppend(&text, "--- ", names[0], "\n+++ ", names[1], "\n", change.hunks);
  }
}

}  // namespace

std::string FakeFile::id() const { return mode == kSubmodule ? content : GitBlobId(content); }

bool FakeFile::is_binary() const { return content.substr(0, 8000).find('\0') != std::string::npos; }

std::string FakePullRequest::before_tree() const { return FakeTreeId(before); }
std::string FakePullRequest::after_tree() const { return FakeTreeId(after); }
std::string FakePullRequest::base_sha() const {
  return base_id.empty() ? FakeId("base tip " + before_tree()) : base_id;
}
std::string FakePullRequest::merge_base_sha() const {
  return merge_base_id.empty() ? FakeId("merge base " + before_tree()) : merge_base_id;
}
std::string FakePullRequest::head_sha() const {
  return head_id.empty() ? FakeId("head " + after_tree()) : head_id;
}

std::string FakeId(absl::string_view seed) { return GitBlobId(absl::StrCat("fake ", seed)); }

std::string FakeTreeId(const FakeTree& tree) {
  std::string listing;
  for (const auto& [path, file] : tree) {
    absl::StrAppend(&listing, Octal(file.mode), " ", file.id(), " ", path, "\n");
  }
  return FakeId(listing);
}

FakeHunks MakeHunks(absl::string_view before, absl::string_view after) {
  std::vector<absl::string_view> left = Lines(before), right = Lines(after);
  size_t shorter = std::min(left.size(), right.size()), head = 0, tail = 0;
  while (head < shorter && left[head] == right[head]) ++head;
  while (tail < shorter - head && left[left.size() - 1 - tail] == right[right.size() - 1 - tail]) {
    ++tail;
  }
  FakeHunks hunks{.text = {},
                  .additions = static_cast<int64_t>(right.size() - head - tail),
                  .deletions = static_cast<int64_t>(left.size() - head - tail)};
  if (hunks.additions + hunks.deletions == 0) return hunks;
  size_t first = head - std::min(head, kContext), after_count = std::min(tail, kContext);
  size_t context = head - first + after_count;
  hunks.text = absl::StrCat("@@ -", Range(first, context + hunks.deletions), " +",
                            Range(first, context + hunks.additions), " @@\n");
  for (size_t i = first; i < head; ++i) AppendLine(hunks.text, ' ', left[i]);
  for (size_t i = head; i < left.size() - tail; ++i) AppendLine(hunks.text, '-', left[i]);
  for (size_t i = head; i < right.size() - tail; ++i) AppendLine(hunks.text, '+', right[i]);
  for (size_t i = 0; i < after_count; ++i) {
    AppendLine(hunks.text, ' ', left[left.size() - tail + i]);
  }
  return hunks;
}

std::vector<FakeChange> Changes(const FakePullRequest& pull) {
  std::vector<FakeChange> changes;
  std::set<std::string> moved_away;
  for (const auto& [path, old_path] : pull.renames) {
    moved_away.insert(old_path);
    changes.push_back(MakeChange(pull, path, old_path, "renamed"));
  }
  for (const auto& [path, old_path] : pull.copies) {
    changes.push_back(MakeChange(pull, path, old_path, "copied"));
  }
  for (const auto& [path, file] : pull.after) {
    if (pull.renames.count(path) || pull.copies.count(path)) continue;
    auto old = pull.before.find(path);
    if (old == pull.before.end() || moved_away.count(path)) {
      changes.push_back(MakeChange(pull, path, path, "added"));
    } else if (!(old->second == file)) {
      changes.push_back(MakeChange(pull, path, path, "modified"));
    }
  }
  for (const auto& [path, file] : pull.before) {
    if (!pull.after.count(path) && !moved_away.count(path)) {
      changes.push_back(MakeChange(pull, path, path, "removed"));
    }
  }
  std::sort(changes.begin(), changes.end(),
            [](const FakeChange& a, const FakeChange& b) { return a.path < b.path; });
  return changes;
}

std::string DiffText(const std::vector<FakeChange>& changes) {
  std::string text;
  for (const FakeChange& change : changes) {
    absl::StrAppend(&text, "diff --git ", Quote("a/" + change.old_path), " ",
                    Quote("b/" + change.path), "\n");
    AppendModes(text, change);
    AppendMove(text, change);
    AppendContent(text, change);
  }
  return text;
}

}  // namespace allreview::fakes
