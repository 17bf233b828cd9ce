#include <algorithm>
#include <iterator>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/playbook/stale.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxCommand = 8000;

bool IsWordCharacter(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
}

// "a/b.py", "a/b/": nothing but words between slashes.
bool IsPlainPath(absl::string_view text) {
  if (!absl::StrContains(text, "/") || absl::StartsWith(text, "/") ||
      absl::StrContains(text, "//")) {
    return false;
  }
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return IsWordCharacter(c) || c == '/'; });
}

bool HasKnownEnd(absl::string_view path) {
  static constexpr absl::string_view kEnds[] = {".py",   ".sh",  ".md",   ".yaml", ".yml",
                                                ".toml", ".cfg", ".json", ".rst",  ".txt",
                                                ".ini",  ".cu",  ".cpp",  ".h",    "/"};
  return std::any_of(std::begin(kEnds), std::end(kEnds),
                     [&](absl::string_view end) { return absl::EndsWith(path, end); });
}

bool IsModule(absl::string_view text) {
  if (std::count(text.begin(), text.end(), '.') < 2 || absl::StrContains(text, "..")) return false;
  if (HasKnownEnd(text)) return false;
  for (absl::string_view part : absl::StrSplit(text, '.')) {
    if (part.empty() || absl::ascii_isdigit(static_cast<unsigned char>(part[0]))) return false;
    if (!std::all_of(part.begin(), part.end(), [](char c) {
          return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_';
        })) {
      return false;
    }
  }
  return true;
}

bool IsShell(absl::string_view info) {
  info = info.substr(0, info.find_first_of(" {,"));
  return info == "bash" || info == "sh" || info == "shell" || info == "console" || info == "zsh";
}

// Words of prose that say that the file is not there, or not yet, or no more, or is any file.
bool MayBeAbsent(absl::string_view line) {
  const std::string lower = absl::AsciiStrToLower(line);
  static constexpr absl::string_view kWords[] = {
      "creat",   "add ",    "generat", "output", "example", "e.g.",   "for instance", "your",
      "new ",    "renam",   "moved",   "remov",  "delet",   "deprec", "legacy",       "no longer",
      "was ",    "were ",   "used to", "save",   "writ",    "produc", "download",     "such as",
      "don't",   "do not",  "never",   "if any", "would",   "former", "template",     "copy",
      "replac",  "missing", "absent",  "clone",  "instead", "propos", "hypothetical", "planned",
      "future",  "todo",    "upload",  "build/", "dist/",   "ignore", "log",          "cache",
      "another", "sibling", "external"};
  return std::any_of(std::begin(kWords), std::end(kWords),
                     [&](absl::string_view word) { return absl::StrContains(lower, word); });
}

class Reader {
 public:
  std::vector<Mention> Read(absl::string_view text) {
    ForEachLine(text, [&](int number, absl::string_view line) { ReadLine(number, line); });
    return std::move(mentions_);
  }

 private:
  void Add(Mention::Kind kind, absl::string_view what, int line, absl::string_view script = "") {
    mentions_.push_back(
        {.kind = kind, .what = std::string(what), .script = std::string(script), .line = line});
  }

  void ReadLine(int number, absl::string_view line) {
    const absl::string_view code = absl::StripAsciiWhitespace(line);
    if (absl::StartsWith(code, "```") || absl::StartsWith(code, "~~~")) {
      is_fenced_ = !is_fenced_;
      is_shell_ = is_fenced_ && IsShell(absl::StripAsciiWhitespace(code.substr(3)));
      command_.clear();
      has_moved_ = false;
      return;
    }
    if (absl::StartsWith(code, "<!--")) is_comment_ = true;
    const bool was_comment = is_comment_;
    if (absl::StrContains(code, "-->")) is_comment_ = false;
    if (was_comment) return;
    if (!is_fenced_) return ReadProse(number, line);
    if (is_shell_) ReadCommand(number, code);
  }

  void ReadProse(int number, absl::string_view line) {
    ReadLinks(number, line);
    if (MayBeAbsent(line)) return;
    const std::vector<absl::string_view> parts = absl::StrSplit(line, '`');
    for (size_t i = 1; i + 1 < parts.size(); i += 2) {
      absl::string_view span = parts[i];
      absl::ConsumePrefix(&span, "./");
      absl::ConsumePrefix(&span, "@");
      if (IsPlainPath(span) && HasKnownEnd(span)) {
        Add(Mention::Kind::kPath, span, number);
      } else if (IsModule(span)) {
        Add(Mention::Kind::kModule, span, number);
      } else if (absl::ConsumePrefix(&span, "make ")) {
        AddTarget(number, span);
      }
    }
  }

  // [text](target), but images and what has a scheme.
  void ReadLinks(int number, absl::string_view line) {
    for (size_t at = line.find("]("); at != absl::string_view::npos; at = line.find("](", at + 2)) {
      const size_t end = line.find(')', at);
      if (end == absl::string_view::npos) return;
      absl::string_view target = line.substr(at + 2, end - at - 2);
      target = target.substr(0, target.find_first_of(" #?"));
      absl::ConsumePrefix(&target, "./");
      if (target.empty() || absl::StrContains(target, ":") || target[0] == '/') continue;
      const bool is_plain = std::all_of(target.begin(), target.end(),
                                        [](char c) { return IsWordCharacter(c) || c == '/'; });
      if (is_plain && HasKnownEnd(target)) Add(Mention::Kind::kLink, target, number);
    }
  }

  void AddTarget(int number, absl::string_view text) {
    const absl::string_view target = text.substr(0, text.find(' '));
    const bool is_plain = !target.empty() && std::all_of(target.begin(), target.end(),
                                                         [](char c) { return IsWordCharacter(c); });
    if (is_plain && target[0] != '-' && target == text) Add(Mention::Kind::kTarget, target, number);
  }

  void ReadCommand(int number, absl::string_view code) {
    if (absl::StartsWith(code, "#")) return;
    if (command_.empty()) first_ = number;
    const bool goes_on = absl::ConsumeSuffix(&code, "\\");
    if (command_.size() < kMaxCommand) absl::StrAppend(&command_, " ", code);
    if (goes_on) return;
    // Elsewhere, paths mean something else.
    if (absl::StrContains(command_, " cd ") || absl::StrContains(command_, "git clone")) {
      has_moved_ = true;
    }
    if (!has_moved_) ReadWords();
    command_.clear();
  }

  void ReadWords() {
    const std::vector<absl::string_view> words =
        absl::StrSplit(command_, absl::ByAnyChar(" \t"), absl::SkipEmpty());
    std::string script;
    for (size_t i = 0; i < words.size(); ++i) {
      absl::string_view word = words[i];
      if (word == "#" || word == "|" || word == "&&" || word == ";" || word == ">") {
        if (word == "#" || word == ">") break;
        script.clear();
        continue;
      }
      if (i > 0 && words[i - 1] == "make" && (i == 1 || words[i - 2] == "&&")) {
        if (i + 1 == words.size()) AddTarget(first_, word);
      }
      if (!script.empty() && absl::StartsWith(word, "--")) {
        const absl::string_view option = word.substr(0, word.find('='));
        if (option.size() > 3 && std::all_of(option.begin(), option.end(), IsWordCharacter)) {
          Add(Mention::Kind::kOption, option, first_, script);
        }
        continue;
      }
      absl::ConsumePrefix(&word, "./");
      if (!script.empty() && IsInput(words[i - 1], word)) Add(Mention::Kind::kPath, word, first_);
      const bool is_program = absl::EndsWith(word, ".py") || absl::EndsWith(word, ".sh");
      if (!script.empty() || !is_program || !IsProgramPath(word)) continue;
      script = std::string(word);
      if (absl::StrContains(word, "/")) Add(Mention::Kind::kPath, word, first_);
    }
  }

  // A file that an option hands to a program to be read: "--config configs/small.yaml".
  static bool IsInput(absl::string_view option, absl::string_view word) {
    const bool is_config = absl::StartsWith(option, "--") && absl::StrContains(option, "config");
    return is_config && IsPlainPath(word) && HasKnownEnd(word) && !absl::EndsWith(word, "/");
  }

  static bool IsProgramPath(absl::string_view word) {
    return std::all_of(word.begin(), word.end(),
                       [](char c) { return IsWordCharacter(c) || c == '/'; }) &&
           word[0] != '/' && word[0] != '-' && !absl::StartsWith(word, "..");
  }

  std::vector<Mention> mentions_;
  bool is_fenced_ = false, is_shell_ = false, has_moved_ = false, is_comment_ = false;
  std::string command_;
  int first_ = 0;
};

}  // namespace

std::vector<Mention> MentionsIn(absl::string_view text) { return Reader().Read(text); }

}  // namespace allreview::playbook
