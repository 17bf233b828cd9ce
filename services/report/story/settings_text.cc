#include "services/report/story/settings_text.h"

#include <algorithm>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/sentences.h"
#include "services/report/story/signature.h"

namespace allreview::report {

using analysis::v1::ChangedSymbol;
using analysis::v1::Delta;

namespace {

// What stands behind "default=" among the arguments of a call.
std::optional<std::string> ArgumentOf(absl::string_view call, absl::string_view name) {
  const size_t open = call.find('(');
  const size_t close = call.rfind(')');
  if (open == absl::string_view::npos || close == absl::string_view::npos || close < open) {
    return std::nullopt;
  }
  for (absl::string_view argument : SplitArguments(call.substr(open + 1, close - open - 1))) {
    if (!absl::ConsumePrefix(&argument, name)) continue;
    argument = absl::StripLeadingAsciiWhitespace(argument);
    if (absl::ConsumePrefix(&argument, "=")) {
      return std::string(absl::StripAsciiWhitespace(argument));
    }
  }
  return std::nullopt;
}

// "field(default=3)" of dataclasses is its default.
std::optional<std::string> OfField(absl::string_view code) {
  const size_t equals = code.find('=');
  if (equals == absl::string_view::npos) return std::nullopt;
  absl::string_view value = absl::StripAsciiWhitespace(code.substr(equals + 1));
  if (absl::StartsWith(value, "field(")) {
    for (absl::string_view name : {"default", "default_factory"}) {
      if (auto found = ArgumentOf(value, name)) return found;
    }
  }
  value = value.substr(0, value.find('\n'));
  return std::string(value);
}

std::optional<std::string> DefaultIn(const std::string& code, bool is_flag) {
  if (code.empty()) return std::nullopt;
  if (!is_flag) return OfField(code);
  if (auto value = ArgumentOf(code, "default")) return value;
  const std::optional<std::string> action = ArgumentOf(code, "action");
  if (action && absl::StrContains(*action, "store_true")) return "False";
  if (action && absl::StrContains(*action, "store_false")) return "True";
  return std::nullopt;
}

}  // namespace

std::optional<std::string> DefaultOf(const ChangedSymbol& symbol) {
  return DefaultIn(symbol.code_after(), symbol.kind() == analysis::v1::SYMBOL_KIND_FLAG);
}

std::string HelpOf(const ChangedSymbol& symbol) {
  absl::string_view code = symbol.code_after();
  const size_t keyed = code.find("\"help\":"), named = code.find("help=");
  const size_t at = std::min(keyed, named);
  if (at == absl::string_view::npos) return "";
  code.remove_prefix(at + (at == keyed ? 7 : 5));
  // Literals that stand behind each other are one.
  std::string help;
  for (;;) {
    code = absl::StripLeadingAsciiWhitespace(code);
    absl::ConsumePrefix(&code, "(");
    code = absl::StripLeadingAsciiWhitespace(code);
    const char quote = code.empty() ? ' ' : code[0];
    if (quote != '"' && quote != '\'') break;
    const size_t end = code.find(quote, 1);
    if (end == absl::string_view::npos) break;
    help.append(code.data() + 1, end - 1);
    code.remove_prefix(end + 1);
  }
  const std::vector<std::string> sentences = intent::SplitSentences(help);
  return sentences.empty() ? "" : sentences.front();
}

bool IsOff(absl::string_view value) {
  return value == "False" || value == "None" || value == "0" || value == "0.0" || value == "\"\"" ||
         value == "''";
}

bool ChangesInWordsOnly(const ChangedSymbol& symbol) {
  return symbol.status() == ChangedSymbol::STATUS_REFORMATTED ||
         (symbol.status() == ChangedSymbol::STATUS_MODIFIED && !symbol.deltas().empty() &&
          std::all_of(symbol.deltas().begin(), symbol.deltas().end(),
                      [](const Delta& d) { return d.kind() == Delta::KIND_DOCSTRING; }));
}

bool IsOnlyWords(const analysis::v1::ChangeModel& model) {
  const auto& symbols = model.symbols();
  return !symbols.empty() && std::all_of(symbols.begin(), symbols.end(), ChangesInWordsOnly);
}

std::vector<std::pair<std::string, std::string>> NewParameters(const ChangedSymbol& symbol) {
  std::vector<std::pair<std::string, std::string>> parameters;
  if (symbol.status() == ChangedSymbol::STATUS_ADDED) return parameters;
  for (const Delta& delta : symbol.deltas()) {
    if (delta.kind() != Delta::KIND_PARAMETER || !delta.before().empty()) continue;
    const absl::string_view text = delta.after();
    const size_t equals = text.find('=');
    const absl::string_view name =
        absl::StripAsciiWhitespace(text.substr(0, std::min(text.find(':'), equals)));
    parameters.emplace_back(name, equals == absl::string_view::npos
                                      ? ""
                                      : absl::StripAsciiWhitespace(text.substr(equals + 1)));
  }
  return parameters;
}

}  // namespace allreview::report
