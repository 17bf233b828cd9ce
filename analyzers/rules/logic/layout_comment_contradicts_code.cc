// q = q.transpose(1, 2)  # [b, s, h, d], where q is [b, h, s, d] by the names of its sizes.

#include <algorithm>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/understanding/value.h"

namespace allreview::rules {
namespace {

using Layout = std::vector<std::string>;
using understanding::Size;

constexpr size_t kMaxRank = 8;

bool IsName(absl::string_view text) {
  return !text.empty() && !absl::ascii_isdigit(static_cast<unsigned char>(text[0])) &&
         std::all_of(text.begin(), text.end(), [](char letter) {
           return absl::ascii_isalnum(static_cast<unsigned char>(letter)) || letter == '_';
         });
}

// All are names, and each stands once: of anything else the order says nothing.
bool IsTold(const Layout& layout) {
  Layout sorted = layout;
  std::sort(sorted.begin(), sorted.end());
  return layout.size() >= 2 && layout.size() <= kMaxRank &&
         std::all_of(layout.begin(), layout.end(), IsName) &&
         std::adjacent_find(sorted.begin(), sorted.end()) == sorted.end();
}

// {"b", "s", "h"} of "# [b, s, h]" and of "# (b, h, s) -> (b, s, h)"; empty: it tells no layout.
Layout ToldBy(absl::string_view comment) {
  absl::ConsumePrefix(&comment, "#");
  if (const size_t arrow = comment.rfind("->"); arrow != absl::string_view::npos) {
    comment = comment.substr(arrow + 2);
  }
  comment = absl::StripAsciiWhitespace(comment);
  const bool is_list = comment.size() > 2 && ((comment.front() == '[' && comment.back() == ']') ||
                                              (comment.front() == '(' && comment.back() == ')'));
  if (!is_list) return {};
  Layout layout;
  for (absl::string_view part : absl::StrSplit(comment.substr(1, comment.size() - 2), ',')) {
    layout.push_back(absl::AsciiStrToLower(absl::StripAsciiWhitespace(part)));
    if (layout.size() > kMaxRank) return {};
  }
  return IsTold(layout) ? layout : Layout();
}

// Names of the sizes that the tensor certainly has; empty: some have none.
Layout LayoutOf(const understanding::Value& value) {
  const understanding::Atom* const only = value.only();
  if (only == nullptr || only->kind != understanding::AtomKind::kTensor || !only->tensor) return {};
  if (!only->tensor->has_rank) return {};
  Layout layout;
  for (const Size& size : only->tensor->sizes) {
    layout.push_back(absl::AsciiStrToLower(size.ToText()));
  }
  return IsTold(layout) ? layout : Layout();
}

// The comment behind the statement, on its last line. Null: none.
Node CommentBehind(Node statement) {
  const Node next = statement.next_sibling();
  return next.Is(NodeKind::kComment) && next.first_line() == statement.last_line() ? next : Node();
}

void Check(FileContext& file, Node assignment) {
  const Node name = assignment.child(Field::kLeft);
  const Node statement = python::StatementOf(assignment);
  if (!name.Is(NodeKind::kIdentifier) || !assignment.child(Field::kRight) || !statement) return;
  const Node comment = CommentBehind(statement);
  const Layout told = comment ? ToldBy(comment.text()) : Layout();
  if (told.empty()) return;
  const Layout made = LayoutOf(file.ValueOf(name));
  // The same dimensions in another order.
  if (made == told || !std::is_permutation(made.begin(), made.end(), told.begin(), told.end())) {
    return;
  }
  file.Report({.at = comment,
               .params = {{"name", std::string(name.text())},
                          {"told", absl::StrCat("[", absl::StrJoin(told, ", "), "]")},
                          {"made", absl::StrCat("[", absl::StrJoin(made, ", "), "]")}},
               .because = file.IsChanged(comment) ? comment : assignment});
}

}  // namespace

extern constinit const Rule kLayoutCommentContradictsCode = {
    .info = {.id = "layout-comment-contradicts-code",
             .title = {"Comment gives the dimensions in another order than the code",
                       "注释中的维度顺序与代码不一致"},
             .message = {"The comment says that `{name}` is `{told}`, but its sizes are `{made}`",
                         "注释说 `{name}` 是 `{told}`，但它的各维大小是 `{made}`"},
             .consequence =
                 {"Either a transposition is missing here, or the next reader takes one "
                  "dimension for another and reduces or shards along the wrong one",
                  "要么这里少了一次转置，要么下一个读代码的人会认错维度，沿错误的维度做归约或切"
                  "分"},
             .advice = {"Write `{made}` if the code is right, otherwise transpose `{name}`",
                        "如果代码正确，就写成 `{made}`，否则转置 `{name}`"},
             .why = "Code that follows relies on such comments when it names dimensions by number.",
             .fix = "Let the comment and the code agree.",
             .bad = R"py(
from torch import Tensor

def heads_first(q: Tensor):
    b, s, h, d = q.shape
    q = q.transpose(1, 2)  # [b, s, h, d]
    return q
)py",
             .good = R"py(
from torch import Tensor

def heads_first(q: Tensor):
    b, s, h, d = q.shape
    q = q.transpose(1, 2)  # [b, h, s, d]
    return q
)py",
             .references = {"https://docs.pytorch.org/docs/stable/generated/torch.transpose.html"}},
    .kinds = {NodeKind::kAssignment},
    .check = Check,
    .concern = Concern::kChangedFunctions};

}  // namespace allreview::rules
