#include "analyzers/intent/docstring.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/names.h"
#include "base/poll.h"

namespace allreview::intent {
namespace {

using Section = DocstringPart::Section;

constexpr size_t kNone = absl::string_view::npos;

size_t IndentOf(absl::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

struct Heading {
  absl::string_view name;
  Section section;
};
constexpr Heading kHeadings[] = {{"args", Section::kParameters},
                                 {"arguments", Section::kParameters},
                                 {"parameters", Section::kParameters},
                                 {"params", Section::kParameters},
                                 {"keyword args", Section::kParameters},
                                 {"keyword arguments", Section::kParameters},
                                 {"inputs", Section::kParameters},
                                 {"other parameters", Section::kParameters},
                                 {"attributes", Section::kAttributes},
                                 {"returns", Section::kReturns},
                                 {"return", Section::kReturns},
                                 {"yields", Section::kReturns},
                                 {"outputs", Section::kReturns},
                                 {"raises", Section::kRaises},
                                 {"example", Section::kExamples},
                                 {"examples", Section::kExamples},
                                 {"usage", Section::kExamples},
                                 {"references", Section::kExamples},
                                 {"see also", Section::kExamples},
                                 {"note", Section::kNotes},
                                 {"notes", Section::kNotes},
                                 {"warning", Section::kNotes},
                                 {"warnings", Section::kNotes},
                                 {"todo", Section::kNotes}};

// The section that a heading, with or without colon, begins.
std::optional<Section> SectionOf(absl::string_view heading) {
  absl::ConsumeSuffix(&heading, ":");
  if (heading.size() > 20) return std::nullopt;
  const std::string name = absl::AsciiStrToLower(heading);
  for (const Heading& known : kHeadings) {
    if (name == known.name) return known.section;
  }
  return std::nullopt;
}

bool HasEntries(Section section) {
  return section == Section::kParameters || section == Section::kAttributes ||
         section == Section::kRaises;
}

// Where the parentheses that begin `text` end; kNone: they do not.
size_t EndOfParentheses(absl::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (depth == 0) return i + 1;
  }
  return kNone;
}

class Parser {
 public:
  std::vector<DocstringPart> Parse(absl::string_view text, int first_line) {
    const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
    for (size_t i = 0; i < lines.size(); ++i) {
      PollBytes(lines[i].size());
      number_ = first_line + static_cast<int>(i);
      const absl::string_view line = absl::StripAsciiWhitespace(lines[i]);
      const absl::string_view next =
          i + 1 < lines.size() ? absl::StripAsciiWhitespace(lines[i + 1]) : absl::string_view();
      const bool is_underlined = next.size() >= 3 && next.find_first_not_of('-') == kNone;
      const std::optional<Section> section = SectionOf(line);
      if (section && (absl::EndsWith(line, ":") || is_underlined)) {
        BeginSection(*section, IndentOf(lines[i]), is_underlined);
        if (is_underlined) ++i;
      } else if (line.empty()) {
        AddEmptyLine();
      } else if (!AddField(line)) {
        AddLine(lines[i], line);
      }
    }
    return std::move(parts_);
  }

 private:
  DocstringPart& BeginPart(Section section, absl::string_view name = "") {
    parts_.push_back({.section = section, .name = std::string(name), .type = {}, .lines = {}});
    has_part_ = true;
    return parts_.back();
  }

  void BeginSection(Section section, size_t indent, bool is_numpy) {
    section_ = section;
    heading_indent_ = indent;
    is_numpy_ = is_numpy;
    is_flat_ = is_numpy;
    indent_ = kNone;
    has_part_ = is_field_ = false;
  }

  void EndSection() {
    section_ = Section::kText;
    has_part_ = is_field_ = false;
  }

  // Text of a field goes on up to an empty line.
  void AddEmptyLine() {
    if (is_field_) EndSection();
    if (has_part_) parts_.back().lines.push_back({"", number_});
  }

  void Append(absl::string_view text) {
    if (!has_part_) BeginPart(section_);
    parts_.back().lines.push_back({text, number_});
  }

  // ":param x: text", ":param Tensor x: text", ":returns: text", ":type x: text".
  bool AddField(absl::string_view line) {
    if (!absl::StartsWith(line, ":")) return false;
    const size_t end = line.find(':', 1);
    if (end == kNone) return false;
    const std::vector<absl::string_view> words =
        absl::StrSplit(line.substr(1, end - 1), ' ', absl::SkipEmpty());
    if (words.empty() || absl::StartsWith(line.substr(end + 1), "`")) return false;
    EndSection();
    is_field_ = true;
    const absl::string_view text = absl::StripAsciiWhitespace(line.substr(end + 1));
    if ((words[0] == "param" || words[0] == "parameter") && words.size() >= 2) {
      DocstringPart& part = BeginPart(Section::kParameters, words.back());
      if (words.size() > 2) part.type = words[1];
      Append(text);
    } else if (words[0] == "type" && words.size() == 2) {
      BeginPart(Section::kParameters, words[1]).type = text;
    } else if (words[0] == "return" || words[0] == "returns") {
      BeginPart(Section::kReturns);
      Append(text);
    } else if (words[0] == "rtype") {
      BeginPart(Section::kReturns).type = text;
    } else {
      BeginPart(Section::kNotes);
      Append(text);
    }
    return true;
  }

  void AddLine(absl::string_view raw, absl::string_view line) {
    const size_t indent = IndentOf(raw);
    if (section_ != Section::kText && indent_ == kNone) {
      indent_ = indent;
      is_flat_ = is_flat_ || indent <= heading_indent_;
    }
    if (HasEntries(section_)) {
      if (indent < indent_) EndSection();
      if (HasEntries(section_) && indent == indent_ && BeginEntry(line)) return;
    } else if (section_ != Section::kText && !is_flat_ && indent <= heading_indent_) {
      EndSection();
    }
    Append(raw);
  }

  // "name (type): text", "name: text"; in NumPy's form "name : type".
  bool BeginEntry(absl::string_view line) {
    while (absl::StartsWith(line, "*") || absl::StartsWith(line, "`")) line.remove_prefix(1);
    size_t end = 0;
    while (end < line.size() && IsNameByte(line[end])) ++end;
    const absl::string_view name = line.substr(0, end);
    line.remove_prefix(end);
    while (absl::StartsWith(line, "`")) line.remove_prefix(1);
    line = absl::StripLeadingAsciiWhitespace(line);
    if (name.empty()) return false;
    absl::string_view type;
    if (absl::StartsWith(line, "(")) {
      const size_t close = EndOfParentheses(line);
      if (close == kNone) return false;
      type = line.substr(1, close - 2);
      line = absl::StripLeadingAsciiWhitespace(line.substr(close));
    }
    const bool has_colon = absl::ConsumePrefix(&line, ":") || absl::ConsumePrefix(&line, " -") ||
                           absl::ConsumePrefix(&line, "- ");
    if (!has_colon && !(is_numpy_ && line.empty())) return false;
    line = absl::StripAsciiWhitespace(line);
    BeginPart(section_, name).type = is_numpy_ ? line : type;
    if (!is_numpy_) Append(line);
    return true;
  }

  std::vector<DocstringPart> parts_;
  bool has_part_ = false;  // The last part goes on.
  Section section_ = Section::kText;
  bool is_field_ = false;  // The last part is a field of Sphinx's form.
  bool is_numpy_ = false;
  bool is_flat_ = false;  // The text of the section stands no further in than its heading.
  size_t heading_indent_ = 0;
  size_t indent_ = kNone;  // Of the first line of the section.
  int number_ = 0;
};

}  // namespace

std::vector<DocstringPart> ReadDocstring(absl::string_view text, int first_line) {
  return Parser().Parse(text, first_line);
}

}  // namespace allreview::intent
