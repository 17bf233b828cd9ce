#include "services/analysis/change_model/statements/algorithms/test_comments.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/intent/comment_text.h"
#include "base/utf8.h"

namespace allreview::analysis {
namespace {

using change::AnalysedFile;
using python::Field;
using python::Kind;
using python::Node;

constexpr size_t kMaxComments = 200;  // Of one file.
constexpr int kMaxLines = 12;         // Of the statements below.
constexpr size_t kMinBytes = 24;      // Less says nothing.
constexpr size_t kMaxBytes = 600;

bool StandsAlone(const python::SyntaxTree& tree, Node comment) {
  const uint32_t start = tree.LineStart(comment.first_line());
  return absl::StripAsciiWhitespace(tree.source().substr(start, comment.first_byte() - start))
      .empty();
}

// It says what must hold, rather than what is prepared.
bool SaysWhatHolds(absl::string_view text) {
  const std::string lower = absl::StrCat(" ", absl::AsciiStrToLower(text), " ");
  for (absl::string_view cue : {" no ", " not ", " never ", " only ", " must ", " outside ",
                                " unchanged", " without ", " each ", " exactly ", " once "}) {
    if (absl::StrContains(lower, cue)) return true;
  }
  return false;
}

// Names behind dots on the lines below, up to an empty one or one that is a comment.
std::set<std::string> AttributesBelow(const python::SyntaxTree& tree, int line) {
  std::set<std::string> names;
  const int last = std::min(line + kMaxLines, tree.line_count());
  for (; line <= last; ++line) {
    const absl::string_view text = absl::StripAsciiWhitespace(tree.LineText(line));
    if (text.empty() || text[0] == '#') break;
    for (size_t dot = text.find('.'); dot != absl::string_view::npos;
         dot = text.find('.', dot + 1)) {
      size_t end = dot + 1;
      while (end < text.size() && (absl::ascii_isalnum(text[end]) || text[end] == '_')) ++end;
      names.emplace(text.substr(dot + 1, end - dot - 1));
    }
  }
  return names;
}

// "count" of `x.count`; empty: it is none.
absl::string_view AttributeOf(Node node) {
  return node.Is(Kind::kAttribute) ? node.child(Field::kAttribute).text() : absl::string_view();
}

}  // namespace

std::vector<TestComment> CommentsOfTests(const AnalysedFile& file) {
  const python::SyntaxTree& tree = file.after->tree();
  std::vector<TestComment> comments;
  TestComment open;
  const auto close = [&] {
    const bool says = open.text.size() >= kMinBytes && open.text.size() <= kMaxBytes;
    if (says && SaysWhatHolds(open.text)) open.attributes = AttributesBelow(tree, open.end_line);
    if (!open.attributes.empty()) comments.push_back(open);
    open = {};
  };
  for (Node comment : tree.root().descendants(Kind::kComment)) {
    if (comments.size() >= kMaxComments) break;
    const int line = comment.first_line();
    const bool is_told = file.lines.Touches(comment) && StandsAlone(tree, comment) &&
                         !intent::IsForTools(comment.text()) &&
                         file.after->EnclosingFunction(comment) != nullptr;
    if (line != open.end_line) close();
    if (!is_told) continue;
    if (open.text.empty()) open.first_line = line;
    open.end_line = line + 1;
    absl::StrAppend(&open.text, open.text.empty() ? "" : " ",
                    ToDisplayText(intent::CommentText(comment.text())));
  }
  close();
  return comments;
}

std::set<std::string> AttributesWritten(const AnalysedFile& file,
                                        const python::Definition& definition) {
  std::set<std::string> names;
  const auto add = [&](Node node) {
    if (const absl::string_view name = AttributeOf(node); !name.empty()) names.emplace(name);
  };
  for (Kind kind : {Kind::kAssignment, Kind::kAugmentedAssignment}) {
    for (Node statement : definition.node.descendants(kind)) {
      if (file.lines.Touches(statement)) add(statement.child(Field::kLeft));
    }
  }
  // `self.count.add_(1)`: what ends in one underscore works in place.
  for (Node call : definition.node.descendants(Kind::kCall)) {
    const Node function = call.child(Field::kFunction);
    const absl::string_view method = AttributeOf(function);
    const bool is_in_place = absl::EndsWith(method, "_") && !absl::EndsWith(method, "__");
    if (is_in_place && file.lines.Touches(call)) add(function.child(Field::kObject));
  }
  return names;
}

}  // namespace allreview::analysis
