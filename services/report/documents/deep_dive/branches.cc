#include "services/report/documents/deep_dive/branches.h"

#include <algorithm>
#include <optional>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "services/report/pseudo_code/condense.h"
#include "services/report/story/places.h"

namespace allreview::report::deep_dive {
namespace {

using analysis::v1::FunctionStory;
using analysis::v1::Step;

bool IsName(absl::string_view text) {
  if (text.empty() || absl::ascii_isdigit(static_cast<unsigned char>(text[0]))) return false;
  return std::all_of(text.begin(), text.end(), [](unsigned char c) {
    return absl::ascii_isalnum(c) || c == '_' || c >= 0x80;
  });
}

// The parts between separators that stand outside of brackets and quotes.
std::vector<absl::string_view> SplitOutside(absl::string_view text, absl::string_view separator) {
  std::vector<absl::string_view> parts;
  size_t begin = 0;
  for (size_t at = FindOutside(text, separator); at != absl::string_view::npos;
       at = FindOutside(text, separator, begin)) {
    parts.push_back(absl::StripAsciiWhitespace(text.substr(begin, at - begin)));
    begin = at + separator.size();
  }
  parts.push_back(absl::StripAsciiWhitespace(text.substr(begin)));
  return parts;
}

std::string OnOneLine(absl::string_view code) {
  std::string line(code);
  absl::RemoveExtraAsciiWhitespace(&line);
  return line;
}

// "x", "not x", "x is None", "x is not None".
struct Term {
  std::string name;
  bool asks_none = false;
  bool must_be = true;
};

std::optional<Term> TermOf(absl::string_view text) {
  Term term;
  if (absl::ConsumePrefix(&text, "not ")) term.must_be = false;
  if (absl::ConsumeSuffix(&text, " is not None")) {
    term.asks_none = true;
    term.must_be = !term.must_be;
  } else if (absl::ConsumeSuffix(&text, " is None")) {
    term.asks_none = true;
  }
  text = absl::StripAsciiWhitespace(text);
  if (!IsName(text)) return std::nullopt;
  term.name = std::string(text);
  return term;
}

std::optional<bool> Holds(const Term& term, const Parameters& parameters) {
  const auto found = parameters.find(term.name);
  if (found == parameters.end()) return std::nullopt;
  const Given given = found->second;
  if (term.asks_none) return (given == Given::kNone) == term.must_be;
  // Whether something is true nobody can tell: it may be empty.
  if (given == Given::kSomething) return std::nullopt;
  return (given == Given::kTrue) == term.must_be;
}

std::optional<bool> Holds(absl::string_view condition, const Parameters& parameters) {
  bool is_any_unknown = false;
  for (absl::string_view alternative : SplitOutside(condition, " or ")) {
    bool is_false = false, is_unknown = false;
    for (absl::string_view text : SplitOutside(alternative, " and ")) {
      const std::optional<Term> term = TermOf(text);
      const std::optional<bool> holds = term ? Holds(*term, parameters) : std::nullopt;
      is_unknown |= !holds;
      is_false |= holds && !*holds;
    }
    if (!is_false && !is_unknown) return true;
    is_any_unknown |= !is_false;
  }
  return is_any_unknown ? std::nullopt : std::optional<bool>(false);
}

void Learn(const Term& term, bool holds, Parameters& parameters) {
  const bool is_true = term.must_be == holds;
  if (term.asks_none) {
    parameters.try_emplace(term.name, is_true ? Given::kNone : Given::kSomething);
  } else if (!is_true) {
    parameters.try_emplace(term.name, Given::kFalse);
  }
}

// `assert not (a and b)`: where a holds, b does not. `assert a`: it holds.
void LearnFromAssert(absl::string_view code, Parameters& parameters) {
  if (!absl::ConsumePrefix(&code, "assert ")) return;
  absl::string_view test = SplitOutside(code, ",").front();
  const bool is_refused = absl::ConsumePrefix(&test, "not (");
  if (is_refused && !absl::ConsumeSuffix(&test, ")")) return;
  std::vector<Term> open;
  for (absl::string_view text : SplitOutside(test, " and ")) {
    const std::optional<Term> term = TermOf(text);
    if (!term) return;
    if (Holds(*term, parameters) != std::optional<bool>(true)) open.push_back(*term);
  }
  if (!is_refused) {
    for (const Term& term : open) Learn(term, true, parameters);
  } else if (open.size() == 1) {
    Learn(open.front(), false, parameters);
  }
}

// What a call returns or an index takes out is taken for something.
bool IsMade(const FunctionStory& story, absl::string_view name) {
  bool is_made = false;
  for (const Step& step : story.steps()) {
    if (step.kind() != Step::KIND_ASSIGNMENT || step.status() == Step::STATUS_REMOVED) continue;
    if (std::find(step.writes().begin(), step.writes().end(), name) == step.writes().end()) {
      continue;
    }
    const size_t equals = step.code().find(" = ");
    const std::string right =
        equals == std::string::npos ? "" : OnOneLine(step.code().substr(equals + 3));
    if (right == "None") return false;
    is_made |= absl::EndsWith(right, ")") || absl::EndsWith(right, "]");
  }
  return is_made;
}

std::optional<Given> GivenBy(absl::string_view value, const FunctionStory& caller) {
  if (value == "None") return Given::kNone;
  if (value == "True") return Given::kTrue;
  if (value == "False") return Given::kFalse;
  if (IsName(value) && IsMade(caller, value)) return Given::kSomething;
  return std::nullopt;
}

}  // namespace

Parameters ParametersOf(const FunctionStory& caller, const Step& step, absl::string_view name,
                        const FunctionStory& callee) {
  const std::string code = OnOneLine(step.code());
  const size_t call = code.find(absl::StrCat(SimpleName(name), "("));
  if (call == std::string::npos) return {};
  Parameters parameters;
  std::vector<std::string> handed;
  const size_t open = code.find('(', call) + 1;
  const size_t close = FindOutside(code, ")", open);
  if (close == std::string::npos) return {};
  const absl::string_view arguments = absl::string_view(code).substr(open, close - open);
  int position = 0;
  for (absl::string_view argument : SplitOutside(arguments, ",")) {
    if (argument.empty()) continue;
    if (absl::StartsWith(argument, "*")) return {};  // Anything.
    const size_t equals = argument.find('=');
    const bool is_keyword = equals != absl::string_view::npos &&
                            IsName(argument.substr(0, equals)) &&
                            argument.substr(equals, 2) != "==";
    if (!is_keyword && position >= callee.inputs_size()) return {};
    const std::string parameter =
        is_keyword ? std::string(argument.substr(0, equals)) : callee.inputs(position++).name();
    if (is_keyword) argument.remove_prefix(equals + 1);
    handed.push_back(parameter);
    const std::optional<Given> given = GivenBy(absl::StripAsciiWhitespace(argument), caller);
    if (given) parameters.emplace(parameter, *given);
  }
  for (const auto& input : callee.inputs()) {
    if (std::find(handed.begin(), handed.end(), input.name()) != handed.end()) continue;
    const std::optional<Given> given = GivenBy(input.default_value(), FunctionStory());
    if (given) parameters.emplace(input.name(), *given);
  }
  return parameters;
}

std::vector<bool> NeverEntered(const FunctionStory& story, Parameters parameters) {
  // Where steps are left out nobody knows which headers hold the others.
  if (story.left_out() > 0) return std::vector<bool>(story.steps_size(), false);
  // What is bound anew is no longer what was handed over.
  for (const Step& step : story.steps()) {
    if (step.kind() != Step::KIND_ASSIGNMENT) continue;
    for (const std::string& name : step.writes()) parameters.erase(name);
  }
  for (const Step& step : story.steps()) {
    const bool is_there = step.status() != Step::STATUS_REMOVED && step.depth() == 0;
    if (is_there && step.kind() == Step::KIND_ASSERT) {
      LearnFromAssert(OnOneLine(step.code()), parameters);
    }
  }
  std::vector<bool> never;
  std::map<int, bool> is_decided;  // By depth: an earlier branch is entered for certain.
  int dead_from = -1;              // Depth of the header whose block is never entered; -1: none.
  for (const Step& step : story.steps()) {
    if (dead_from >= 0 && step.depth() <= dead_from) dead_from = -1;
    never.push_back(dead_from >= 0);
    const bool is_branch = step.kind() == Step::KIND_IF || step.kind() == Step::KIND_ELSE;
    if (dead_from >= 0 || step.status() == Step::STATUS_REMOVED) continue;
    if (!is_branch) {
      is_decided.erase(step.depth());
      continue;
    }
    const std::string code = OnOneLine(step.code());
    absl::string_view condition = code;
    if (absl::ConsumePrefix(&condition, "if ")) is_decided[step.depth()] = false;
    absl::ConsumePrefix(&condition, "elif ");
    absl::ConsumeSuffix(&condition, ":");
    const bool was_decided = is_decided[step.depth()];
    const std::optional<bool> holds = step.kind() == Step::KIND_ELSE
                                          ? std::optional<bool>(!was_decided)
                                          : Holds(condition, parameters);
    if (was_decided || (holds && !*holds)) dead_from = step.depth();
    is_decided[step.depth()] = was_decided || (holds && *holds);
  }
  return never;
}

}  // namespace allreview::report::deep_dive
