#include "analyzers/rules/style/new_words.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"

namespace allreview::rules {
namespace {

bool IsLetter(char c) { return absl::ascii_isalpha(static_cast<unsigned char>(c)); }
bool IsBlank(char c) { return absl::ascii_isspace(static_cast<unsigned char>(c)); }

bool IsDocstring(Node string) {
  const Node statement = string.parent();
  if (!statement.Is(NodeKind::kExpressionStatement)) return false;
  const Node block = statement.parent();
  return (block.Is(NodeKind::kBlock) || block.Is(NodeKind::kModule)) &&
         block.named_child(0) == statement;
}

// Text that a person is to read: several words.
bool IsMessage(absl::string_view text) {
  int words = 0;
  bool was_blank = true;
  for (const char c : text) {
    if (c == '\n' || static_cast<unsigned char>(c) >= 0x80) return false;
    if (!IsBlank(c) && was_blank && IsLetter(c)) ++words;
    was_blank = IsBlank(c);
  }
  return words >= 3;
}

bool IsDirective(absl::string_view comment) {
  const absl::string_view text = absl::StripLeadingAsciiWhitespace(comment.substr(1));
  for (absl::string_view mark : {"noqa", "pylint:", "type:", "fmt:", "isort:", "pragma:", "!"}) {
    if (absl::StartsWith(text, mark)) return true;
  }
  return false;
}

bool IsForeign(absl::string_view line) {
  return std::any_of(line.begin(), line.end(),
                     [](char c) { return static_cast<unsigned char>(c) >= 0xC3; }) &&
         std::count_if(line.begin(), line.end(), [](char c) {
           return static_cast<unsigned char>(c) >= 0x80;
         }) > static_cast<int64_t>(line.size() / 8);
}

void VisitLines(const AnalysedFile& file, Node node, Prose::Kind kind,
                const std::function<void(const Prose&)>& visit) {
  const python::SyntaxTree& tree = file.after->tree();
  for (int line = node.first_line(); line <= node.last_line(); ++line) {
    if (!file.lines.HasAdded(line, line)) continue;
    const uint32_t begin = std::max(tree.LineStart(line), node.first_byte());
    const uint32_t end = std::min(tree.LineStart(line + 1), node.end_byte());
    if (begin >= end) continue;
    absl::string_view text = tree.source().substr(begin, end - begin);
    if (IsForeign(text)) continue;
    visit({.kind = kind, .node = node, .line = text, .first_byte = begin, .number = line});
  }
}

// The stretch without blanks around an offset is something other than words.
bool IsCode(absl::string_view stretch) {
  for (const char c : stretch) {
    if (c == '_' || c == '/' || c == '\\' || c == '@' || c == '=' || c == '<' || c == '>' ||
        c == '{' || c == '}' || c == '[' || c == ']' || c == '$' || c == '%' || c == '#' ||
        absl::ascii_isdigit(static_cast<unsigned char>(c)) ||
        static_cast<unsigned char>(c) >= 0x80) {
      return true;
    }
  }
  // "a.b" and "f(x)" are code; "end." and "(as here)" are not.
  const size_t dot = stretch.find('.');
  if (dot != absl::string_view::npos && dot + 1 < stretch.size() && IsLetter(stretch[dot + 1])) {
    return true;
  }
  const size_t open = stretch.find('(');
  return open != absl::string_view::npos && open > 0 && IsLetter(stretch[open - 1]);
}

// camelCase, CAPS.
bool HasInnerCapital(absl::string_view word) {
  return std::any_of(word.begin() + 1, word.end(),
                     [](char c) { return absl::ascii_isupper(static_cast<unsigned char>(c)); });
}

void VisitStretch(absl::string_view line, size_t begin, size_t end,
                  const std::function<void(absl::string_view, size_t)>& visit) {
  if (IsCode(line.substr(begin, end - begin))) return;
  for (size_t i = begin; i < end;) {
    if (!IsLetter(line[i])) {
      ++i;
      continue;
    }
    size_t stop = i;
    while (stop < end && (IsLetter(line[stop]) || line[stop] == '\'')) ++stop;
    const absl::string_view word = line.substr(i, stop - i);
    // Prefixes of strings stand before quotation marks; the ends of "don't" are not words.
    if (!absl::StrContains(word, "'") && !HasInnerCapital(word)) visit(word, i);
    i = stop;
  }
}

}  // namespace

void ForEachNewProse(const AnalysedFile& file, const ProseFilter& filter,
                     const std::function<void(const Prose&)>& visit) {
  struct Text {
    Node node;
    Prose::Kind kind;
  };
  std::vector<Text> texts;
  const auto is_wanted = [&](Node node) {
    return (filter.may_concern == nullptr || filter.may_concern(node.text())) &&
           file.lines.Touches(node);
  };
  const Node root = file.after->tree().root();
  for (const Node comment : root.descendants(NodeKind::kComment)) {
    if (!is_wanted(comment) || IsDirective(comment.text())) continue;
    texts.push_back({comment, Prose::Kind::kComment});
  }
  for (const Node content : root.descendants(NodeKind::kStringContent)) {
    const bool is_docstring = IsDocstring(content.parent());
    if (!is_docstring && !filter.with_messages) continue;  // As most.
    if (!is_wanted(content) || (!is_docstring && !IsMessage(content.text()))) continue;
    texts.push_back({content, is_docstring ? Prose::Kind::kDocstring : Prose::Kind::kMessage});
  }
  std::sort(texts.begin(), texts.end(),
            [](const Text& a, const Text& b) { return a.node.index() < b.node.index(); });
  for (const Text& text : texts) VisitLines(file, text.node, text.kind, visit);
}

void ForEachWord(absl::string_view line,
                 const std::function<void(absl::string_view word, size_t offset)>& visit) {
  bool is_span = false;
  for (size_t i = 0; i < line.size();) {
    if (line[i] == '`') {
      is_span = !is_span;
      ++i;
      continue;
    }
    if (is_span || IsBlank(line[i])) {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < line.size() && !IsBlank(line[end]) && line[end] != '`') ++end;
    VisitStretch(line, i, end, visit);
    i = end;
  }
}

}  // namespace allreview::rules
