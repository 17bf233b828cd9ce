#include "base/name_hash.h"

#include <set>
#include <string>

#include "gtest/gtest.h"

namespace allreview {
namespace {

TEST(NameHash, DependsOnTheTextAlone) {
  const std::string text = "0123456789abcdefghijklmnopqrstuvwxyz0123456789";
  for (size_t size = 0; size <= text.size(); ++size) {
    const std::string copy = "x" + text.substr(0, size) + "y";  // Elsewhere, and not aligned.
    EXPECT_EQ(NameHash()(absl::string_view(text).substr(0, size)),
              NameHash()(absl::string_view(copy).substr(1, size)));
  }
}

TEST(NameHash, DependsOnEachByteAndOnTheLength) {
  std::set<size_t> hashes;
  size_t texts = 0;
  for (size_t size = 0; size < 48; ++size) {
    const std::string zeros(size, '\0');
    hashes.insert(NameHash()(zeros));
    ++texts;
    for (size_t i = 0; i < size; ++i) {
      std::string other = zeros;
      other[i] = 1;
      hashes.insert(NameHash()(other));
      ++texts;
    }
  }
  EXPECT_EQ(hashes.size(), texts);
}

TEST(NameEqual, TellsEachByteAndTheLength) {
  for (size_t size = 0; size < 40; ++size) {
    const std::string text(size, 'a');
    EXPECT_TRUE(NameEqual()(text, std::string(size, 'a')));
    EXPECT_FALSE(NameEqual()(text, std::string(size + 1, 'a')));
    for (size_t i = 0; i < size; ++i) {
      std::string other = text;
      other[i] = 'b';
      EXPECT_FALSE(NameEqual()(text, other)) << other;
    }
  }
}

TEST(NameHash, SpreadsNamesThatAreAlike) {
  constexpr int kNames = 4096;
  std::set<size_t> low, high;
  for (int i = 0; i < kNames; ++i) {
    const size_t hash = NameHash()("layer_" + std::to_string(i) + "_weight");
    low.insert(hash & 0xffff);
    high.insert(hash >> 48);
  }
  // As many of 65,536 values as chance would give: 3968 ± 11.
  EXPECT_GT(low.size(), 3900u);
  EXPECT_GT(high.size(), 3900u);
}

}  // namespace
}  // namespace allreview
