#include "analyzers/build_files/dockerfile.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "base/languages.h"

namespace allreview::build_files {
namespace {

struct Word {
  std::string text;
  int line = 0;
};

// Blanks, continued lines and quotes between and around them are gone. A list in JSON, too.
std::vector<Word> WordsOf(const DockerInstruction& instruction) {
  const bool is_json = absl::StartsWith(instruction.text, "[");
  std::vector<Word> words;
  int line = instruction.line;
  bool is_inside = false;
  char quote = 0;
  for (const char c : instruction.text) {
    if (c == '\n') ++line;
    const bool is_blank = absl::ascii_isspace(static_cast<unsigned char>(c)) || c == '\\';
    const bool is_mark = is_json && (c == '[' || c == ']' || c == ',');
    if (quote == 0 && (c == '"' || c == '\'')) {
      quote = c;
    } else if (c == quote && quote != 0) {
      quote = 0;
    } else if (quote == 0 && (is_blank || is_mark)) {
      is_inside = false;
    } else {
      if (!is_inside) words.push_back({"", line});
      is_inside = true;
      words.back().text.push_back(c);
    }
  }
  return words;
}

// "EOF" of "<<EOF", "<<-'EOF'"; empty: it begins no here-document.
std::string HereName(absl::string_view word) {
  while (!word.empty() && absl::ascii_isdigit(static_cast<unsigned char>(word[0]))) {
    word.remove_prefix(1);
  }
  if (!absl::ConsumePrefix(&word, "<<")) return "";
  absl::ConsumePrefix(&word, "-");
  const size_t end =
      word.find_first_not_of("abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789_");
  return std::string(word.substr(0, end));
}

bool MayHaveHereDocuments(absl::string_view name) {
  return name == "RUN" || name == "COPY" || name == "ADD";
}

class Reader {
 public:
  explicit Reader(absl::string_view text) : lines_(absl::StrSplit(text, '\n')) {}

  Dockerfile Read() {
    while (at_ < lines_.size()) {
      const absl::string_view line = absl::StripAsciiWhitespace(lines_[at_]);
      if (line.empty() || line[0] == '#') {
        ++at_;
        continue;
      }
      DockerInstruction instruction = TakeInstruction(line);
      if (MayHaveHereDocuments(instruction.name)) SkipHereDocuments(instruction);
      file_.instructions.push_back(std::move(instruction));
    }
    return std::move(file_);
  }

 private:
  static bool IsContinued(absl::string_view line) { return absl::EndsWith(line, "\\"); }

  DockerInstruction TakeInstruction(absl::string_view line) {
    const size_t end = std::min(line.find_first_of(" \t\\"), line.size());
    DockerInstruction instruction = {
        .name = absl::AsciiStrToUpper(line.substr(0, end)),
        .line = static_cast<int>(at_) + 1,
        .text = std::string(absl::StripLeadingAsciiWhitespace(line.substr(end)))};
    ++at_;
    bool is_continued = IsContinued(line);
    while (is_continued && at_ < lines_.size()) {
      const absl::string_view next = absl::StripTrailingAsciiWhitespace(lines_[at_++]);
      const absl::string_view content = absl::StripLeadingAsciiWhitespace(next);
      if (content.empty() || content[0] == '#') {
        absl::StrAppend(&instruction.text, "\n\\");
        continue;
      }
      absl::StrAppend(&instruction.text, "\n", next);
      is_continued = IsContinued(next);
    }
    return instruction;
  }

  void SkipHereDocuments(const DockerInstruction& instruction) {
    if (!absl::StrContains(instruction.text, "<<")) return;
    for (const Word& word : WordsOf(instruction)) {
      const std::string name = HereName(word.text);
      if (name.empty()) continue;
      while (at_ < lines_.size() && absl::StripAsciiWhitespace(lines_[at_]) != name) ++at_;
      if (at_ == lines_.size()) {
        if (file_.error_line == 0) file_.error_line = word.line;
        return;
      }
      ++at_;
    }
  }

  const std::vector<absl::string_view> lines_;
  size_t at_ = 0;
  Dockerfile file_;
};

// Empty: variables, patterns, addresses, or the whole context.
std::string PlainPath(absl::string_view path) {
  if (path.find_first_of("$*?[]<>:@") != absl::string_view::npos) return "";
  while (absl::ConsumePrefix(&path, "./") || absl::ConsumePrefix(&path, "/")) {
  }
  while (absl::ConsumeSuffix(&path, "/") || absl::ConsumeSuffix(&path, "/.")) {
  }
  if (path == "." || absl::StrContains(path, "..")) return "";
  return std::string(path);
}

// "requirements.txt" of --mount=type=bind,source=requirements.txt,target=/tmp/r.txt
std::string BoundPath(absl::string_view mount) {
  std::string source;
  for (absl::string_view field : absl::StrSplit(mount, ',')) {
    if (absl::StartsWith(field, "from=")) return "";
    if (absl::StartsWith(field, "type=") && field != "type=bind") return "";
    if (absl::ConsumePrefix(&field, "source=") || absl::ConsumePrefix(&field, "src=")) {
      source = PlainPath(field);
    }
  }
  return source;
}

void AddCopied(const std::vector<Word>& words, std::vector<CopiedPath>& copied) {
  size_t first = 0;
  while (first < words.size() && absl::StartsWith(words[first].text, "--")) {
    if (absl::StartsWith(words[first].text, "--from=")) return;
    ++first;
  }
  for (size_t i = first; i + 1 < words.size(); ++i) {
    std::string path = PlainPath(words[i].text);
    if (!path.empty()) copied.push_back({std::move(path), words[i].line});
  }
}

void AddMounted(const std::vector<Word>& words, std::vector<CopiedPath>& copied) {
  for (const Word& word : words) {
    absl::string_view mount = word.text;
    if (!absl::StartsWith(mount, "--")) return;
    if (!absl::ConsumePrefix(&mount, "--mount=")) continue;
    std::string path = BoundPath(mount);
    if (!path.empty()) copied.push_back({std::move(path), word.line});
  }
}

}  // namespace

bool IsDockerfilePath(absl::string_view path) {
  const std::string name = absl::AsciiStrToLower(paths::BaseName(path));
  const ProgrammingLanguage* const language = LanguageOfPath(name);
  if (language != nullptr) return language->name == "dockerfile";
  return absl::StartsWith(name, "dockerfile");  // Dockerfile.cuda
}

Dockerfile ReadDockerfile(absl::string_view text) { return Reader(text).Read(); }

std::vector<CopiedPath> CopiedFromContext(const Dockerfile& file) {
  std::vector<CopiedPath> copied;
  for (const DockerInstruction& instruction : file.instructions) {
    const bool copies = instruction.name == "COPY" || instruction.name == "ADD";
    if (copies) AddCopied(WordsOf(instruction), copied);
    if (instruction.name == "RUN") AddMounted(WordsOf(instruction), copied);
  }
  return copied;
}

}  // namespace allreview::build_files
