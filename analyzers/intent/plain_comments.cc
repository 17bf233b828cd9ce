#include "analyzers/intent/plain_comments.h"

#include <algorithm>
#include <optional>
#include <string>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/collectors.h"
#include "analyzers/intent/comment_text.h"
#include "base/poll.h"
#include "base/utf8.h"

namespace allreview::intent {
namespace {

constexpr int kLicenceLines = 60;  // Notices stand at the top.
constexpr size_t kMaxNameBytes = 80;

enum class Marks { kHash, kSlashes };

std::optional<Marks> MarksOf(absl::string_view language) {
  for (absl::string_view known : {"yaml", "toml", "shell", "dockerfile", "makefile", "starlark"}) {
    if (language == known) return Marks::kHash;
  }
  for (absl::string_view known : {"c", "c++", "cuda", "opencl", "go", "rust", "java"}) {
    if (language == known) return Marks::kSlashes;
  }
  return std::nullopt;
}

// "max_steps: 10", "x = f(y);", "if [ -n "${X}" ]; then": lines that nobody writes as prose.
bool IsCode(absl::string_view text) {
  for (absl::string_view end : {";", "{", "}", "\\", "; then", "; do"}) {
    if (absl::EndsWith(text, end)) return true;
  }
  for (absl::string_view part : {"$(", "${", " && ", " == "}) {
    if (absl::StrContains(text, part)) return true;
  }
  if (absl::StartsWith(text, "export ")) return true;
  const size_t end =
      text.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_-.");
  if (end == absl::string_view::npos || end == 0) return false;
  const absl::string_view name = text.substr(0, end), rest = text.substr(end);
  return rest[0] == '=' || absl::StartsWith(rest, " = ") ||
         (rest[0] == ':' && absl::StrContains(name, "_"));
}

// A line of a comment without its marks, with the indentation that lists have.
class CommentLines {
 public:
  explicit CommentLines(Marks marks) : marks_(marks) {}

  // Nothing: the line holds code.
  std::optional<absl::string_view> Read(absl::string_view line) {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (is_inside_) return Inside(text);
    if (marks_ == Marks::kHash) {
      if (!absl::StartsWith(text, "#")) return std::nullopt;
      return Behind(text, "#");
    }
    if (absl::StartsWith(text, "//")) return Behind(text, "/!<");
    if (!absl::StartsWith(text, "/*")) return std::nullopt;
    is_inside_ = true;
    return Inside(text.substr(2));
  }

 private:
  static absl::string_view Behind(absl::string_view text, absl::string_view marks) {
    return text.substr(std::min(text.find_first_not_of(marks), text.size()));
  }

  std::optional<absl::string_view> Inside(absl::string_view text) {
    const size_t end = text.find("*/");
    if (end != absl::string_view::npos) is_inside_ = false;
    return Behind(text.substr(0, end), "*!");
  }

  const Marks marks_;
  bool is_inside_ = false;
};

struct Block {
  std::vector<std::pair<absl::string_view, int>> lines;

  bool IsLicence() const {
    return lines.front().second <= kLicenceLines &&
           std::any_of(lines.begin(), lines.end(),
                       [](const auto& line) { return SpeaksOfLicence(line.first.substr(0, 400)); });
  }
};

class Collector {
 public:
  void Add(absl::string_view comment, int line) { block_.lines.emplace_back(comment, line); }

  // Code, or nothing, stands below the comment.
  void End(absl::string_view below, int line) {
    if (block_.lines.empty()) return;
    if (!block_.IsLicence() && list_.room() > 0) Take(absl::StripAsciiWhitespace(below), line);
    block_.lines.clear();
  }

  std::vector<Sentence> Finish() && { return std::move(list_).Finish(); }

 private:
  void Take(absl::string_view below, int line) {
    ProseReader reader(list_.room());
    for (const auto& [text, number] : block_.lines) {
      const absl::string_view words = absl::StripAsciiWhitespace(text);
      if (IsForTools(words) || IsCode(words)) {
        reader.EndParagraph();
      } else {
        reader.Add(absl::StripTrailingAsciiWhitespace(text), number);
      }
    }
    const bool is_module = below.empty();
    list_.Add(reader.Finish(),
              {.source = Source::kComment,
               .subject = {.kind = is_module ? Subject::Kind::kModule : Subject::Kind::kStatement,
                           .name = ToDisplayText(below.substr(0, kMaxNameBytes)),
                           .first_line = is_module ? 0 : line,
                           .last_line = is_module ? 0 : line}});
  }

  Block block_;
  SentenceList list_;
};

}  // namespace

std::vector<Sentence> SentencesOfComments(absl::string_view path, absl::string_view language,
                                          absl::string_view text) {
  const std::optional<Marks> marks = MarksOf(language);
  if (!marks) return {};
  CommentLines comments(*marks);
  Collector collector;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    Poll();
    ++number;
    const std::optional<absl::string_view> comment = comments.Read(absl::StripSuffix(line, "\r"));
    if (comment) {
      collector.Add(*comment, number);
    } else {
      collector.End(line, number);
    }
  }
  collector.End("", number);
  std::vector<Sentence> sentences = std::move(collector).Finish();
  for (Sentence& sentence : sentences) sentence.path = std::string(path);
  return sentences;
}

}  // namespace allreview::intent
