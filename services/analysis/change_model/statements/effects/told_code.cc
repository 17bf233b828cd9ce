#include "services/analysis/change_model/statements/effects/told_code.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"
#include "sentences/statements/effects.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/symbols/code_text.h"

namespace allreview::analysis {
namespace {

using v1::Step;

// The end of the string that begins at `at`, which holds a quote.
size_t EndOfString(absl::string_view code, size_t at) {
  const char quote = code[at];
  const bool is_long = code.substr(at, 3) == std::string(3, quote);
  const std::string end(is_long ? 3 : 1, quote);
  for (size_t i = at + end.size(); i < code.size(); ++i) {
    if (code[i] == '\\') {
      ++i;
    } else if (absl::StartsWith(code.substr(i, 3), end)) {
      return i + end.size();
    }
  }
  return code.size();
}

bool IsKeyword(absl::string_view name) {
  for (absl::string_view word :
       {"if",     "elif",   "while",  "for",  "in",    "and",   "or",    "not",
        "return", "assert", "lambda", "with", "yield", "await", "is",    "raise",
        "else",   "except", "del",    "case", "match", "from",  "import"}) {
    if (name == word) return true;
  }
  return false;
}

}  // namespace

std::vector<std::string> CalleesIn(absl::string_view code) {
  std::vector<std::string> callees;
  for (size_t i = 0; i < code.size();) {
    if (code[i] == '"' || code[i] == '\'') {
      i = EndOfString(code, i);
      continue;
    }
    if (code[i] == '#') {
      i = std::min(code.find('\n', i), code.size());
      continue;
    }
    if (!IsNameByte(code[i]) && code[i] != '.') {
      ++i;
      continue;
    }
    size_t end = i;
    while (end < code.size() && (IsNameByte(code[end]) || code[end] == '.')) ++end;
    const absl::string_view name = code.substr(i, end - i);
    const bool is_called = end < code.size() && code[end] == '(';
    const bool is_name = !absl::ascii_isdigit(static_cast<unsigned char>(name[0]));
    if (is_called && is_name && !IsKeyword(name) &&
        std::find(callees.begin(), callees.end(), name) == callees.end()) {
      callees.emplace_back(name);
    }
    i = end;
  }
  return callees;
}

bool Names(absl::string_view code, absl::string_view word) {
  if (word.empty()) return false;
  for (size_t at = code.find(word); at != absl::string_view::npos; at = code.find(word, at + 1)) {
    const size_t end = at + word.size();
    const bool begins = at == 0 || !IsNameByte(code[at - 1]);
    const bool ends = end == code.size() || !IsNameByte(code[end]);
    const bool is_text = at > 0 && (code[at - 1] == '"' || code[at - 1] == '\'');
    if (begins && ends && !is_text) return true;
  }
  return false;
}

std::vector<std::string> LiteralsIn(absl::string_view code) {
  std::vector<std::string> literals;
  for (size_t i = 0; i < code.size(); ++i) {
    if (code[i] == '#') i = std::min(code.find('\n', i), code.size());
    if (i >= code.size() || (code[i] != '"' && code[i] != '\'')) continue;
    const size_t marks = code.substr(i, 3) == std::string(3, code[i]) ? 3 : 1;
    const size_t end = EndOfString(code, i);
    if (end >= i + 2 * marks) {
      literals.emplace_back(code.substr(i + marks, end - i - 2 * marks));
    }
    i = end - 1;
  }
  return literals;
}

bool HasLiteral(absl::string_view code, absl::string_view text) {
  return absl::StrContains(code, absl::StrCat("\"", text, "\"")) ||
         absl::StrContains(code, absl::StrCat("'", text, "'"));
}

std::string TestOf(absl::string_view header) {
  header = absl::StripAsciiWhitespace(header);
  if (!absl::ConsumePrefix(&header, "if ") && !absl::ConsumePrefix(&header, "elif ") &&
      !absl::ConsumePrefix(&header, "if(") && !absl::ConsumePrefix(&header, "elif(")) {
    return "";
  }
  absl::ConsumeSuffix(&header, ":");
  return std::string(absl::StripAsciiWhitespace(header));
}

Words FunctionList(const std::vector<std::string>& names) {
  constexpr size_t kMaxNames = 4;
  if (names.size() <= kMaxNames) return CodeList(names);
  WordList shown{.joint = Joint::kComma, .items = {}};
  for (size_t i = 0; i < kMaxNames; ++i) {
    shown.items.emplace_back(absl::StrCat("`", Shown(names[i]), "`"));
  }
  return Sentence(phrases::kEffectAndMore,
                  {{"names", shown}, {"count", absl::StrCat(names.size() - kMaxNames)}});
}

std::vector<std::string> Without(const std::vector<std::string>& all,
                                 const std::vector<std::string>& others) {
  std::vector<std::string> left;
  for (const std::string& one : all) {
    if (std::find(others.begin(), others.end(), one) == others.end()) left.push_back(one);
  }
  return left;
}

Outline::Outline(const v1::FunctionStory& story, Side side) : story_(story), side_(side) {}

bool Outline::IsThere(int step) const {
  const Step::Status status = story_.steps(step).status();
  return side_ == Side::kAfter ? status != Step::STATUS_REMOVED : status != Step::STATUS_ADDED;
}

const std::string& Outline::CodeOf(int step) const {
  const Step& one = story_.steps(step);
  return side_ == Side::kBefore && !one.code_before().empty() ? one.code_before() : one.code();
}

std::vector<int> Outline::ClausesBefore(int clause) const {
  std::vector<int> clauses;
  const int depth = story_.steps(clause).depth();
  for (int i = clause - 1; i >= 0; --i) {
    if (!IsThere(i) || story_.steps(i).depth() > depth) continue;
    const bool is_if = story_.steps(i).depth() == depth && story_.steps(i).kind() == Step::KIND_IF;
    if (!is_if) break;
    clauses.insert(clauses.begin(), i);
    if (!absl::StartsWith(CodeOf(i), "elif")) break;
  }
  return clauses;
}

std::optional<std::vector<std::string>> Outline::ConditionsOf(int step) const {
  std::vector<std::string> conditions;
  int depth = story_.steps(step).depth();
  for (int i = step - 1; i >= 0 && depth > 0; --i) {
    const Step& header = story_.steps(i);
    if (!IsThere(i) || header.depth() >= depth) continue;
    depth = header.depth();
    switch (header.kind()) {
      case Step::KIND_IF: {
        std::string test = TestOf(CodeOf(i));
        if (test.empty()) return std::nullopt;
        conditions.insert(conditions.begin(), std::move(test));
        break;
      }
      case Step::KIND_ELSE: {
        const std::vector<int> clauses = ClausesBefore(i);
        if (clauses.size() != 1) return std::nullopt;
        conditions.insert(conditions.begin(),
                          absl::StrCat("not (", TestOf(CodeOf(clauses[0])), ")"));
        break;
      }
      case Step::KIND_LOOP:
      case Step::KIND_WITH:
        break;
      case Step::KIND_TRY:
        if (!absl::StartsWith(CodeOf(i), "try")) return std::nullopt;
        break;
      default:
        return std::nullopt;
    }
  }
  return conditions;
}

std::optional<std::vector<std::string>> Outline::NearConditionsOf(int step) const {
  constexpr size_t kMaxConditions = 2, kMaxBytes = 130;
  std::optional<std::vector<std::string>> all = ConditionsOf(step);
  if (!all) return std::nullopt;
  size_t bytes = 0, told = 0;
  while (told < std::min(kMaxConditions, all->size())) {
    bytes += (*all)[all->size() - told - 1].size();
    if (bytes > kMaxBytes) break;
    ++told;
  }
  if (told == 0 && !all->empty()) return std::nullopt;
  all->erase(all->begin(), all->end() - static_cast<ptrdiff_t>(told));
  return all;
}

std::vector<int> Outline::BodyOf(int header) const {
  std::vector<int> body;
  for (int i = header + 1; i < story_.steps_size(); ++i) {
    if (!IsThere(i)) continue;
    if (story_.steps(i).depth() <= story_.steps(header).depth()) break;
    body.push_back(i);
  }
  return body;
}

int Outline::NextClauseOf(int header) const {
  const int depth = story_.steps(header).depth();
  for (int i = header + 1; i < story_.steps_size(); ++i) {
    if (!IsThere(i) || story_.steps(i).depth() > depth) continue;
    const bool is_clause =
        story_.steps(i).depth() == depth &&
        (story_.steps(i).kind() == Step::KIND_ELSE ||
         (story_.steps(i).kind() == Step::KIND_IF && absl::StartsWith(CodeOf(i), "elif")));
    return is_clause ? i : -1;
  }
  return -1;
}

bool IsCleanUp(absl::string_view function) {
  function.remove_prefix(function.rfind('.') + 1);
  while (absl::ConsumePrefix(&function, "_")) {
  }
  for (absl::string_view verb :
       {"aclose", "cleanup", "clean_up", "clear", "close", "delete", "destroy", "dispose", "free",
        "release", "shutdown", "shut_down", "stop", "teardown", "tear_down", "unload"}) {
    absl::string_view rest = function;
    if (absl::ConsumePrefix(&rest, verb) && (rest.empty() || rest[0] == '_')) return true;
  }
  return false;
}

}  // namespace allreview::analysis
