#include "services/analysis/change_model/stories/file_places.h"

#include <algorithm>
#include <functional>
#include <memory>
#include <optional>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxPlaceBytes = 100;
constexpr size_t kMaxKeys = 4;  // Of a path; deeper ones name too little.

// Reads a file line by line, and knows the place of the last line read.
class Outline {
 public:
  virtual ~Outline() = default;
  virtual void Read(absl::string_view line) = 0;
  virtual std::string Place() const = 0;
};

bool IsNameByte(char c) {
  return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '-' || c == '.';
}

size_t Indentation(absl::string_view line) {
  const size_t first = line.find_first_not_of(" \t");
  return first == absl::string_view::npos ? line.size() : first;
}

absl::string_view Unquoted(absl::string_view text) {
  text = absl::StripAsciiWhitespace(text);
  for (absl::string_view quote : {"\"", "'"}) {
    if (text.size() > 1 && absl::StartsWith(text, quote) && absl::EndsWith(text, quote)) {
      return text.substr(1, text.size() - 2);
    }
  }
  return text;
}

class MarkdownOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (absl::StartsWith(text, "```") || absl::StartsWith(text, "~~~")) is_code_ = !is_code_;
    const size_t level = std::min(text.find_first_not_of('#'), text.size());
    if (is_code_ || level == 0 || level > 6 || level >= text.size() || text[level] != ' ') return;
    absl::string_view heading = absl::StripAsciiWhitespace(text.substr(level));
    while (absl::ConsumeSuffix(&heading, "#")) continue;
    place_ = std::string(absl::StripAsciiWhitespace(heading));
  }
  std::string Place() const override { return place_; }

 private:
  bool is_code_ = false;
  std::string place_;
};

// A heading of reStructuredText has a line of punctuation below it.
class UnderlinedOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    const bool is_rule = text.size() >= 3 && absl::StrContains("=-~^\"*+#`", text.substr(0, 1)) &&
                         text.find_first_not_of(text[0]) == absl::string_view::npos;
    if (is_rule && !previous_.empty()) place_ = previous_;
    previous_ = is_rule ? "" : std::string(text);
  }
  std::string Place() const override { return place_; }

 private:
  std::string previous_, place_;
};

// Keys by indentation: YAML, and JSON as it is usually laid out.
class IndentedKeys : public Outline {
 public:
  explicit IndentedKeys(bool is_json) : is_json_(is_json) {}

  void Read(absl::string_view line) override {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (text.empty()) return;
    size_t indentation = Indentation(line);
    if (IsInText(indentation) || absl::StartsWith(text, "#")) return;
    if (!is_json_ && EndsAsText(text)) text_indentation_ = indentation;
    absl::string_view rest = line.substr(indentation);
    // What a list item holds stands deeper than the list.
    while (!is_json_ && absl::ConsumePrefix(&rest, "- ")) indentation += 2;
    const std::string key = KeyOf(rest);
    const bool is_item = !is_json_ && (absl::StartsWith(text, "- ") || text == "-");
    const size_t bound = is_item ? Indentation(line) : indentation;
    while (!keys_.empty() && keys_.back().first >= bound + (is_item ? 1 : 0)) keys_.pop_back();
    if (!key.empty()) keys_.emplace_back(indentation, key);
  }

  std::string Place() const override {
    std::vector<absl::string_view> names;
    for (const auto& [indentation, key] : keys_) {
      if (names.size() < kMaxKeys) names.push_back(key);
    }
    return absl::StrJoin(names, ".");
  }

 private:
  std::string KeyOf(absl::string_view text) const {
    text = absl::StripAsciiWhitespace(text);
    size_t end = text.find(':');
    if (absl::StartsWith(text, "\"")) {
      const size_t quote = text.find('"', 1);
      if (quote == absl::string_view::npos) return "";
      end = text.find(':', quote);
      if (end != absl::string_view::npos && end > quote + 3) return "";
    } else if (is_json_) {
      return "";
    }
    if (end == absl::string_view::npos || end == 0 || end > 80) return "";
    // "http://x" is no key.
    if (end + 1 < text.size() && text[end + 1] != ' ' && !is_json_) return "";
    return std::string(Unquoted(text.substr(0, end)));
  }

  // "run: |": what stands further in is text, not keys.
  static bool EndsAsText(absl::string_view text) {
    for (absl::string_view mark : {": |", ": >", ": |-", ": >-", ": |+", ": >+"}) {
      if (absl::EndsWith(text, mark)) return true;
    }
    return false;
  }
  bool IsInText(size_t indentation) {
    if (text_indentation_ && indentation > *text_indentation_) return true;
    text_indentation_.reset();
    return false;
  }

  const bool is_json_;
  std::vector<std::pair<size_t, std::string>> keys_;  // With their indentation.
  std::optional<size_t> text_indentation_;            // Of the line above a text.
};

// [section] and key = value.
class SectionOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (absl::StartsWith(text, "[") && absl::EndsWith(text, "]") && Indentation(line) == 0) {
      absl::string_view section = text;
      while (absl::ConsumePrefix(&section, "[")) absl::ConsumeSuffix(&section, "]");
      section_ = std::string(section);
      key_.clear();
      return;
    }
    const size_t end = text.find('=');
    if (end == absl::string_view::npos || Indentation(line) > 0) return;
    const absl::string_view key = Unquoted(text.substr(0, end));
    if (std::all_of(key.begin(), key.end(), IsNameByte)) key_ = std::string(key);
  }
  std::string Place() const override {
    return absl::StrCat(section_, section_.empty() || key_.empty() ? "" : ".", key_);
  }

 private:
  std::string section_, key_;
};

// The last line at the margin that begins a function, class or namespace.
class FunctionOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    if (line.empty() || Indentation(line) > 0) return;
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    const unsigned char first = static_cast<unsigned char>(text.empty() ? ' ' : text[0]);
    if (absl::StartsWith(text, "}")) place_.clear();
    if (!absl::ascii_isalpha(first) && first != '_') return;
    if (absl::EndsWith(text, ":") || absl::StartsWith(text, "using ")) return;
    const size_t parenthesis = text.find('(');
    if (parenthesis == absl::string_view::npos) {
      for (absl::string_view keyword : {"class ", "struct ", "namespace ", "enum "}) {
        if (absl::StartsWith(text, keyword)) place_ = NameAtEnd(BeforeBody(text));
      }
      return;
    }
    if (absl::EndsWith(text, ";")) return;  // A declaration.
    const std::string name = NameAtEnd(text.substr(0, parenthesis));
    if (!name.empty() && name != "if" && name != "__launch_bounds__") place_ = name;
  }
  std::string Place() const override { return place_; }

 private:
  // "struct Router" of "struct Router : Base {".
  static absl::string_view BeforeBody(absl::string_view text) {
    for (absl::string_view mark : {" : ", "{", ";"}) text = text.substr(0, text.find(mark));
    return text;
  }
  static std::string NameAtEnd(absl::string_view text) {
    text = absl::StripAsciiWhitespace(text);
    size_t begin = text.size();
    while (begin > 0 && (IsNameByte(text[begin - 1]) || text[begin - 1] == ':')) --begin;
    return std::string(text.substr(begin));
  }
  std::string place_;
};

// name() { and function name.
class ShellOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    absl::string_view text = absl::StripAsciiWhitespace(line);
    if (Indentation(line) == 0 && absl::StartsWith(text, "}")) place_.clear();
    const bool is_keyword = absl::ConsumePrefix(&text, "function ");
    size_t end = 0;
    while (end < text.size() && IsNameByte(text[end])) ++end;
    const absl::string_view rest = absl::StripLeadingAsciiWhitespace(text.substr(end));
    if (end > 0 && (is_keyword || absl::StartsWith(rest, "()"))) {
      place_ = std::string(text.substr(0, end));
    }
  }
  std::string Place() const override { return place_; }

 private:
  std::string place_;
};

class DockerfileOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    const std::vector<absl::string_view> words =
        absl::StrSplit(line, absl::ByAnyChar(" \t"), absl::SkipEmpty());
    if (words.size() < 2 || !absl::EqualsIgnoreCase(words[0], "FROM")) return;
    const bool has_name =
        words.size() >= 4 && absl::EqualsIgnoreCase(words[words.size() - 2], "AS");
    place_ = std::string(has_name ? words.back() : words[1]);
  }
  std::string Place() const override { return place_; }

 private:
  std::string place_;
};

class MakefileOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    if (line.empty() || !IsNameByte(line[0])) return;
    const size_t colon = line.find(':');
    if (colon == absl::string_view::npos || absl::StartsWith(line.substr(colon), ":=")) return;
    place_ = std::string(line.substr(0, colon));
  }
  std::string Place() const override { return place_; }

 private:
  std::string place_;
};

// name = "router" of the rule that the line is in.
class BazelOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    if (Indentation(line) == 0 && !text.empty()) place_.clear();
    absl::string_view rest = text;
    if (!absl::ConsumePrefix(&rest, "name = \"")) return;
    place_ = std::string(rest.substr(0, rest.find('"')));
  }
  std::string Place() const override { return place_; }

 private:
  std::string place_;
};

// "torch" of "torch==2.4 ; python_version > '3.9'".
class RequirementsOutline : public Outline {
 public:
  void Read(absl::string_view line) override {
    const absl::string_view text = absl::StripAsciiWhitespace(line);
    size_t end = 0;
    while (end < text.size() && IsNameByte(text[end])) ++end;
    place_ = absl::StartsWith(text, "-") ? "" : std::string(text.substr(0, end));
  }
  std::string Place() const override { return place_; }

 private:
  std::string place_;
};

std::unique_ptr<Outline> OutlineOf(absl::string_view language, absl::string_view path) {
  const absl::string_view name = path.substr(path.rfind('/') + 1);  // npos + 1 is 0.
  if (absl::EndsWith(name, ".txt") && absl::StrContains(name, "requirements")) {
    return std::make_unique<RequirementsOutline>();
  }
  if (language == "markdown") return std::make_unique<MarkdownOutline>();
  if (language == "restructuredtext" || absl::EndsWith(name, ".rst")) {
    return std::make_unique<UnderlinedOutline>();
  }
  if (language == "yaml") return std::make_unique<IndentedKeys>(/*is_json=*/false);
  if (language == "json") return std::make_unique<IndentedKeys>(/*is_json=*/true);
  if (language == "toml" || language == "ini") return std::make_unique<SectionOutline>();
  for (absl::string_view known : {"c", "c++", "cuda", "opencl", "go", "rust", "java"}) {
    if (language == known) return std::make_unique<FunctionOutline>();
  }
  if (language == "shell") return std::make_unique<ShellOutline>();
  if (language == "dockerfile") return std::make_unique<DockerfileOutline>();
  if (language == "makefile") return std::make_unique<MakefileOutline>();
  if (language == "starlark") return std::make_unique<BazelOutline>();
  return nullptr;
}

}  // namespace

std::vector<std::string> PlacesOf(absl::string_view language, absl::string_view path,
                                  absl::string_view text, const std::vector<int>& lines) {
  std::vector<std::string> places;
  std::set<std::string> seen;
  auto wanted = lines.begin();
  ReadPlaces(language, path, text, [&](int number, absl::string_view line, std::string place) {
    if (wanted == lines.end()) return false;
    if (*wanted > number) return true;
    while (wanted != lines.end() && *wanted <= number) ++wanted;
    // A blank line belongs to what stands around it, and says nothing of its own.
    if (absl::StripAsciiWhitespace(line).empty()) return true;
    if (!place.empty() && seen.insert(place).second) places.push_back(std::move(place));
    return true;
  });
  return places;
}

void ReadPlaces(absl::string_view language, absl::string_view path, absl::string_view text,
                const std::function<bool(int, absl::string_view, std::string)>& take) {
  const std::unique_ptr<Outline> outline = OutlineOf(language, path);
  if (outline == nullptr) return;
  int number = 0;
  for (absl::string_view line : absl::StrSplit(text, '\n')) {
    line = absl::StripSuffix(line, "\r");
    outline->Read(line);
    if (!take(++number, line, ShortLine(outline->Place(), kMaxPlaceBytes))) return;
  }
}

}  // namespace allreview::analysis
