#include "gateway/forge/commands/commands.h"

#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "base/edit_distance.h"
#include "base/utf8.h"

namespace allreview::gateway {
namespace {

constexpr absl::string_view kPrefix = "/allreview";
constexpr size_t kMaxNameBytes = 40;

// Length of the run of `c` that `text` begins with.
size_t RunOf(absl::string_view text, char c) {
  size_t size = 0;
  while (size < text.size() && text[size] == c) ++size;
  return size;
}

// Follows fences, HTML comments and <pre> from line to line.
class Blocks {
 public:
  // Whether the line is plain text, not code and not a comment.
  bool IsText(absl::string_view line) {
    absl::string_view content = absl::StripLeadingAsciiWhitespace(line);
    if (!html_end_.empty()) {
      if (absl::StrContains(absl::AsciiStrToLower(line), html_end_)) html_end_ = "";
      return false;
    }
    if (fence_size_ > 0) {
      EndFence(content);
      return false;
    }
    if (BeginFence(content)) return false;
    BeginHtml(absl::AsciiStrToLower(line));
    return true;
  }

 private:
  void BeginHtml(absl::string_view line) {
    for (const auto& [begin, end] :
         {std::pair<absl::string_view, absl::string_view>{"<!--", "-->"}, {"<pre", "</pre"}}) {
      size_t at = line.rfind(begin);
      if (at != absl::string_view::npos && line.find(end, at) == absl::string_view::npos) {
        html_end_ = end;
      }
    }
  }

  bool BeginFence(absl::string_view content) {
    if (content.empty() || (content[0] != '`' && content[0] != '~')) return false;
    size_t size = RunOf(content, content[0]);
    // "```a```" is inline code.
    bool is_inline = content[0] == '`' && content.find('`', size) != absl::string_view::npos;
    if (size < 3 || is_inline) return false;
    fence_ = content[0];
    fence_size_ = size;
    return true;
  }

  void EndFence(absl::string_view content) {
    size_t size = RunOf(content, fence_);
    bool is_alone = absl::StripAsciiWhitespace(content.substr(size)).empty();
    if (size >= fence_size_ && is_alone) fence_size_ = 0;
  }

  char fence_ = 0;
  size_t fence_size_ = 0;            // 0: not in one.
  absl::string_view html_end_ = "";  // What ends it; empty: not in one.
};

// Lines that belong together, with where they begin in `text`.
struct Paragraph {
  std::string text = {};
  std::vector<size_t> starts = {};
  bool is_quote = false;
};

// Where inline code stands: ranges of bytes. A run of backticks ends at the next run of its length.
std::vector<std::pair<size_t, size_t>> CodeSpans(absl::string_view text) {
  std::vector<std::pair<size_t, size_t>> spans;
  std::vector<std::pair<size_t, size_t>> runs;  // Place and length.
  for (size_t at = text.find('`'); at != absl::string_view::npos; at = text.find('`', at)) {
    size_t size = RunOf(text.substr(at), '`');
    bool is_escaped = at > 0 && text[at - 1] == '\\';
    runs.emplace_back(at, is_escaped ? size - 1 : size);
    at += size;
  }
  constexpr size_t kMaxRuns = 2000;  // Beyond that nothing of the paragraph is believed.
  if (runs.size() > kMaxRuns) return {{0, text.size()}};
  for (size_t i = 0; i < runs.size(); ++i) {
    for (size_t j = i + 1; j < runs.size(); ++j) {
      if (runs[j].second != runs[i].second) continue;
      spans.emplace_back(runs[i].first, runs[j].first + runs[j].second);
      i = j;
      break;
    }
  }
  return spans;
}

bool IsInside(size_t at, const std::vector<std::pair<size_t, size_t>>& spans) {
  for (const auto& [begin, end] : spans) {
    if (begin <= at && at < end) return true;
  }
  return false;
}

// The text after "/allreview", when the line is a command.
std::optional<absl::string_view> AfterPrefix(absl::string_view line) {
  if (!absl::StartsWithIgnoreCase(line, kPrefix)) return std::nullopt;
  line.remove_prefix(kPrefix.size());
  if (!line.empty() && !absl::ascii_isspace(line[0])) return std::nullopt;
  return line;
}

Command ToCommand(absl::string_view rest) {
  Command command;
  for (absl::string_view word : absl::StrSplit(rest, absl::ByAnyChar(" \t\r"), absl::SkipEmpty())) {
    if (command.name.empty()) {
      command.name = ToDisplayText(absl::AsciiStrToLower(word.substr(0, kMaxNameBytes)));
    } else if (command.arguments.size() < kMaxArguments) {
      command.arguments.push_back(ToDisplayText(word.substr(0, kMaxArgumentBytes)));
    }
  }
  if (command.name.empty()) command.name = "help";
  return command;
}

void AddCommands(const Paragraph& paragraph, std::vector<Command>& commands) {
  if (paragraph.is_quote) return;
  std::vector<std::pair<size_t, size_t>> code = CodeSpans(paragraph.text);
  for (size_t start : paragraph.starts) {
    absl::string_view line = absl::string_view(paragraph.text).substr(start);
    line = line.substr(0, line.find('\n'));
    std::optional<absl::string_view> rest = AfterPrefix(line);
    if (rest.has_value() && !IsInside(start, code)) commands.push_back(ToCommand(*rest));
  }
}

}  // namespace

std::optional<Command> ParseCommand(absl::string_view comment) {
  std::vector<Command> commands;
  Blocks blocks;
  Paragraph paragraph;
  auto end = [&] {
    AddCommands(paragraph, commands);
    paragraph = {};
  };
  for (absl::string_view line : absl::StrSplit(comment, '\n')) {
    absl::ConsumeSuffix(&line, "\r");
    absl::string_view content = absl::StripLeadingAsciiWhitespace(line);
    if (!blocks.IsText(line) || content.empty()) {
      end();
      continue;
    }
    // A quote goes on over lines without '>' until an empty one.
    if (content[0] == '>' && !paragraph.is_quote) end();
    paragraph.is_quote |= content[0] == '>';
    paragraph.starts.push_back(paragraph.text.size());
    paragraph.text.append(line.data(), line.size());
    paragraph.text.push_back('\n');
  }
  end();
  if (commands.empty()) return std::nullopt;
  commands[0].ignored = static_cast<int>(commands.size()) - 1;
  return std::move(commands[0]);
}

const std::vector<CommandInfo>& Commands() {
  static const auto* const commands = new std::vector<CommandInfo>{
      {"review", "review", {"reviews the newest push again", "重新评审最新的推送"}},
      {"deep-dive",
       "deep-dive",
       {"explains every changed part, with diagrams", "逐一解析每处改动，并附图示"}},
      {"explain",
       "explain",
       {"explains the change to somebody who has not read it", "向没有读过代码的人讲解本次变更"}},
      {"audit",
       "audit [focus words]",
       {"audits it for production; words narrow the audit down",
        "审计是否可用于生产；可用关键词缩小范围"}},
      {"numerics",
       "numerics",
       {"shows what the changed expressions measured", "展示改动的表达式的实测结果"}},
      {"not-useful",
       "not-useful ID [why]",
       {"votes a finding down; as a reply to its comment, without ID",
        "把一个问题标为无用；直接回复其评论时不需要 ID"}},
      {"ignore",
       "ignore RULE",
       {"hides the findings of a rule in this pull request",
        "在此 pull request 中隐藏一条规则的问题"}},
      {"help", "help", {"shows this list", "显示此列表"}},
  };
  return *commands;
}

bool IsCommand(absl::string_view name) {
  for (const CommandInfo& command : Commands()) {
    if (command.name == name) return true;
  }
  return false;
}

std::string NearestCommand(absl::string_view name) {
  std::vector<std::string> names;
  for (const CommandInfo& command : Commands()) names.emplace_back(command.name);
  return Nearest(name, names);
}

}  // namespace allreview::gateway
