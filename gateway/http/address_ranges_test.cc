#include "gateway/http/address_ranges.h"

#include "base/status_matchers.h"

namespace allreview::http {
namespace {

using ::testing::HasSubstr;

AddressRanges Ranges(const std::vector<std::string>& texts) {
  return AddressRanges::Parse(texts).value();
}

TEST(AddressRanges, HoldAddresses) {
  const AddressRanges ranges = Ranges({"10.0.0.1", "fd00::1"});
  EXPECT_TRUE(ranges.Contain("10.0.0.1"));
  EXPECT_TRUE(ranges.Contain("::ffff:10.0.0.1"));
  EXPECT_TRUE(ranges.Contain("fd00:0::1"));
  EXPECT_FALSE(ranges.Contain("10.0.0.2"));
  EXPECT_FALSE(ranges.Contain("fd00::2"));
  EXPECT_FALSE(AddressRanges().Contain("10.0.0.1"));
}

TEST(AddressRanges, HoldRangesAlsoThatEndWithinAByte) {
  const AddressRanges ranges = Ranges({"10.32.0.0/11", "fd00::/8", "192.0.2.128/25"});
  for (const char* in : {"10.32.0.0", "10.63.255.255", "fdff::1", "192.0.2.255"}) {
    EXPECT_TRUE(ranges.Contain(in)) << in;
  }
  for (const char* out : {"10.31.255.255", "10.64.0.0", "fe00::1", "192.0.2.127"}) {
    EXPECT_FALSE(ranges.Contain(out)) << out;
  }
  EXPECT_TRUE(Ranges({"0.0.0.0/0"}).Contain("192.0.2.1"));
  EXPECT_FALSE(Ranges({"0.0.0.0/0"}).Contain("fd00::1"));
  EXPECT_TRUE(Ranges({"::/0"}).Contain("192.0.2.1"));
}

TEST(AddressRanges, HoldNoTextThatIsNoAddress) {
  const AddressRanges ranges = Ranges({"::/0"});
  for (const char* text : {"", "proxy", "10.0.0", "10.0.0.1 ", "10.0.0.0/8", "[::1]"}) {
    EXPECT_FALSE(ranges.Contain(text)) << text;
  }
}

TEST(AddressRanges, NameWhatIsWrong) {
  const auto error = [](const char* text) { return AddressRanges::Parse({"10.0.0.1", text}); };
  const auto code = absl::StatusCode::kInvalidArgument;
  EXPECT_THAT(error("proxy.example"),
              StatusIs(code, HasSubstr("'proxy.example' is not an IP address")));
  EXPECT_THAT(error("10.0.0.0/33"), StatusIs(code, HasSubstr("from 0 to 32")));
  EXPECT_THAT(error("fd00::/129"), StatusIs(code, HasSubstr("from 0 to 128")));
  EXPECT_THAT(error("10.0.0.0/"), StatusIs(code, HasSubstr("after the slash")));
  EXPECT_THAT(error("10.0.0.1/8"), StatusIs(code, HasSubstr("its first address")));
}

}  // namespace
}  // namespace allreview::http
