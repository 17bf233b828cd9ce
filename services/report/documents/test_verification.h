#ifndef SERVICES_REPORT_DOCUMENTS_TEST_VERIFICATION_H_
#define SERVICES_REPORT_DOCUMENTS_TEST_VERIFICATION_H_

// What the tests of a change show, and how to run the narrowest part of them.

#include <string>

#include "proto/analysis/v1/tests.pb.h"
#include "proto/review/v1/review.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

// A list: each check that the change calls for, and the tests that speak for it. Empty: it calls
// for none.
std::string TestVerificationMarkdown(Language language, const analysis::v1::TestEvidence& tests);

// Null: tests run what changed, or nobody can tell.
const analysis::v1::TestCheck* MissingUnitTests(const analysis::v1::TestEvidence& tests);

// What the check misses, as a sentence, and what to do about it.
std::string MissingText(Language language, const analysis::v1::TestCheck& check);
std::string TestToAdd(Language language, const analysis::v1::TestCheck& check);

// "wider" of a command in the language; words that this version does not know stay.
absl::string_view PurposeLabel(Language language, absl::string_view purpose);

// Items of a list: what to run before the change is merged. Empty when there is nothing.
std::string TestCommandsMarkdown(Language language, const analysis::v1::TestEvidence& tests);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_DOCUMENTS_TEST_VERIFICATION_H_
