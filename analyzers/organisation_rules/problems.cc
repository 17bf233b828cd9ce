#include "analyzers/organisation_rules/problems.h"

#include <algorithm>
#include <tuple>
#include <utility>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "base/utf8.h"

namespace allreview::organisation_rules {
namespace {

constexpr size_t kMaxProblems = 100;  // Of one file; nobody reads more.
constexpr size_t kMaxQuoted = 60;

size_t IndentOf(absl::string_view line) {
  return std::min(line.find_first_not_of(' '), line.size());
}

}  // namespace

std::string Problem::ToString() const {
  return absl::StrCat(file, ":", line, ":", column, ": ", English(message),
                      cure.is_empty() ? "" : "; ", English(cure));
}

void Problems::AddAt(int line, int column, std::string message, std::string cure) {
  if (list_.size() >= kMaxProblems) return;
  list_.push_back({file_, line, column, std::move(message), std::move(cure)});
}

void Problems::Add(const YamlNode& at, std::string message, std::string cure) {
  AddAt(at.line, at.column, std::move(message), std::move(cure));
}

void Problems::AddWithin(const YamlNode& scalar, size_t byte, std::string message,
                         std::string cure) {
  const std::vector<absl::string_view> lines = absl::StrSplit(text_, '\n');
  const absl::string_view before = absl::string_view(scalar.scalar).substr(0, byte);
  const size_t row = std::count(before.begin(), before.end(), '\n');
  const size_t column = row == 0 ? before.size() : before.size() - before.rfind('\n') - 1;
  const size_t first = static_cast<size_t>(scalar.line) - 1;
  const absl::string_view start = first < lines.size() ? lines[first] : "";
  const size_t mark = static_cast<size_t>(scalar.column) - 1;
  if (mark < start.size() && start[mark] == '|' && first + 1 + row < lines.size()) {
    // A literal block: its lines are those of the file, less their common indentation.
    const std::vector<absl::string_view> values = absl::StrSplit(scalar.scalar, '\n');
    const absl::string_view line = lines[first + 1 + row];
    const size_t indent = IndentOf(line) - std::min(IndentOf(line), IndentOf(values[row]));
    AddAt(static_cast<int>(first + 2 + row), static_cast<int>(indent + column + 1),
          std::move(message), std::move(cure));
    return;
  }
  const bool is_one_line =
      scalar.scalar.find('\n') == std::string::npos && mark < start.size() && start[mark] != '>';
  const size_t inside = is_one_line ? byte + (scalar.is_quoted ? 1 : 0) : 0;
  AddAt(scalar.line, scalar.column + static_cast<int>(inside), std::move(message), std::move(cure));
}

std::vector<Problem> Problems::Take() && {
  std::stable_sort(list_.begin(), list_.end(), [](const Problem& a, const Problem& b) {
    return std::tie(a.line, a.column) < std::tie(b.line, b.column);
  });
  return std::move(list_);
}

std::string Quoted(absl::string_view text) {
  return absl::StrCat("\"", ToDisplayText(text.substr(0, kMaxQuoted)),
                      text.size() > kMaxQuoted ? "…" : "", "\"");
}

std::string Describe(const YamlNode& node) {
  switch (node.kind) {
    case YamlNode::Kind::kNull:
      return "nothing";
    case YamlNode::Kind::kSequence:
      return "a list";
    case YamlNode::Kind::kMap:
      return "a mapping";
    case YamlNode::Kind::kScalar:
      break;
  }
  return Quoted(node.scalar);
}

}  // namespace allreview::organisation_rules
