#ifndef GATEWAY_FORGE_TESTING_CHINESE_H_
#define GATEWAY_FORGE_TESTING_CHINESE_H_

// For tests that nothing of ours is said in English where the team speaks Chinese.
//
//   EXPECT_EQ(EnglishIn(body), "") << body;

#include <string>

#include "absl/strings/string_view.h"

namespace allreview::gateway {

// The words in Latin letters that are neither code, nor within HTML's brackets or a link's address,
// nor names that Chinese texts use, too; joined by blanks.
std::string EnglishIn(absl::string_view markdown);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_TESTING_CHINESE_H_
