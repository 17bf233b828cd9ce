#ifndef REVIEW_LANGUAGE_SENTENCE_END_H_
#define REVIEW_LANGUAGE_SENTENCE_END_H_

#include <string>

#include "absl/strings/string_view.h"
#include "sentences/phrase.h"

namespace allreview {

// The text with a full stop, unless it has an end of its own. Pure.
std::string WithEnd(Language language, absl::string_view text);

}  // namespace allreview

#endif  // REVIEW_LANGUAGE_SENTENCE_END_H_
