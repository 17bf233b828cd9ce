#include "gateway/question/question.h"

#include <algorithm>
#include <cstdint>
#include <string>
#include <vector>

#include "absl/status/status.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "base/names.h"

namespace allreview::gateway {
namespace {

using report::v1::AuditFocus;

// A word or phrase in lower case, and what it asks for.
struct Trigger {
  absl::string_view words;
  AuditFocus::Check check;
};
constexpr Trigger kTriggers[] = {
    {"scale", AuditFocus::CHECK_SCALING},
    {"scales", AuditFocus::CHECK_SCALING},
    {"scaling", AuditFocus::CHECK_SCALING},
    {"scalable", AuditFocus::CHECK_SCALING},
    {"scalability", AuditFocus::CHECK_SCALING},
    {"complexity", AuditFocus::CHECK_SCALING},
    {"grow", AuditFocus::CHECK_SCALING},
    {"grows", AuditFocus::CHECK_SCALING},
    {"规模", AuditFocus::CHECK_SCALING},
    {"扩展", AuditFocus::CHECK_SCALING},
    {"复杂度", AuditFocus::CHECK_SCALING},
    {"增长", AuditFocus::CHECK_SCALING},
    {"支撑", AuditFocus::CHECK_SCALING},
    {"memory", AuditFocus::CHECK_MEMORY},
    {"leak", AuditFocus::CHECK_MEMORY},
    {"leaks", AuditFocus::CHECK_MEMORY},
    {"oom", AuditFocus::CHECK_MEMORY},
    {"显存", AuditFocus::CHECK_MEMORY},
    {"内存", AuditFocus::CHECK_MEMORY},
    {"泄漏", AuditFocus::CHECK_MEMORY},
    {"泄露", AuditFocus::CHECK_MEMORY},
    {"numerical", AuditFocus::CHECK_NUMERICS},
    {"numerics", AuditFocus::CHECK_NUMERICS},
    {"numerically", AuditFocus::CHECK_NUMERICS},
    {"stability", AuditFocus::CHECK_NUMERICS},
    {"overflow", AuditFocus::CHECK_NUMERICS},
    {"underflow", AuditFocus::CHECK_NUMERICS},
    {"nan", AuditFocus::CHECK_NUMERICS},
    {"nans", AuditFocus::CHECK_NUMERICS},
    {"precision", AuditFocus::CHECK_NUMERICS},
    {"数值", AuditFocus::CHECK_NUMERICS},
    {"溢出", AuditFocus::CHECK_NUMERICS},
    {"精度", AuditFocus::CHECK_NUMERICS},
    {"gradient", AuditFocus::CHECK_GRADIENTS},
    {"gradients", AuditFocus::CHECK_GRADIENTS},
    {"autograd", AuditFocus::CHECK_GRADIENTS},
    {"detach", AuditFocus::CHECK_GRADIENTS},
    {"梯度", AuditFocus::CHECK_GRADIENTS},
    {"device", AuditFocus::CHECK_DEVICES},
    {"devices", AuditFocus::CHECK_DEVICES},
    {"host sync", AuditFocus::CHECK_DEVICES},
    {"设备", AuditFocus::CHECK_DEVICES},
    {"同步", AuditFocus::CHECK_DEVICES},
    {"distributed", AuditFocus::CHECK_DISTRIBUTED},
    {"collective", AuditFocus::CHECK_DISTRIBUTED},
    {"collectives", AuditFocus::CHECK_DISTRIBUTED},
    {"deadlock", AuditFocus::CHECK_DISTRIBUTED},
    {"deadlocks", AuditFocus::CHECK_DISTRIBUTED},
    {"hang", AuditFocus::CHECK_DISTRIBUTED},
    {"hangs", AuditFocus::CHECK_DISTRIBUTED},
    {"nccl", AuditFocus::CHECK_DISTRIBUTED},
    {"分布式", AuditFocus::CHECK_DISTRIBUTED},
    {"集合通信", AuditFocus::CHECK_DISTRIBUTED},
    {"死锁", AuditFocus::CHECK_DISTRIBUTED},
    {"卡死", AuditFocus::CHECK_DISTRIBUTED},
    {"performance", AuditFocus::CHECK_PERFORMANCE},
    {"slow", AuditFocus::CHECK_PERFORMANCE},
    {"efficient", AuditFocus::CHECK_PERFORMANCE},
    {"efficiency", AuditFocus::CHECK_PERFORMANCE},
    {"性能", AuditFocus::CHECK_PERFORMANCE},
    {"效率", AuditFocus::CHECK_PERFORMANCE},
    {"tests", AuditFocus::CHECK_TESTS},
    {"tested", AuditFocus::CHECK_TESTS},
    {"coverage", AuditFocus::CHECK_TESTS},
    {"测试", AuditFocus::CHECK_TESTS},
};

// Ask for everything, unless something of the above is asked for beside it.
constexpr absl::string_view kWhole[] = {
    "production",   "review",   "audit",  "check code", "check this code",
    "code quality", "ready",    "issues", "problems",   "bugs",
    "生产",         "上线",     "审计",   "审查",       "评审",
    "代码质量",     "检查代码", "问题"};
constexpr absl::string_view kChange[] = {
    "pr",     "pull request", "merge request", "change", "changes", "diff",     "patch",
    "commit", "变更",         "改动",          "提交",   "补丁",    "本次修改", "这次修改"};
// Nothing here is run or written.
constexpr absl::string_view kUnanswered[] = {
    "benchmark", "profile",     "measure",  "latency",  "throughput", "how fast",
    "how long",  "fix it",      "rewrite",  "refactor", "implement",  "run the tests",
    "accuracy",  "convergence", "converge", "测速",     "延迟",       "吞吐",
    "重写",      "重构",        "实现一个", "收敛",     "准确率"};

// In lower case, and what code calls it.
struct Part {
  absl::string_view words, name;
};
constexpr Part kParts[] = {{"backward", "backward"},
                           {"反向", "backward"},
                           {"forward", "forward"},
                           {"前向", "forward"},
                           {"optimizer", "optimizer"},
                           {"优化器", "optimizer"},
                           {"attention", "attention"},
                           {"注意力", "attention"},
                           {"loss", "loss"},
                           {"损失", "loss"},
                           {"checkpointing", "checkpoint"},
                           {"data loader", "loader"},
                           {"dataloader", "loader"},
                           {"数据加载", "loader"},
                           {"router", "router"},
                           {"kernel", "kernel"}};

bool IsAscii(absl::string_view text) {
  return std::all_of(text.begin(), text.end(),
                     [](char c) { return static_cast<unsigned char>(c) < 128; });
}

// English by whole words; Chinese has none.
bool HasWords(absl::string_view text, absl::string_view words) {
  if (!IsAscii(words)) return absl::StrContains(text, words);
  for (size_t at = text.find(words); at != absl::string_view::npos; at = text.find(words, at + 1)) {
    const size_t end = at + words.size();
    const bool starts = at == 0 || !IsNameByte(text[at - 1]);
    if (starts && (end == text.size() || !IsNameByte(text[end]))) return true;
  }
  return false;
}

template <size_t N>
bool HasAny(absl::string_view text, const absl::string_view (&words)[N]) {
  return std::any_of(std::begin(words), std::end(words),
                     [&](absl::string_view each) { return HasWords(text, each); });
}

void AddOnce(const std::string& text, google::protobuf::RepeatedPtrField<std::string>* list) {
  if (std::find(list->begin(), list->end(), text) == list->end()) *list->Add() = text;
}

// Takes blanks off the front.
void SkipBlanks(absl::string_view& text) {
  while (!text.empty() && absl::ascii_isspace(text.front())) text.remove_prefix(1);
}

// "400K", "1,000,000", "40 万" off the front; 0: no number.
int64_t TakeNumber(absl::string_view& text) {
  std::string digits;
  size_t end = 0;
  while (end < text.size() &&
         (absl::ascii_isdigit(text[end]) || text[end] == '.' ||
          (text[end] == ',' && end + 1 < text.size() && absl::ascii_isdigit(text[end + 1])))) {
    if (text[end] != ',') digits += text[end];
    ++end;
  }
  double number = 0;
  while (!digits.empty() && digits.back() == '.') digits.pop_back();
  if (digits.empty() || !absl::SimpleAtod(digits, &number)) return 0;
  text.remove_prefix(end);
  struct Unit {
    absl::string_view text;
    double factor;
  };
  static constexpr Unit kUnits[] = {{"k", 1e3},  {"m", 1e6},  {"g", 1e9}, {"b", 1e9},
                                    {"千", 1e3}, {"万", 1e4}, {"亿", 1e8}};
  absl::string_view rest = text;
  for (const Unit& unit : kUnits) {
    absl::string_view behind = rest;
    if (!IsAscii(unit.text)) SkipBlanks(behind);
    const bool has_unit = IsAscii(unit.text) ? absl::StartsWithIgnoreCase(behind, unit.text)
                                             : absl::StartsWith(behind, unit.text);
    if (!has_unit) continue;
    behind.remove_prefix(unit.text.size());
    if (IsAscii(unit.text) && !behind.empty() && IsNameByte(behind.front())) continue;
    text = behind;
    number *= unit.factor;
    break;
  }
  return number < 9e18 ? static_cast<int64_t>(number) : 0;
}

void AddSize(const std::string& dimension, int64_t value, int64_t factor, AuditFocus* focus) {
  AuditFocus::Size* size = focus->add_sizes();
  size->set_dimension(dimension);
  size->set_value(value);
  size->set_factor(factor);
}

// "T=400K": the name before the number, if one is put equal to it.
std::string NameBefore(absl::string_view text) {
  const auto trim = [&] {
    while (!text.empty() && absl::ascii_isspace(text.back())) text.remove_suffix(1);
  };
  trim();
  bool is_equal = false;
  for (absl::string_view sign : {"=", "＝", "为", "是"}) {
    if (!absl::EndsWith(text, sign)) continue;
    text.remove_suffix(sign.size());
    is_equal = true;
    break;
  }
  if (!is_equal) return "";
  trim();
  size_t first = text.size();
  while (first > 0 && (IsNameByte(text[first - 1]) || text[first - 1] == '.')) --first;
  return std::string(text.substr(first));
}

// What the number counts, by the word behind it: "100 GPUs", "10x", "400K tokens".
void AddSizeBehind(absl::string_view rest, int64_t number, AuditFocus* focus) {
  SkipBlanks(rest);
  const std::string lower = absl::AsciiStrToLower(rest);
  struct Unit {
    absl::string_view words, dimension;
  };
  static constexpr Unit kCounted[] = {{"gpus", "gpus"}, {"gpu", "gpus"},    {"ranks", "gpus"},
                                      {"张卡", "gpus"}, {"卡", "gpus"},     {"块 gpu", "gpus"},
                                      {"tokens", "T"},  {"positions", "T"}, {"个 token", "T"},
                                      {"steps", "T"},   {"时间步", "T"}};
  for (const Unit& unit : kCounted) {
    if (absl::StartsWith(lower, unit.words)) {
      return AddSize(std::string(unit.dimension), number, 0, focus);
    }
  }
  for (absl::string_view times : {"x", "×", "倍", "times"}) {
    if (!absl::StartsWith(lower, times)) continue;
    const absl::string_view behind = absl::string_view(lower).substr(times.size());
    if (IsAscii(times) && !behind.empty() && IsNameByte(behind.front())) continue;
    AddSize("", 0, number, focus);
    return;
  }
}

void FindSizes(absl::string_view text, AuditFocus* focus) {
  absl::string_view rest = text;
  while (!rest.empty()) {
    const size_t at = static_cast<size_t>(rest.data() - text.data());
    const bool starts_number =
        absl::ascii_isdigit(rest.front()) && (at == 0 || !IsNameByte(text[at - 1]));
    const int64_t number = starts_number ? TakeNumber(rest) : 0;
    if (number <= 0) {
      if (!rest.empty()) rest.remove_prefix(1);
      continue;
    }
    const std::string name = NameBefore(text.substr(0, at));
    if (!name.empty()) {
      AddSize(name, number, 0, focus);
    } else {
      AddSizeBehind(rest, number, focus);
    }
  }
}

bool IsFileCharacter(char c) {
  return IsNameByte(c) || c == '.' || c == '/' || c == '-' || c == '\\';
}

// Files, folders and names that are written as code.
void FindPlaces(absl::string_view text, AuditFocus* focus) {
  size_t at = 0;
  while (at < text.size()) {
    size_t end = at;
    while (end < text.size() && IsFileCharacter(text[end])) ++end;
    absl::string_view token = text.substr(at, end - at);
    at = std::max(end, at + 1);
    while (!token.empty() && (token.back() == '.' || token.back() == '/')) token.remove_suffix(1);
    if (token.size() < 2) continue;
    const bool is_file = absl::EndsWith(token, ".py") && token.size() > 3;
    const size_t slash = token.find('/');
    const bool is_folder = slash != absl::string_view::npos && slash > 0 &&
                           !absl::StrContains(token, "//") && token.size() > 4 &&
                           std::any_of(token.begin(), token.end(), absl::ascii_islower);
    if (is_file || is_folder) {
      AddOnce(std::string(token), focus->mutable_paths());
      continue;
    }
    const bool has_lower = std::any_of(token.begin(), token.end(), absl::ascii_islower);
    const bool is_camel = has_lower && absl::ascii_isupper(token.front()) &&
                          std::count_if(token.begin(), token.end(), absl::ascii_isupper) > 1 &&
                          token != "GPUs" && token != "PRs" && token != "NaNs" && token != "NaN" &&
                          token != "PyTorch";
    const bool is_name = absl::StrContains(token, "_") || is_camel;
    const bool is_size = end < text.size() && (text[end] == '=' || text.substr(end, 2) == " =");
    if (is_name && !is_size && !absl::ascii_isdigit(token.front())) {
      AddOnce(std::string(token), focus->mutable_names());
    }
  }
}

absl::Status NotUnderstood(absl::string_view text) {
  return absl::InvalidArgumentError(absl::StrCat(
      "\"", text,
      "\" names nothing that an audit answers; ask for scaling, memory, numerics, gradients, "
      "devices, distributed, performance, tests, or a review for production, for example:\n"
      "  allreview ask \"check if this scales to T=400K\" src/\n"
      "  allreview ask \"review this PR for memory leaks and gradient issues\"\n"
      "  allreview ask \"审计 streaming.py 的反向传播是否数值稳定\""));
}

}  // namespace

absl::StatusOr<Question> ParseQuestion(absl::string_view text) {
  Question question;
  AuditFocus& focus = question.focus;
  focus.set_request(std::string(text));
  question.is_chinese = !IsAscii(text);
  FindPlaces(text, &focus);
  // Words of a path ask for nothing: "tests/router.py".
  std::string lower = absl::AsciiStrToLower(text);
  for (const std::string& path : focus.paths()) {
    lower = absl::StrReplaceAll(lower, {{absl::AsciiStrToLower(path), " "}});
  }
  for (const Trigger& trigger : kTriggers) {
    const bool is_there = std::find(focus.checks().begin(), focus.checks().end(), trigger.check) !=
                          focus.checks().end();
    if (!is_there && HasWords(lower, trigger.words)) focus.add_checks(trigger.check);
  }
  FindSizes(text, &focus);
  const bool has_scaling = std::find(focus.checks().begin(), focus.checks().end(),
                                     AuditFocus::CHECK_SCALING) != focus.checks().end();
  // Sizes mean nothing elsewhere.
  if (focus.sizes_size() > 0 && !focus.checks().empty() && !has_scaling) {
    focus.add_checks(AuditFocus::CHECK_SCALING);
  }
  if (focus.checks().empty() && focus.sizes_size() == 0 && !HasAny(lower, kWhole)) {
    return NotUnderstood(text);
  }
  if (focus.checks().empty() && focus.sizes_size() > 0 && !HasAny(lower, kWhole)) {
    focus.add_checks(AuditFocus::CHECK_SCALING);
  }
  for (const Part& part : kParts) {
    if (HasWords(lower, part.words)) AddOnce(std::string(part.name), focus.mutable_names());
  }
  for (absl::string_view words : kUnanswered) {
    if (HasWords(lower, words)) AddOnce(std::string(words), focus.mutable_unanswered());
  }
  question.is_about_change = HasAny(lower, kChange);
  return question;
}

}  // namespace allreview::gateway
