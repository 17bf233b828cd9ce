#include "services/analysis/change_model/statements/effects/code_parts.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::analysis {
namespace {

// Walks over code and knows what is outside of brackets and strings.
class Walk {
 public:
  explicit Walk(absl::string_view code) : code_(code) {}

  size_t at() const { return at_; }
  bool ends() const { return at_ >= code_.size(); }
  bool is_code() const { return quote_ == 0; }
  bool is_outside() const { return quote_ == 0 && depth_ == 0; }

  void Step() {
    const char c = code_[at_];
    if (quote_ != 0) {
      if (c == '\\') {
        ++at_;
      } else if (c == quote_) {
        quote_ = 0;
      }
    } else if (c == '"' || c == '\'') {
      quote_ = c;
    } else if (c == '(' || c == '[' || c == '{') {
      ++depth_;
    } else if (c == ')' || c == ']' || c == '}') {
      --depth_;
    }
    ++at_;
  }

 private:
  const absl::string_view code_;
  size_t at_ = 0;
  int depth_ = 0;
  char quote_ = 0;
};

std::string Trimmed(absl::string_view text) {
  return std::string(absl::StripAsciiWhitespace(text));
}

bool IsKeyword(absl::string_view name) {
  for (absl::string_view word : {"if",   "elif",  "else",   "while",  "for",   "in",    "is",
                                 "not",  "and",   "or",     "return", "yield", "raise", "None",
                                 "True", "False", "lambda", "await",  "with",  "assert"}) {
    if (name == word) return true;
  }
  return false;
}

// ".x.y" of "a.x.y" and "b.x.y", which become "a" and "b".
std::string TakeCommonMembers(absl::string_view& was, absl::string_view& is) {
  std::string members;
  for (;;) {
    const size_t old_dot = was.rfind('.'), new_dot = is.rfind('.');
    const bool are_same = old_dot != absl::string_view::npos &&
                          new_dot != absl::string_view::npos && old_dot > 0 && new_dot > 0 &&
                          was.substr(old_dot) == is.substr(new_dot);
    if (!are_same) break;
    members = absl::StrCat(was.substr(old_dot), members);
    was = was.substr(0, old_dot);
    is = is.substr(0, new_dot);
  }
  return members.empty() ? members : members.substr(1);
}

}  // namespace

bool IsNameByte(char c) {
  const unsigned char byte = static_cast<unsigned char>(c);
  return absl::ascii_isalnum(byte) || c == '_' || byte >= 0x80;
}

std::string Flat(absl::string_view code) {
  const std::string line =
      absl::StrJoin(absl::StrSplit(code, absl::ByAnyChar(" \t\r\n"), absl::SkipEmpty()), " ");
  std::string flat;
  Walk walk(line);
  while (!walk.ends()) {
    const size_t at = walk.at();
    const bool is_code = walk.is_code();
    walk.Step();
    if (is_code && line[at] == ' ' && !flat.empty()) {
      const char next = at + 1 < line.size() ? line[at + 1] : ' ';
      const bool opens = flat.back() == '(' || flat.back() == '[' || flat.back() == '{';
      if (opens || next == ')' || next == ']' || next == '}') continue;
    }
    const bool closes = is_code && (line[at] == ')' || line[at] == ']' || line[at] == '}');
    // "(a,)" is a tuple, "f(a, b,)" is a call.
    if (closes && flat.size() > 1 && flat.back() == ',' && line[at] == ')' && at > 0 &&
        line[at - 1] == ' ') {
      flat.pop_back();
    }
    flat.append(line, at, walk.at() - at);
  }
  return flat;
}

std::vector<std::string> SplitAt(absl::string_view code, absl::string_view separator) {
  std::vector<std::string> parts;
  size_t begin = 0;
  Walk walk(code);
  while (!walk.ends()) {
    const size_t at = walk.at();
    if (walk.is_outside() && at >= begin && absl::StartsWith(code.substr(at), separator)) {
      parts.push_back(Trimmed(code.substr(begin, at - begin)));
      begin = at + separator.size();
    }
    walk.Step();
  }
  std::string last = Trimmed(code.substr(std::min(begin, code.size())));
  if (!last.empty()) parts.push_back(std::move(last));
  return parts;
}

std::optional<AssignmentText> ParseAssignment(absl::string_view code) {
  Walk walk(code);
  while (!walk.ends()) {
    const size_t at = walk.at();
    const bool is_equals = walk.is_outside() && code[at] == '=' && at > 0 && at + 1 < code.size();
    walk.Step();
    if (!is_equals) continue;
    const absl::string_view before = code.substr(at - 1, 1);
    if (code[at + 1] == '=' ||
        absl::string_view("=!<>+-*/%&|^@:").find(before[0]) != absl::string_view::npos) {
      return std::nullopt;
    }
    std::string target = Trimmed(code.substr(0, at));
    // "x: int"
    if (std::vector<std::string> typed = SplitAt(target, ":"); typed.size() == 2) {
      target = typed[0];
    }
    AssignmentText text{std::move(target), Trimmed(code.substr(at + 1))};
    if (text.target.empty() || text.value.empty()) return std::nullopt;
    return text;
  }
  return std::nullopt;
}

std::optional<CallText> ParseCall(absl::string_view code) {
  absl::ConsumePrefix(&code, "await ");
  if (!absl::EndsWith(code, ")")) return std::nullopt;
  size_t open = 0;  // Of the parentheses that end it.
  Walk walk(code);
  while (!walk.ends()) {
    const size_t at = walk.at();
    if (walk.is_outside() && code[at] == '(') open = at;
    walk.Step();
  }
  const absl::string_view callee = code.substr(0, open);
  // "f(x).g": what it is called on may be the result of a call.
  const bool is_chain = !callee.empty() && std::all_of(callee.begin(), callee.end(), [](char c) {
    return IsNameByte(c) || absl::string_view(".()[],= \"'").find(c) != absl::string_view::npos;
  });
  const bool is_called = is_chain && IsNameByte(callee.back()) && SplitAt(callee, " ").size() == 1;
  if (!is_called) return std::nullopt;
  return CallText{std::string(callee), SplitAt(code.substr(open + 1, code.size() - open - 2), ",")};
}

std::vector<std::string> ChainsIn(absl::string_view code) {
  std::vector<std::string> chains;
  Walk walk(code);
  while (!walk.ends()) {
    const size_t at = walk.at();
    if (!walk.is_code() || !IsNameByte(code[at])) {
      walk.Step();
      continue;
    }
    size_t end = at;
    while (end < code.size() && (IsNameByte(code[end]) || code[end] == '.')) ++end;
    if (!absl::ascii_isdigit(static_cast<unsigned char>(code[at]))) {
      chains.emplace_back(code.substr(at, end - at));
    }
    while (walk.at() < end) walk.Step();
  }
  return chains;
}

std::optional<Renaming> RenamingOf(absl::string_view before, absl::string_view after) {
  const std::vector<std::string> old_chains = ChainsIn(before), new_chains = ChainsIn(after);
  if (old_chains.size() != new_chains.size()) return std::nullopt;
  Renaming renaming;
  std::set<std::string> members;
  size_t old_at = 0, new_at = 0;
  for (size_t i = 0; i < old_chains.size(); ++i) {
    const size_t old_begin = before.find(old_chains[i], old_at);
    const size_t new_begin = after.find(new_chains[i], new_at);
    if (before.substr(old_at, old_begin - old_at) != after.substr(new_at, new_begin - new_at)) {
      return std::nullopt;
    }
    old_at = old_begin + old_chains[i].size();
    new_at = new_begin + new_chains[i].size();
    if (old_chains[i] == new_chains[i]) continue;
    absl::string_view was = old_chains[i], is = new_chains[i];
    if (IsKeyword(was) || IsKeyword(is)) return std::nullopt;
    const std::string member = TakeCommonMembers(was, is);
    if (renaming.before.empty()) {
      renaming.before = std::string(was);
      renaming.after = std::string(is);
    } else if (renaming.before != was || renaming.after != is) {
      return std::nullopt;
    }
    if (!member.empty()) members.insert(member.substr(0, member.find('.')));
  }
  if (renaming.before.empty() || before.substr(old_at) != after.substr(new_at)) return std::nullopt;
  renaming.members.assign(members.begin(), members.end());
  return renaming;
}

bool IsLogCall(absl::string_view callee) {
  const std::string lower = absl::AsciiStrToLower(callee);
  absl::string_view name = lower;
  name.remove_prefix(name.rfind('.') + 1);
  for (absl::string_view word : {"print", "log", "warn", "warning", "info", "debug", "critical",
                                 "exception", "warning_once", "info_once", "tick", "add_scalar",
                                 "nvtx_range_push", "nvtx_range_pop", "range_push", "range_pop"}) {
    if (name == word) return true;
  }
  for (absl::string_view word : {"print", "log_", "warn", "_log", "logg", "see_memory_usage"})
    if (absl::StrContains(name, word) && !absl::StrContains(name, "logit")) return true;
  return absl::StrContains(lower, "logger.") || absl::StrContains(lower, "logging.");
}

bool IsCollectiveCall(absl::string_view callee) {
  const std::string name = absl::AsciiStrToLower(callee.substr(callee.rfind('.') + 1));
  for (absl::string_view part : {"all_reduce", "allreduce", "all_gather", "allgather",
                                 "reduce_scatter", "all_to_all", "full_tensor"}) {
    if (absl::StrContains(name, part)) return true;
  }
  return name == "broadcast" || name == "broadcast_object_list" || name == "barrier";
}

bool IsPlumbing(absl::string_view callee) {
  absl::string_view name = callee;
  name.remove_prefix(name.rfind('.') + 1);
  for (absl::string_view word :
       {"append", "extend", "update", "add",        "pop",     "get",     "items",      "keys",
        "join",   "split",  "format", "setdefault", "int",     "str",     "float",      "len",
        "list",   "dict",   "set",    "tuple",      "getattr", "setattr", "isinstance", "super",
        "range",  "copy",   "insert", "strip",      "field",   "cast",    "collect"}) {
    if (name == word) return true;
  }
  return IsLogCall(callee);
}

}  // namespace allreview::analysis
