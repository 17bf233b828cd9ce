#include "gateway/store/value_codec.h"

#include "base/status_matchers.h"

namespace allreview::gateway {
namespace {

using ::testing::HasSubstr;

TEST(ValueCodec, GivesBackWhatItPacked) {
  std::string every_byte;
  for (int i = 0; i < 256; ++i) every_byte.push_back(static_cast<char>(i));
  for (const std::string& value :
       {std::string(), std::string("short"), every_byte, std::string(100'000, 'a')}) {
    EXPECT_THAT(UnpackValue(PackValue(value)), IsOk());
    EXPECT_EQ(UnpackValue(PackValue(value)).value(), value);
  }
}

TEST(ValueCodec, MakesTextSmallerAndNothingLonger) {
  EXPECT_LT(PackValue(std::string(100'000, 'a')).size(), 1000u);
  std::string noise;
  for (uint64_t state = 88172645463325252u; noise.size() < 5000;) {
    state ^= state << 13;
    state ^= state >> 7;
    state ^= state << 17;
    noise.push_back(static_cast<char>(state));
  }
  EXPECT_EQ(PackValue(noise).size(), noise.size() + 1);
}

TEST(ValueCodec, SaysHowAValueIsDamaged) {
  const std::string packed = PackValue(std::string(1000, 'a'));
  const struct {
    const char* name;
    std::string packed;
    const char* why;
  } kCases[] = {
      {"empty", "", "it is empty"},
      {"unknown letter", "?abc", "its first byte is unknown"},
      {"no size", "z123", "it is cut off"},
      {"cut", packed.substr(0, packed.size() - 5), "zlib refuses it"},
      {"huge size", "z" + std::string(8, '\x7f'), "its size is too large"},
  };
  for (const auto& c : kCases) {
    EXPECT_THAT(UnpackValue(c.packed), StatusIs(absl::StatusCode::kDataLoss, HasSubstr(c.why)))
        << c.name;
  }
}

}  // namespace
}  // namespace allreview::gateway
