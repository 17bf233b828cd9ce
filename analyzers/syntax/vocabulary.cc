#include "analyzers/syntax/vocabulary.h"

#include <algorithm>

#include "analyzers/syntax/tree_data.h"
#include "base/check.h"
#include "language.h"
#include "tree_sitter/api.h"

namespace allreview::syntax {
namespace {

uint8_t NumberOf(absl::string_view name, absl::Span<const absl::string_view> names, size_t first) {
  const auto found = std::find(names.begin(), names.end(), name);
  CHECK(found != names.end()) << "the grammar's '" << name << "' is not in kinds.h";
  return static_cast<uint8_t>(first + static_cast<size_t>(found - names.begin()));
}

}  // namespace

Vocabulary::Vocabulary(const TSLanguage* grammar, Names names)
    : grammar_(grammar), places_of_production_(grammar->max_alias_sequence_length) {
  CHECK(kFirstKind + names.kinds.size() <= 256) << "kinds are bytes";
  std::vector<uint8_t> own(ts_language_symbol_count(grammar), kTokenKind);
  for (uint16_t symbol = 0; symbol < own.size(); ++symbol) {
    if (ts_language_symbol_type(grammar, symbol) != TSSymbolTypeRegular) continue;
    own[symbol] = NumberOf(ts_language_symbol_name(grammar, symbol), names.kinds, kFirstKind);
  }
  // Several symbols may be one to the reader of a tree.
  kinds_.resize(own.size());
  for (uint16_t symbol = 0; symbol < own.size(); ++symbol) {
    kinds_[symbol] = own[ts_language_public_symbol(grammar, symbol)];
  }
  places_.resize(grammar->production_id_count * places_of_production_);
  for (uint32_t production = 1; production < grammar->production_id_count; ++production) {
    AddPlaces(production, names.fields);
  }
}

void Vocabulary::AddPlaces(uint32_t production, absl::Span<const absl::string_view> fields) {
  Place* const places = &places_[production * places_of_production_];
  for (size_t i = 0; i < places_of_production_; ++i) {
    places[i].alias = ts_language_alias_at(grammar_, production, static_cast<uint32_t>(i));
  }
  const TSFieldMapEntry *entry, *end;
  ts_language_field_map(grammar_, production, &entry, &end);
  for (; entry < end; ++entry) {
    uint8_t& field = places[entry->child_index].field;
    if (entry->inherited || field != 0) continue;
    field = NumberOf(ts_language_field_name_for_id(grammar_, entry->field_id), fields, 1);
  }
}

uint8_t Vocabulary::kind(uint16_t symbol) const {
  return symbol < kinds_.size() ? kinds_[symbol] : kErrorKind;  // ts_builtin_sym_error is 65535.
}

absl::string_view KindName(uint8_t kind, absl::Span<const absl::string_view> kinds) {
  if (kind >= kFirstKind) return kinds[kind - kFirstKind];
  return kind == kTokenKind ? "token" : kind == kErrorKind ? "ERROR" : "";
}

}  // namespace allreview::syntax
