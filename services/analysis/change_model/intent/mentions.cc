#include "services/analysis/change_model/intent/mentions.h"

#include <algorithm>
#include <functional>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/strip.h"

namespace allreview::analysis {
namespace {

using v1::ChangedSymbol;

// A name that more symbols share means none of them.
constexpr size_t kMaxSharers = 3;

bool IsNameByte(char c) {
  const unsigned char byte = static_cast<unsigned char>(c);
  return absl::ascii_isalnum(byte) || c == '_' || c == '.' || c == '-' || c == '/';
}

// A word that no prose has: "top_k", "TopKRouter", "--top-k", "router.py", "Router.route".
bool IsOnlyCode(absl::string_view word) {
  if (absl::StartsWith(word, "--") && word.size() > 3) return true;
  if (absl::EndsWith(word, ".py")) return true;
  bool was_lower = false;
  for (size_t i = 0; i < word.size(); ++i) {
    const unsigned char c = static_cast<unsigned char>(word[i]);
    if (was_lower && absl::ascii_isupper(c)) return true;
    if (c == '_' && i > 0) return true;
    const bool is_inner_dot = c == '.' && i > 0 && i + 1 < word.size();
    if (is_inner_dot && absl::ascii_isalpha(static_cast<unsigned char>(word[i + 1])) &&
        absl::ascii_isupper(static_cast<unsigned char>(word[0]))) {
      return true;
    }
    was_lower = absl::ascii_islower(c);
  }
  return false;
}

// Without what only punctuates: "route." and "(route".
absl::string_view Trimmed(absl::string_view word) {
  while (!word.empty() && (word.back() == '.' || word.back() == '-' || word.back() == '/')) {
    word.remove_suffix(1);
  }
  while (!word.empty() && (word.front() == '.' || word.front() == '/')) word.remove_prefix(1);
  return word;
}

}  // namespace

Mentions::Mentions(const Symbols& symbols) : symbols_(symbols) {
  for (int i = 0; i < symbols.size(); ++i) {
    const ChangedSymbol& symbol = symbols[i];
    for (const std::string* name : {&symbol.name(), &symbol.old_name()}) {
      if (name->empty()) continue;
      Index(*name, i);
      // "Router.route" and "route" of "pkg.Router.route".
      for (size_t dot = name->find('.'); dot != std::string::npos; dot = name->find('.', dot + 1)) {
        Index(absl::string_view(*name).substr(dot + 1), i);
      }
      absl::string_view option = *name;
      if (absl::ConsumePrefix(&option, "--")) {
        Index(absl::StrReplaceAll(option, {{"-", "_"}}), i);
      }
    }
    if (symbol.kind() != v1::SYMBOL_KIND_MODULE) continue;
    Index(symbol.path(), i);
    Index(absl::string_view(symbol.path()).substr(symbol.path().rfind('/') + 1), i);
  }
}

void Mentions::Index(absl::string_view name, int symbol) {
  std::vector<int>& sharers = by_name_[std::string(name)];
  if (sharers.empty() || sharers.back() != symbol) sharers.push_back(symbol);
}

void Mentions::AddMatches(absl::string_view name, std::vector<std::string>& ids) const {
  auto found = by_name_.find(name);
  // "self.route", "module.Router": the end of the name tells.
  for (size_t dot = name.find('.'); found == by_name_.end() && dot != absl::string_view::npos;
       dot = name.find('.', dot + 1)) {
    found = by_name_.find(name.substr(dot + 1));
  }
  if (found == by_name_.end()) return;
  std::vector<int> meant = found->second;
  const auto is_test = [&](int symbol) { return symbols_[symbol].is_test(); };
  if (!std::all_of(meant.begin(), meant.end(), is_test)) std::erase_if(meant, is_test);
  if (meant.size() > kMaxSharers) return;
  for (int symbol : meant) {
    std::string id = absl::StrCat(symbols_[symbol].path(), ":", symbols_[symbol].name());
    if (std::find(ids.begin(), ids.end(), id) == ids.end()) ids.push_back(std::move(id));
  }
}

std::vector<std::string> Mentions::In(absl::string_view sentence) const {
  std::vector<std::string> ids;
  bool is_code = false;
  for (size_t i = 0; i < sentence.size();) {
    if (!IsNameByte(sentence[i])) {
      is_code ^= sentence[i] == '`';
      ++i;
      continue;
    }
    size_t end = i;
    while (end < sentence.size() && IsNameByte(sentence[end])) ++end;
    const absl::string_view word = Trimmed(sentence.substr(i, end - i));
    const bool is_called = absl::StartsWith(sentence.substr(end), "(");
    const bool is_whole_span = is_code && i > 0 && sentence[i - 1] == '`' &&
                               (is_called || absl::StartsWith(sentence.substr(end), "`"));
    if (!word.empty() && (is_whole_span || is_called || IsOnlyCode(word))) AddMatches(word, ids);
    i = end;
  }
  return ids;
}

}  // namespace allreview::analysis
