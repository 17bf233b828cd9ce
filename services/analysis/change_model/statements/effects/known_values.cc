#include "services/analysis/change_model/statements/effects/known_values.h"

#include <algorithm>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/repository/project.h"
#include "sentences/statements/values.h"
#include "services/analysis/change_model/statements/code_words.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"

namespace allreview::analysis {
namespace {

constexpr size_t kMaxValues = 2;  // Of one effect.
constexpr int kMaxAsked = 12;     // Constants of a change.
constexpr size_t kMaxBytes = 40;  // Of a value.
constexpr size_t kMinConstant = 4, kMinSetting = 3;

// Code of a text: what stands between backticks.
std::vector<std::string> SpansOf(const std::string& text) {
  std::vector<std::string> spans;
  const std::vector<std::string> parts = absl::StrSplit(text, '`');
  for (size_t i = 1; i + 1 < parts.size(); i += 2) spans.push_back(parts[i]);
  return spans;
}

bool IsConstantName(absl::string_view name) {
  return name.size() >= kMinConstant && absl::StrContains(name, "_") && name[0] != '_' &&
         std::all_of(name.begin(), name.end(), [](char c) {
           return absl::ascii_isupper(static_cast<unsigned char>(c)) ||
                  absl::ascii_isdigit(static_cast<unsigned char>(c)) || c == '_';
         });
}

bool HoldsSettings(absl::string_view name) {
  for (absl::string_view holder : {"config", "cfg", "args", "options", "conf"}) {
    if (name == holder) return true;
    if (name.size() > holder.size() && absl::EndsWith(name, absl::StrCat("_", holder))) return true;
  }
  return false;
}

void AddOnce(std::string name, std::vector<std::string>& names) {
  if (std::find(names.begin(), names.end(), name) == names.end()) names.push_back(std::move(name));
}

std::optional<std::string> TextOf(const understanding::Value& value) {
  const understanding::Atom* only = value.only();
  if (value.is_open() || only == nullptr || !only->is_constant) return std::nullopt;
  switch (only->kind) {
    case understanding::AtomKind::kBool:
    case understanding::AtomKind::kInteger:
    case understanding::AtomKind::kReal:
    case understanding::AtomKind::kText:
      break;
    default:
      return std::nullopt;
  }
  std::string text = value.ToText();
  if (text.empty() || text.size() > kMaxBytes || absl::StrContains(text, "`")) return std::nullopt;
  return text;
}

// "{'a', 'b'}" of "KNOWN = {'a', 'b'}" in a changed module, where that is all about it.
std::optional<std::string> DisplayOf(const python::Module& module, const std::string& name) {
  constexpr size_t kMaxDisplay = 90;
  for (python::Node identifier : module.identifiers().Of({name})) {
    const python::Node assignment = identifier.parent();
    if (!assignment.Is(python::Kind::kAssignment)) continue;
    if (assignment.child(python::Field::kLeft) != identifier) continue;
    if (module.EnclosingDefinition(identifier) != nullptr) continue;
    const python::Node value = assignment.child(python::Field::kRight);
    const bool is_display = value.Is(python::Kind::kSet) || value.Is(python::Kind::kList) ||
                            value.Is(python::Kind::kTuple);
    std::string text = is_display ? Flat(value.text()) : "";
    if (text.empty() || text.size() > kMaxDisplay || absl::StrContains(text, "`")) return {};
    return text;
  }
  return std::nullopt;
}

// A literal, as it stands in code.
bool IsLiteral(absl::string_view text) {
  if (text.empty() || text.size() > kMaxBytes) return false;
  if (text == "None" || text == "True" || text == "False") return true;
  const char first = text[0] == '-' && text.size() > 1 ? text[1] : text[0];
  return absl::ascii_isdigit(static_cast<unsigned char>(first)) || first == '"' || first == '\'';
}

// "3" of "3" and of "field(default=3, …)"; what is no literal stays as it is.
std::string DefaultIn(const std::string& text) {
  const std::string code = WithoutBlanks(text);
  const size_t at = code.find("ield(default=");
  if (at == std::string::npos || at > 20) return text;
  const size_t start = at + 13;
  return code.substr(start, std::min(code.find_first_of(",)", start), code.size()) - start);
}

// What the parser stores when nobody passes the flag.
std::string DefaultOfFlag(const repository::FlagFacts& flag) {
  if (!flag.default_text.empty()) return flag.default_text;
  if (flag.action == "store_true") return "False";
  if (flag.action == "store_false") return "True";
  return flag.action.empty() || flag.action == "store" ? "None" : "";
}

// The action, as it stands in code, without quotes.
repository::FlagFacts WithPlainAction(repository::FlagFacts flag) {
  std::erase_if(flag.action, [](char c) { return c == '"' || c == '\''; });
  return flag;
}

// One default for all, which is a literal.
bool TakeDefault(const std::string& own, std::optional<std::string>& value) {
  if (!IsLiteral(own) || (value && *value != own)) return false;
  value = own;
  return true;
}

// A default that does something.
bool IsOn(const std::string& value) {
  return value != "None" && value != "False" && value != "0" && value != "\"\"" && value != "''";
}

}  // namespace

std::vector<std::string> ConstantsIn(const std::string& text) {
  std::vector<std::string> names;
  for (const std::string& span : SpansOf(text)) {
    for (std::string& chain : ChainsIn(span)) {
      if (IsConstantName(chain)) AddOnce(std::move(chain), names);
    }
  }
  return names;
}

std::vector<std::string> SettingsIn(const std::string& text) {
  std::vector<std::string> names;
  for (const std::string& span : SpansOf(text)) {
    for (const std::string& chain : ChainsIn(span)) {
      const std::vector<std::string> parts = absl::StrSplit(chain, '.');
      if (parts.size() < 2 || parts.back().size() < kMinSetting) continue;
      if (std::any_of(parts.begin(), parts.end() - 1, HoldsSettings)) AddOnce(parts.back(), names);
    }
  }
  return names;
}

std::optional<std::string> KnownValues::ValueOf(const std::string& constant,
                                                const std::string& path) {
  if (values_ == nullptr) return std::nullopt;
  const auto [known, is_new] = constants_.emplace(absl::StrCat(path, "\n", constant), std::nullopt);
  if (!is_new || ++asked_ > kMaxAsked) return known->second;
  for (const change::AnalysedFile& file : change_.files()) {
    if (known->second || file.after == nullptr) continue;
    known->second = DisplayOf(*file.after, constant);
    if (file.changed->path != path) continue;
    for (python::Node name : file.after->identifiers().Of({constant})) {
      if (!file.lines.HasAdded(name.first_line(), name.last_line())) continue;
      known->second = TextOf(values_->Of(*file.after, name));
      if (known->second) break;
    }
  }
  return known->second;
}

std::optional<std::string> KnownValues::DefaultOf(const std::string& setting) {
  const auto [known, is_new] = defaults_.emplace(setting, std::nullopt);
  if (!is_new) return known->second;
  repository::Project& project = change_.project();
  std::optional<std::string> value;
  bool is_one = true;
  for (const repository::ConfigurationField& field : project.FindFields(setting)) {
    is_one = is_one && TakeDefault(DefaultIn(field.field->default_text), value);
  }
  for (const repository::CommandLineFlag& flag : project.FindFlags(setting)) {
    is_one = is_one && TakeDefault(DefaultOfFlag(WithPlainAction(*flag.flag)), value);
  }
  // None stands for what is filled in later.
  if (is_one && value != "None") known->second = std::move(value);
  return known->second;
}

void KnownValues::AddTo(Effect& effect) {
  const std::string text = English(effect.text);
  // What is gone may have had other values.
  const bool is_of_old = effect.places.empty() || absl::StrContains(text, "no longer passes") ||
                         effect.places[0].side() == change::v1::SIDE_LEFT;
  if (is_of_old || effect.predicate == "default-changes") return;
  WordList values{.joint = Joint::kAnd, .items = {}};
  const auto add = [&](const Phrase& phrase, const std::string& name, const std::string& value) {
    values.items.emplace_back(Sentence(phrase, {{"name", name}, {"value", Shown(value)}}));
  };
  for (const std::string& name : ConstantsIn(text)) {
    if (values.items.size() == kMaxValues) break;
    const std::optional<std::string> value = ValueOf(name, effect.places[0].path());
    if (value && !absl::StrContains(text, *value)) add(phrases::kValueIs, name, *value);
  }
  for (const std::string& name : SettingsIn(text)) {
    if (values.items.size() == kMaxValues) break;
    const std::optional<std::string> value = DefaultOf(name);
    if (!value) continue;
    const bool is_passed = IsOn(*value) && effect.predicate == "computes-otherwise" &&
                           absl::StrContains(text, absl::StrCat(".", name, "` to `"));
    add(is_passed ? phrases::kValuePassedByDefault : phrases::kValueDefaultsTo, name, *value);
  }
  if (values.items.empty()) return;
  effect.text = Sentence(phrases::kValueKnown, {{"text", effect.text}, {"values", values}});
}

}  // namespace allreview::analysis
