#include "services/analysis/change_model/statements/effects/new_settings.h"

#include <algorithm>
#include <set>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "analyzers/repository/dotted_names.h"
#include "services/analysis/change_model/statements/effects/told_code.h"

namespace allreview::analysis {
namespace {

using v1::ChangedSymbol;
using v1::Delta;

// Strings of `after` that `before` does not have.
std::vector<std::string> NewLiterals(absl::string_view before, absl::string_view after) {
  std::vector<std::string> literals;
  for (size_t at = after.find_first_of("\"'"); at != absl::string_view::npos;) {
    const size_t end = after.find(after[at], at + 1);
    if (end == absl::string_view::npos) break;
    const absl::string_view text = after.substr(at + 1, end - at - 1);
    if (!text.empty() && !HasLiteral(before, text)) literals.emplace_back(text);
    at = after.find_first_of("\"'", end + 1);
  }
  return literals;
}

std::string DefaultOf(const ChangedSymbol& symbol) {
  const std::string& code = symbol.code_after();
  if (symbol.kind() == v1::SYMBOL_KIND_FLAG) {
    const size_t at = code.find("default=");
    if (at != std::string::npos) {
      const absl::string_view rest = absl::string_view(code).substr(at + 8);
      return std::string(absl::StripAsciiWhitespace(
          rest.substr(0, std::min(rest.find_first_of(",)"), size_t{40}))));
    }
    return absl::StrContains(code, "store_true") ? "False" : "";
  }
  const size_t equals = code.find('=');
  if (equals == std::string::npos) return "";
  const std::string value(
      absl::StripAsciiWhitespace(absl::string_view(code).substr(equals + 1, 60)));
  return absl::StrContains(value, "(") || absl::StrContains(value, "\n") ? "" : value;
}

std::string NameInCode(const ChangedSymbol& symbol) {
  absl::string_view name = symbol.name();
  if (symbol.kind() == v1::SYMBOL_KIND_FLAG) {
    while (absl::ConsumePrefix(&name, "-")) {
    }
    return absl::StrReplaceAll(name, {{"-", "_"}});
  }
  return std::string(repository::SimpleName(name));
}

void AddChoices(const ChangedSymbol& symbol, std::vector<Setting>& settings) {
  for (const Delta& delta : symbol.deltas()) {
    const bool lists_choices =
        absl::StartsWith(delta.after(), "choices=") || absl::StartsWith(delta.after(), ": ");
    if (delta.kind() != Delta::KIND_VALUE || !lists_choices || delta.before().empty()) continue;
    for (std::string& literal : NewLiterals(delta.before(), delta.after())) {
      std::string shown = absl::StrCat(symbol.kind() == v1::SYMBOL_KIND_FLAG
                                           ? symbol.name()
                                           : std::string(repository::SimpleName(symbol.name())),
                                       "=", literal);
      settings.push_back({.symbol = &symbol,
                          .name = NameInCode(symbol),
                          .literal = std::move(literal),
                          .shown = std::move(shown),
                          .default_value = ""});
    }
  }
}

bool EndsWithName(absl::string_view text, const std::string& name) {
  if (!absl::ConsumeSuffix(&text, name)) return false;
  return text.empty() || text.back() == '.';
}

// A name, or a chain of them: "config.fused".
bool IsChain(absl::string_view text) {
  return !text.empty() && std::all_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || c == '_' || c == '.';
  });
}

}  // namespace

// Of one name the first counts: a flag and the field that holds it are one setting.
std::vector<Setting> NewSettings(const v1::ChangeModel& model) {
  std::vector<Setting> settings;
  std::set<std::string> names;
  for (const ChangedSymbol& symbol : model.symbols()) {
    const bool is_setting =
        symbol.kind() == v1::SYMBOL_KIND_FLAG || symbol.kind() == v1::SYMBOL_KIND_FIELD;
    if (!is_setting || symbol.is_test() || paths::IsTestPath(symbol.path())) continue;
    if (symbol.status() != ChangedSymbol::STATUS_ADDED) {
      AddChoices(symbol, settings);
      continue;
    }
    const std::string name = NameInCode(symbol);
    if (!names.insert(name).second) continue;
    settings.push_back({.symbol = &symbol,
                        .name = name,
                        .literal = "",
                        .shown = name,
                        .default_value = DefaultOf(symbol)});
  }
  return settings;
}

std::vector<Setting> NewParameters(const ChangedSymbol& function) {
  std::vector<Setting> settings;
  for (const Delta& delta : function.deltas()) {
    if (delta.kind() != Delta::KIND_PARAMETER || !delta.before().empty()) continue;
    const absl::string_view text = delta.after();
    const size_t equals = text.find('=');
    std::string name(absl::StripAsciiWhitespace(text.substr(0, std::min(text.find(':'), equals))));
    if (name.empty() || absl::StartsWith(name, "*")) continue;
    const std::string value =
        equals == absl::string_view::npos
            ? ""
            : std::string(absl::StripAsciiWhitespace(text.substr(equals + 1)));
    settings.push_back({.symbol = &function,
                        .name = name,
                        .literal = "",
                        .shown = name,
                        .default_value = value,
                        .is_parameter = true});
  }
  return settings;
}

bool Mentions(absl::string_view test, const Setting& setting) {
  if (!setting.literal.empty()) return HasLiteral(test, setting.literal);
  if (!Names(test, setting.name)) return false;
  if (setting.is_parameter || absl::StrContains(setting.name, "_")) return true;
  // A name of one word may be that of anything: what it is read from must hold settings.
  for (absl::string_view holder : {"config", "cfg", "args", "options", "conf"}) {
    if (absl::StrContains(test, absl::StrCat(holder, ".", setting.name))) return true;
  }
  return false;
}

bool IsSettingAlone(absl::string_view test, const Setting& setting) {
  if (absl::StrContains(test, " or ") || absl::StartsWith(test, "not ") ||
      absl::StrContains(test, "!=")) {
    return false;
  }
  if (!setting.literal.empty()) {
    const bool is_distinct = absl::StrContains(setting.literal, "_") || Names(test, setting.name);
    return is_distinct && !absl::StrContains(test, " and ") &&
           (absl::StrContains(test, "==") || absl::StrContains(test, " in "));
  }
  std::vector<std::string> chains;
  for (absl::string_view part : absl::StrSplit(test, " and ")) {
    for (absl::string_view end : {" is not None", " > 0", " is True"})
      absl::ConsumeSuffix(&part, end);
    if (!IsChain(part)) return false;
    chains.emplace_back(part);
  }
  const std::string& longest = *std::max_element(
      chains.begin(), chains.end(),
      [](const std::string& a, const std::string& b) { return a.size() < b.size(); });
  const bool are_of_one = std::all_of(chains.begin(), chains.end(), [&](const std::string& chain) {
    return absl::StartsWith(absl::StrCat(longest, "."), absl::StrCat(chain, "."));
  });
  return are_of_one && std::any_of(chains.begin(), chains.end(), [&](const std::string& chain) {
           return EndsWithName(chain, setting.name);
         });
}

bool IsOff(absl::string_view value) { return value == "False" || value == "None"; }

}  // namespace allreview::analysis
