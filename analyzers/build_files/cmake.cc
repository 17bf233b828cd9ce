#include "analyzers/build_files/cmake.h"

#include <algorithm>
#include <iterator>
#include <optional>
#include <set>
#include <utility>

#include "absl/algorithm/container.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "base/names.h"

namespace allreview::build_files {
namespace {

// Commands whose arguments are sources, or lists of them.
constexpr absl::string_view kListing[] = {
    "add_executable",      "add_library",        "cuda_add_executable",
    "cuda_add_library",    "hip_add_library",    "list",
    "pybind11_add_module", "python_add_library", "set",
    "target_sources"};
// Commands that make files.
constexpr absl::string_view kMaking[] = {"add_custom_command", "configure_file", "execute_process",
                                         "file"};

template <size_t kSize>
bool IsOneOf(absl::string_view name, const absl::string_view (&names)[kSize]) {
  return std::find(std::begin(names), std::end(names), name) != std::end(names);
}

class Reader {
 public:
  explicit Reader(absl::string_view text) : text_(text) {}

  CMakeFile Read() {
    while (SkipBlanks()) {
      CMakeCommand command;
      command.line = line_;
      while (at_ < text_.size() && IsNameByte(text_[at_])) command.name.push_back(text_[at_++]);
      absl::AsciiStrToLower(&command.name);
      SkipBlanks();
      if (command.name.empty() || at_ == text_.size() || text_[at_] != '(') {
        Fail(command.line);
        break;
      }
      if (!ReadArguments(command)) break;
      file_.commands.push_back(std::move(command));
    }
    return std::move(file_);
  }

 private:
  void Fail(int line) { file_.error_line = line; }

  char Take() {
    if (text_[at_] == '\n') ++line_;
    return text_[at_++];
  }

  // Comments, too. False: the text ends.
  bool SkipBlanks() {
    while (at_ < text_.size()) {
      if (text_[at_] == '#') {
        ++at_;
        if (BracketAt() == 0 || !TakeBracket()) {
          while (at_ < text_.size() && text_[at_] != '\n') ++at_;
        }
      } else if (absl::ascii_isspace(static_cast<unsigned char>(text_[at_])) || text_[at_] == ';') {
        Take();
      } else {
        return true;
      }
    }
    return false;
  }

  // The length of "[==[" here; 0: it is none.
  size_t BracketAt() const {
    size_t end = at_;
    if (end == text_.size() || text_[end] != '[') return 0;
    ++end;
    while (end < text_.size() && text_[end] == '=') ++end;
    return end < text_.size() && text_[end] == '[' ? end + 1 - at_ : 0;
  }

  // None: it never ends, and nothing is taken.
  std::optional<absl::string_view> TakeBracket() {
    const size_t length = BracketAt();
    const std::string close = absl::StrCat("]", std::string(length - 2, '='), "]");
    if (never_closed_.contains(length)) return std::nullopt;
    const size_t end = text_.find(close, at_ + length);
    if (end == absl::string_view::npos) {
      never_closed_.insert(length);
      return std::nullopt;
    }
    const absl::string_view inside = text_.substr(at_ + length, end - at_ - length);
    line_ += static_cast<int>(std::count(inside.begin(), inside.end(), '\n'));
    at_ = end + close.size();
    return inside;
  }

  // False: it never ends.
  bool TakeQuoted(std::string& content) {
    ++at_;
    while (at_ < text_.size() && text_[at_] != '"') {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) Take();
      content.push_back(Take());
    }
    if (at_ == text_.size()) return false;
    ++at_;
    return true;
  }

  void TakeBare(std::string& content) {
    while (at_ < text_.size() && !absl::ascii_isspace(static_cast<unsigned char>(text_[at_])) &&
           !absl::StrContains("()#\"", text_[at_])) {
      if (text_[at_] == '\\' && at_ + 1 < text_.size()) Take();
      content.push_back(Take());
    }
  }

  bool ReadArguments(CMakeCommand& command) {
    int depth = 0;
    while (SkipBlanks()) {
      if (text_[at_] == '(' || text_[at_] == ')') {
        depth += Take() == '(' ? 1 : -1;
        if (depth == 0) return true;
        continue;
      }
      CMakeArgument argument;
      argument.line = line_;
      bool ends = true;
      if (BracketAt() > 0) {
        const std::optional<absl::string_view> content = TakeBracket();
        ends = content.has_value();
        argument.text = std::string(content.value_or(""));
      } else if (text_[at_] == '"') {
        ends = TakeQuoted(argument.text);
      } else {
        TakeBare(argument.text);
      }
      if (!ends) {
        Fail(argument.line);
        return false;
      }
      command.arguments.push_back(std::move(argument));
    }
    Fail(command.line);
    return false;
  }

  const absl::string_view text_;
  size_t at_ = 0;
  int line_ = 1;
  std::set<size_t> never_closed_;  // Lengths of brackets that nothing closes any more.
  CMakeFile file_;
};

// Without the folder of the file itself. Empty: other variables, patterns or absolute paths.
std::string LocalPath(absl::string_view text) {
  for (absl::string_view here : {"${CMAKE_CURRENT_SOURCE_DIR}/", "${CMAKE_CURRENT_LIST_DIR}/"}) {
    if (absl::ConsumePrefix(&text, here)) break;
  }
  absl::ConsumePrefix(&text, "./");
  const bool is_plain =
      !text.empty() && text[0] != '/' && text.find_first_of("$<>*?@;: ") == absl::string_view::npos;
  return is_plain ? std::string(text) : "";
}

}  // namespace

const std::vector<std::string>& SourceSuffixes() {
  static const auto* const kSuffixes =
      new std::vector<std::string>{".c", ".cc", ".cpp", ".cu", ".cxx"};
  return *kSuffixes;
}

bool IsSourceName(absl::string_view name) {
  const size_t dot = name.rfind('.');
  return dot != absl::string_view::npos &&
         absl::c_linear_search(SourceSuffixes(), name.substr(dot));
}

CMakeFile ReadCMake(absl::string_view text) { return Reader(text).Read(); }

std::vector<Source> SourcesIn(const CMakeFile& file) {
  std::set<std::string> made;
  for (const CMakeCommand& command : file.commands) {
    if (!IsOneOf(command.name, kMaking)) continue;
    for (const CMakeArgument& argument : command.arguments) {
      made.emplace(paths::BaseName(argument.text));
    }
  }
  std::vector<Source> sources;
  for (const CMakeCommand& command : file.commands) {
    if (!IsOneOf(command.name, kListing)) continue;
    for (const CMakeArgument& argument : command.arguments) {
      if (!IsSourceName(argument.text) ||
          made.contains(std::string(paths::BaseName(argument.text)))) {
        continue;
      }
      if (std::string path = LocalPath(argument.text); !path.empty()) {
        sources.push_back({std::move(path), argument.line});
      }
    }
  }
  return sources;
}

}  // namespace allreview::build_files
