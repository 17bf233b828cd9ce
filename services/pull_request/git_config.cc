#include "services/pull_request/git_config.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::pull_request {
namespace {

bool IsNameChar(char c) { return absl::ascii_isalnum(c) || c == '-'; }

// Walks over the text of a config file.
class Parser {
 public:
  explicit Parser(absl::string_view text) : text_(text) {}

  GitConfig Run() {
    absl::ConsumePrefix(&text_, "\xEF\xBB\xBF");
    while (at_ < text_.size()) {
      char c = text_[at_];
      if (absl::ascii_isspace(c)) {
        ++at_;
      } else if (c == '#' || c == ';') {
        SkipLine();
      } else if (c == '[') {
        ReadSection();
      } else {
        ReadEntry();
      }
    }
    return std::move(config_);
  }

 private:
  char Peek() const { return at_ < text_.size() ? text_[at_] : '\n'; }

  void SkipLine() {
    while (at_ < text_.size() && text_[at_] != '\n') ++at_;
  }

  // [section], [section.subsection] or [section "subsection"].
  void ReadSection() {
    ++at_;
    section_.clear();
    subsection_.clear();
    while (IsNameChar(Peek()) || Peek() == '.') section_ += absl::ascii_tolower(text_[at_++]);
    if (size_t dot = section_.find('.'); dot != std::string::npos) {
      subsection_ = section_.substr(dot + 1);
      section_.resize(dot);
    }
    while (Peek() == ' ' || Peek() == '\t') ++at_;
    if (Peek() == '"') {
      for (++at_; Peek() != '"' && Peek() != '\n';) {
        if (Peek() == '\\' && at_ + 1 < text_.size()) ++at_;
        subsection_ += text_[at_++];
      }
      if (Peek() == '"') ++at_;
    }
    if (Peek() != ']') {
      section_.clear();  // What follows belongs to nothing that we know.
      SkipLine();
    } else {
      ++at_;
    }
  }

  void ReadEntry() {
    GitConfigEntry entry = {section_, subsection_, "", "true"};
    while (IsNameChar(Peek())) entry.key += absl::ascii_tolower(text_[at_++]);
    while (Peek() == ' ' || Peek() == '\t' || Peek() == '\r') ++at_;
    bool is_good = !entry.key.empty() && !section_.empty();
    if (Peek() == '=') {
      ++at_;
      std::optional<std::string> value = ReadValue();
      is_good = is_good && value.has_value();
      if (value.has_value()) entry.value = *std::move(value);
    } else if (Peek() != '\n' && Peek() != '#' && Peek() != ';') {
      is_good = false;
    }
    SkipLine();
    if (is_good) config_.entries.push_back(std::move(entry));
  }

  // To the end of the line; none when it is malformed.
  std::optional<std::string> ReadValue() {
    std::string value;
    size_t kept = 0;  // Unquoted white space at the end does not count.
    bool is_quoted = false;
    for (; at_ < text_.size(); ++at_) {
      char c = text_[at_];
      if (c == '\n') break;
      if (c == '"') {
        is_quoted = !is_quoted;
        kept = value.size();
      } else if (!is_quoted && (c == '#' || c == ';')) {
        break;
      } else if (c == '\\') {
        if (!ReadEscape(&value)) return std::nullopt;
        kept = value.size();
      } else if (!is_quoted && absl::ascii_isspace(c)) {
        if (!value.empty()) value += c;
      } else {
        value += c;
        kept = value.size();
      }
    }
    if (is_quoted) return std::nullopt;
    value.resize(kept);
    return value;
  }

  bool ReadEscape(std::string* value) {
    if (text_.substr(at_ + 1, 2) == "\r\n") ++at_;
    if (++at_ >= text_.size()) return false;
    switch (text_[at_]) {
      case '\n':
        return true;
      case 'n':
        *value += '\n';
        return true;
      case 't':
        *value += '\t';
        return true;
      case 'b':
        *value += '\b';
        return true;
      case '"':
      case '\\':
        *value += text_[at_];
        return true;
      default:
        return false;
    }
  }

  absl::string_view text_;
  size_t at_ = 0;
  std::string section_;
  std::string subsection_;
  GitConfig config_;
};

std::string Quoted(absl::string_view text) {
  std::string quoted = "\"";
  for (char c : text) {
    if (c == '\n') {
      quoted += "\\n";
      continue;
    }
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

bool IsSafe(const GitConfigEntry& entry) {
  static constexpr absl::string_view kCore[] = {"autocrlf",          "checkstat",  "eol",
                                                "filemode",          "ignorecase", "safecrlf",
                                                "precomposeunicode", "symlinks",   "trustctime"};
  // A promisor's name would make git fetch from it.
  static constexpr absl::string_view kExtensionsToDrop[] = {"partialclone", "preciousobjects",
                                                            "worktreeconfig"};
  if (entry.subsection.find('\n') != std::string::npos) return false;
  if (entry.section == "core") {
    return entry.subsection.empty() &&
           std::find(std::begin(kCore), std::end(kCore), entry.key) != std::end(kCore);
  }
  if (entry.section == "extensions") {
    return std::find(std::begin(kExtensionsToDrop), std::end(kExtensionsToDrop), entry.key) ==
           std::end(kExtensionsToDrop);
  }
  if (entry.section == "branch") return entry.key == "remote" || entry.key == "merge";
  return entry.section == "remote" && entry.key == "fetch";
}

}  // namespace

std::optional<std::string> GitConfig::Get(absl::string_view section, absl::string_view subsection,
                                          absl::string_view key) const {
  for (auto entry = entries.rbegin(); entry != entries.rend(); ++entry) {
    if (entry->section == section && entry->subsection == subsection && entry->key == key) {
      return entry->value;
    }
  }
  return std::nullopt;
}

GitConfig ParseGitConfig(absl::string_view text) { return Parser(text).Run(); }

std::string FormatGitConfig(const GitConfig& config) {
  std::string text;
  for (const GitConfigEntry& entry : config.entries) {
    absl::StrAppend(&text, "[", entry.section);
    if (!entry.subsection.empty()) absl::StrAppend(&text, " ", Quoted(entry.subsection));
    absl::StrAppend(&text, "]\n\t", entry.key, " = ", Quoted(entry.value), "\n");
  }
  return text;
}

GitConfig SafePartOf(const GitConfig& config) {
  GitConfig safe;
  for (const GitConfigEntry& entry : config.entries) {
    if (!IsSafe(entry)) continue;
    // Git knows a remote by its URL; this one leads nowhere.
    if (entry.section == "remote" && !safe.Get("remote", entry.subsection, "url").has_value()) {
      safe.entries.push_back({"remote", entry.subsection, "url", "unused:"});
    }
    safe.entries.push_back(entry);
  }
  return safe;
}

std::string RepositoryNameOfUrl(absl::string_view url) {
  size_t scheme = url.find("://");
  if (scheme != absl::string_view::npos) {
    if (absl::StartsWithIgnoreCase(url, "file:")) return "";
    url.remove_prefix(scheme + 3);
    size_t slash = url.find('/');
    if (slash == absl::string_view::npos) return "";
    url.remove_prefix(slash + 1);
  } else {
    // host:owner/name, where no '/' comes before the colon.
    size_t colon = url.find(':');
    if (colon == absl::string_view::npos ||
        url.substr(0, colon).find('/') != absl::string_view::npos) {
      return "";
    }
    url.remove_prefix(colon + 1);
  }
  while (absl::ConsumeSuffix(&url, "/")) {
  }
  absl::ConsumeSuffix(&url, ".git");
  std::vector<absl::string_view> parts = absl::StrSplit(url, '/', absl::SkipEmpty());
  if (parts.size() < 2) return "";
  return absl::StrCat(parts[parts.size() - 2], "/", parts.back());
}

}  // namespace allreview::pull_request
