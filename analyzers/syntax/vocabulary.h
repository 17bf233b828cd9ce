#ifndef ANALYZERS_SYNTAX_VOCABULARY_H_
#define ANALYZERS_SYNTAX_VOCABULARY_H_

// From a grammar's numbers to those of a language's kinds and fields.

#include <cstddef>
#include <cstdint>
#include <vector>

#include "absl/strings/string_view.h"
#include "absl/types/span.h"

struct TSLanguage;

namespace allreview::syntax {

class Vocabulary {
 public:
  // What a child is by its place in a production of the grammar.
  struct Place {
    uint16_t alias = 0;
    uint8_t field = 0;
  };

  // Names as the grammar has them: the first kind is number kFirstKind, the first field number 1.
  // A named kind or a field of the grammar that is not among them fails a CHECK.
  struct Names {
    absl::Span<const absl::string_view> kinds, fields;
  };
  Vocabulary(const TSLanguage* grammar, Names names);

  const TSLanguage* grammar() const { return grammar_; }
  uint8_t kind(uint16_t symbol) const;
  // Places of the children of a node, without extra ones. Null: they have neither aliases nor
  // fields.
  const Place* Places(uint16_t production) const {
    return production == 0 ? nullptr : &places_[production * places_of_production_];
  }

 private:
  void AddPlaces(uint32_t production, absl::Span<const absl::string_view> fields);

  const TSLanguage* const grammar_;
  std::vector<uint8_t> kinds_;   // By symbol.
  size_t places_of_production_;  // In the longest one that has aliases or fields.
  std::vector<Place> places_;
};

// As the grammar has it; "token", "ERROR", and "" for the null node.
absl::string_view KindName(uint8_t kind, absl::Span<const absl::string_view> kinds);

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_VOCABULARY_H_
