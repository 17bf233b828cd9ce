#ifndef GATEWAY_DOCUMENT_CHECK_SHAPES_H_
#define GATEWAY_DOCUMENT_CHECK_SHAPES_H_

// Which sections a document must have, in order.

#include "absl/strings/string_view.h"
#include "absl/types/span.h"
#include "gateway/document_check/check.h"

namespace allreview::document_check {

struct Section {
  absl::string_view number;  // "4.2"; then the title may be in any language. Empty: no number.
  absl::string_view english;
  absl::string_view chinese = "";  // Of a section without a number.
};

absl::Span<const Section> SectionsOf(Document document);

bool IsOf(const Heading& heading, const Section& section);

// "Nothing under: 4.3, 5." and "Nothing under: High, Low." stand for these sections.
bool StandsFor(absl::string_view line, const Section& section);

}  // namespace allreview::document_check

#endif  // GATEWAY_DOCUMENT_CHECK_SHAPES_H_
