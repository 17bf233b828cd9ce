#include "services/report/story/tables.h"

#include "absl/strings/ascii.h"
#include "services/report/story/places.h"

namespace allreview::report {
namespace {

using analysis::v1::ChangedSymbol;

constexpr size_t kMaxTables = 2;

bool IsNameByte(absl::string_view code, size_t at) {
  const unsigned char c = at < code.size() ? static_cast<unsigned char>(code[at]) : ' ';
  return absl::ascii_isalnum(c) || c == '_' || c >= 0x80;
}

// As a value, neither called nor in quotation marks.
bool Names(absl::string_view code, absl::string_view name) {
  for (size_t at = code.find(name); at != absl::string_view::npos; at = code.find(name, at + 1)) {
    const size_t end = at + name.size();
    const bool is_word = (at == 0 || !IsNameByte(code, at - 1)) && !IsNameByte(code, end);
    const bool is_text = at > 0 && (code[at - 1] == '"' || code[at - 1] == '\'');
    const bool is_call = end < code.size() && code[end] == '(';
    if (is_word && !is_text && !is_call) return true;
  }
  return false;
}

}  // namespace

std::vector<const ChangedSymbol*> TablesWith(const ModelIndex& index,
                                             const ChangedSymbol& function) {
  std::vector<const ChangedSymbol*> tables;
  const absl::string_view name = SimpleName(function.name());
  if (name.size() < 3 || !IsFunction(function)) return tables;
  for (const ChangedSymbol& symbol : index.model().symbols()) {
    const bool is_table = symbol.kind() == analysis::v1::SYMBOL_KIND_CONSTANT &&
                          symbol.status() != ChangedSymbol::STATUS_REMOVED;
    if (!is_table || tables.size() == kMaxTables) continue;
    if (Names(symbol.code_after(), name) && !Names(symbol.code_before(), name)) {
      tables.push_back(&symbol);
    }
  }
  return tables;
}

}  // namespace allreview::report
