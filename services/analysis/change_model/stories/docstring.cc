#include "services/analysis/change_model/stories/docstring.h"

#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/utf8.h"

namespace allreview::analysis {
namespace {

using python::Definition;
using python::Kind;
using python::Module;
using python::Node;

enum class Section { kNone, kParameters, kReturns, kOther };

constexpr size_t kMaxTextBytes = 400;

bool IsNameByte(char c) { return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_'; }

size_t IndentOf(absl::string_view line) {
  return std::min(line.find_first_not_of(" \t"), line.size());
}

// The section that a heading, with or without colon, begins.
Section SectionOf(absl::string_view heading) {
  absl::ConsumeSuffix(&heading, ":");
  const std::string name = absl::AsciiStrToLower(heading);
  for (absl::string_view title : {"args", "arguments", "parameters", "params", "keyword args",
                                  "keyword arguments", "other parameters", "inputs"}) {
    if (name == title) return Section::kParameters;
  }
  for (absl::string_view title : {"returns", "return", "yields", "outputs"}) {
    if (name == title) return Section::kReturns;
  }
  for (absl::string_view title : {"raises", "example", "examples", "note", "notes", "attributes",
                                  "references", "see also", "warning", "warnings", "todo"}) {
    if (name == title) return Section::kOther;
  }
  return Section::kNone;
}

void Append(std::string& text, absl::string_view more) {
  more = absl::StripAsciiWhitespace(more);
  if (more.empty() || text.size() > kMaxTextBytes) return;
  absl::StrAppend(&text, text.empty() ? "" : " ", ToDisplayText(more));
}

// Where the parentheses that begin `text` end; npos: they do not.
size_t EndOfParentheses(absl::string_view text) {
  int depth = 0;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '(' || text[i] == '[') ++depth;
    if (text[i] == ')' || text[i] == ']') --depth;
    if (depth == 0) return i + 1;
  }
  return absl::string_view::npos;
}

class Parser {
 public:
  Docstring Parse(absl::string_view text) {
    const std::vector<absl::string_view> lines = absl::StrSplit(text, '\n');
    for (size_t i = 0; i < lines.size(); ++i) {
      const absl::string_view line = absl::StripAsciiWhitespace(lines[i]);
      const absl::string_view next =
          i + 1 < lines.size() ? absl::StripAsciiWhitespace(lines[i + 1]) : absl::string_view();
      const bool is_underlined =
          next.size() >= 3 && next.find_first_not_of('-') == absl::string_view::npos;
      if (Section section = SectionOf(line);
          section != Section::kNone && (absl::EndsWith(line, ":") || is_underlined)) {
        section_ = section;
        is_numpy_ = is_underlined;
        indent_ = absl::string_view::npos;
        entry_ = section == Section::kReturns ? &docstring_.returns : nullptr;
        if (is_underlined) ++i;
        continue;
      }
      if (!AddField(line)) AddLine(line, IndentOf(lines[i]));
    }
    return std::move(docstring_);
  }

 private:
  // ":param x: text", ":param Tensor x: text", ":returns: text", ":type x: text".
  bool AddField(absl::string_view line) {
    if (!absl::StartsWith(line, ":")) return false;
    const size_t end = line.find(':', 1);
    if (end == absl::string_view::npos) return false;
    const std::vector<absl::string_view> words =
        absl::StrSplit(line.substr(1, end - 1), ' ', absl::SkipEmpty());
    if (words.empty()) return false;
    section_ = Section::kOther;
    entry_ = nullptr;
    const absl::string_view text = line.substr(end + 1);
    if ((words[0] == "param" || words[0] == "parameter") && words.size() >= 2) {
      entry_ = &docstring_.parameters[std::string(words.back())];
      if (words.size() > 2) entry_->type = std::string(words[1]);
      Append(entry_->text, text);
    } else if (words[0] == "type" && words.size() == 2) {
      Append(docstring_.parameters[std::string(words[1])].type, text);
    } else if (words[0] == "return" || words[0] == "returns") {
      entry_ = &docstring_.returns;
      Append(entry_->text, text);
    } else if (words[0] == "rtype") {
      Append(docstring_.returns.type, text);
    }
    return true;
  }

  void AddLine(absl::string_view line, size_t indent) {
    if (line.empty()) {
      // Text of a field goes on up to an empty line.
      if (section_ == Section::kOther) entry_ = nullptr;
      return;
    }
    if (section_ == Section::kParameters) {
      if (indent_ == absl::string_view::npos) indent_ = indent;
      if (indent < indent_) section_ = Section::kNone;
      if (indent == indent_ && BeginEntry(line)) return;
    }
    if (entry_ != nullptr && section_ != Section::kNone) Append(entry_->text, line);
  }

  // "name (type): text", "name: text"; in NumPy's form "name : type".
  bool BeginEntry(absl::string_view line) {
    while (absl::StartsWith(line, "*") || absl::StartsWith(line, "`")) line.remove_prefix(1);
    size_t end = 0;
    while (end < line.size() && IsNameByte(line[end])) ++end;
    const std::string name(line.substr(0, end));
    line.remove_prefix(end);
    while (absl::StartsWith(line, "`")) line.remove_prefix(1);
    line = absl::StripLeadingAsciiWhitespace(line);
    if (name.empty()) return false;
    std::string type;
    if (absl::StartsWith(line, "(")) {
      const size_t close = EndOfParentheses(line);
      if (close == absl::string_view::npos) return false;
      type = ToDisplayText(line.substr(1, close - 2));
      line = absl::StripLeadingAsciiWhitespace(line.substr(close));
    }
    const bool has_colon = absl::ConsumePrefix(&line, ":") || absl::ConsumePrefix(&line, " -") ||
                           absl::ConsumePrefix(&line, "- ");
    if (!has_colon && !(is_numpy_ && line.empty())) return false;
    entry_ = &docstring_.parameters[name];
    entry_->type = std::move(type);
    Append(is_numpy_ ? entry_->type : entry_->text, line);
    return true;
  }

  Docstring docstring_;
  Section section_ = Section::kNone;
  bool is_numpy_ = false;
  size_t indent_ = absl::string_view::npos;  // Of the entries.
  Docstring::Entry* entry_ = nullptr;
};

Node StringOf(const Definition& definition) {
  const Node string = definition.body.named_child(0).named_child(0);
  return string.Is(Kind::kString) ? string : Node();
}

}  // namespace

Docstring ParseDocstring(absl::string_view text) { return Parser().Parse(text); }

Docstring DocstringOf(const Module& module, const Definition& definition) {
  Node string = StringOf(definition);
  if (!string && definition.simple_name == "__init__" && definition.parent >= 0) {
    string = StringOf(module.definitions()[definition.parent]);
  }
  return string ? ParseDocstring(Module::StringContent(string)) : Docstring();
}

}  // namespace allreview::analysis
