#include "services/analysis/change_model/symbols/code_text.h"

#include <algorithm>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/python/module.h"
#include "base/utf8.h"

namespace allreview::analysis {
namespace {

using python::Field;
using python::Kind;
using python::Node;

constexpr absl::string_view kMore = "…";

// At most that long with the sign that it was cut, between characters.
std::string Cut(std::string text, size_t max_bytes) {
  if (text.size() <= max_bytes) return text;
  size_t end = max_bytes - std::min(max_bytes, kMore.size());
  while (end > 0 && (static_cast<unsigned char>(text[end]) & 0xC0) == 0x80) --end;
  return absl::StrCat(text.substr(0, end), kMore);
}

bool Opens(absl::string_view text) { return text == "(" || text == "[" || text == "{"; }
bool Closes(absl::string_view text) { return text == ")" || text == "]" || text == "}"; }

// "e.g.", "i.e.", "w.r.t.", "optim.": the sentence goes on.
bool EndsInAbbreviation(absl::string_view text) {
  const absl::string_view word = text.substr(text.find_last_of(" (") + 1);  // npos + 1 is 0.
  const bool has_inner_dot = word.find('.') + 1 < word.size();
  for (absl::string_view known : {"etc.", "vs.", "cf.", "approx.", "resp.", "incl.", "fig.", "eq.",
                                  "sec.", "no.", "optim.", "dist.", "args.", "config."}) {
    if (absl::EqualsIgnoreCase(word, known)) return true;
  }
  return has_inner_dot && word.size() <= 7;
}

// Prints pieces of code one behind the other.
class LinePrinter {
 public:
  explicit LinePrinter(const LineOptions& options) : options_(options) {}

  std::string Print(Node code) {
    top_ = code;
    end_ = code.first_byte();
    for (uint32_t i = code.index(); i < code.subtree_end();) {
      const Node node = code.tree()->node(i);
      i = Visit(node) ? node.subtree_end() : i + 1;
      // What is longer is cut in any case.
      if (line_.size() > options_.max_bytes + 200) break;
    }
    return Cut(ToDisplayText(line_), options_.max_bytes);
  }

 private:
  // Whether the node is done with.
  bool Visit(Node node) {
    if (node.Is(Kind::kComment) || node.Is(Kind::kLineContinuation)) {
      end_ = node.end_byte();
      is_broken_ = true;
      return true;
    }
    if (node.Is(Kind::kString)) return AddString(node);
    if (options_.elides_calls && node.Is(Kind::kArgumentList) && IsElided(node)) {
      Add(node, node.named_child_count() == 0 ? "()" : "(…)");
      return true;
    }
    if (options_.omits_placement && IsPlacement(node)) {
      end_ = node.end_byte();
      is_after_omission_ = true;
      return true;
    }
    const bool is_leaf = node.subtree_end() == node.index() + 1;
    if (is_leaf && !node.text().empty()) Add(node, node.text());
    return is_leaf;
  }

  bool IsElided(Node arguments) const {
    return options_.elides_own_call || arguments.parent() != top_;
  }

  bool IsPlacement(Node node) const {
    if (!node.Is(Kind::kKeywordArgument) || node.parent().parent() != top_) return false;
    const absl::string_view name = node.child(Field::kName).text();
    return name == "dtype" || name == "device";
  }

  bool AddString(Node node) {
    const absl::string_view content = python::Module::StringContent(node);
    const absl::string_view text = node.text();
    const bool is_plain = absl::StartsWith(text, "'") && !absl::StartsWith(text, "'''") &&
                          content.find_first_of("\"\\\n") == absl::string_view::npos &&
                          text.size() == content.size() + 2;
    if (is_plain) {
      Add(node, absl::StrCat("\"", content, "\""));
    } else {
      Add(node,
          absl::StrJoin(absl::StrSplit(text, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty()), " "));
    }
    return true;
  }

  void Add(Node node, absl::string_view text) {
    if (is_after_omission_ && text == ",") {
      end_ = node.end_byte();
      return;
    }
    is_after_omission_ = false;
    const absl::string_view gap =
        node.tree()->source().substr(end_, node.first_byte() > end_ ? node.first_byte() - end_ : 0);
    is_broken_ = is_broken_ || gap.find('\n') != absl::string_view::npos;
    const bool is_spaced = !gap.empty() || is_broken_;
    if (Closes(text)) {
      absl::string_view bare = absl::StripTrailingAsciiWhitespace(line_);
      const bool is_single = node.parent().Is(Kind::kTuple) && !is_broken_;
      if (!is_single && absl::ConsumeSuffix(&bare, ",")) line_ = std::string(bare);
    }
    const bool is_inside = line_.empty() || Opens(last_) || Closes(text) || text == ",";
    if (is_spaced && !is_inside) line_ += ' ';
    absl::StrAppend(&line_, text);
    last_ = std::string(text);
    end_ = node.end_byte();
    is_broken_ = false;
  }

  const LineOptions options_;
  Node top_;
  std::string line_, last_;
  uint32_t end_ = 0;  // Of what was printed.
  bool is_broken_ = false;
  bool is_after_omission_ = false;
};

}  // namespace

std::string LineOf(Node code, const LineOptions& options) {
  return code ? LinePrinter(options).Print(code) : "";
}

std::string BlockOf(Node code) {
  constexpr size_t kMaxLines = 40, kMaxBytes = 4000;
  if (!code) return "";
  const int column = code.tree()->ColumnOf(code.first_byte());
  std::vector<absl::string_view> lines = absl::StrSplit(code.text(), '\n');
  const bool is_long = lines.size() > kMaxLines;
  if (is_long) lines.resize(kMaxLines);
  std::string text;
  for (size_t i = 0; i < lines.size(); ++i) {
    absl::string_view line = absl::StripTrailingAsciiWhitespace(lines[i]);
    for (int blanks = 0; i > 0 && blanks < column && absl::ConsumePrefix(&line, " ");) ++blanks;
    absl::StrAppend(&text, i == 0 ? "" : "\n", line);
  }
  if (is_long) absl::StrAppend(&text, "\n", kMore);
  return Cut(ToDisplayText(text), kMaxBytes);
}

std::string ShortLine(absl::string_view text, size_t max_bytes) {
  return Cut(ToDisplayText(absl::StrJoin(
                 absl::StrSplit(text, absl::ByAnyChar(" \t\r\n\f\v"), absl::SkipEmpty()), " ")),
             max_bytes);
}

bool IsListOfArguments(absl::string_view documentation) {
  documentation = absl::StripLeadingAsciiWhitespace(documentation);
  for (absl::string_view heading : {"Args:", "Arguments:", "Parameters:", "Returns:", "Inputs:"}) {
    if (absl::StartsWith(documentation, heading)) return true;
  }
  return false;
}

std::string FirstSentence(absl::string_view documentation) {
  documentation = absl::StripAsciiWhitespace(documentation);
  std::string paragraph;
  for (absl::string_view line : absl::StrSplit(documentation, '\n')) {
    line = absl::StripAsciiWhitespace(line);
    if (line.empty()) break;
    // A heading of a list of arguments, or of the text below.
    if (line.size() > 2 && line.find_first_not_of("-=") == absl::string_view::npos) return "";
    absl::StrAppend(&paragraph, paragraph.empty() ? "" : " ", line);
  }
  // `""""Text."""` begins with a stray mark; a list of arguments says nothing of the whole.
  absl::string_view text = paragraph;
  while (absl::ConsumePrefix(&text, "\"")) continue;
  if (IsListOfArguments(text)) return "";
  paragraph = ShortLine(text, 400);
  for (size_t end = paragraph.find(". "); end != std::string::npos;
       end = paragraph.find(". ", end + 1)) {
    if (!EndsInAbbreviation(absl::string_view(paragraph).substr(0, end + 1)) &&
        !absl::ascii_islower(static_cast<unsigned char>(paragraph[end + 2]))) {
      return paragraph.substr(0, end + 1);
    }
  }
  return paragraph;
}

std::string LiteralText(Node string) {
  if (string.Is(Kind::kParenthesizedExpression)) string = python::WithoutParentheses(string);
  if (string.Is(Kind::kString)) return std::string(python::Module::StringContent(string));
  std::string text;
  if (!string.Is(Kind::kConcatenatedString)) return text;
  for (Node part : string.children()) {
    absl::StrAppend(&text, python::Module::StringContent(part));
  }
  return text;
}

Node WithoutCast(Node value) {
  const Node call = python::WithoutParentheses(value);
  if (!call.Is(Kind::kCall)) return value;
  const absl::string_view callee = call.child(python::Field::kFunction).text();
  if (callee != "cast" && callee != "typing.cast") return value;
  const Node inner = python::Argument(call, 1, "val");
  return inner ? inner : value;
}

}  // namespace allreview::analysis
