#include "host/flags.h"

#include <string>
#include <vector>

#include "base/file.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::host {
namespace {

using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::Pair;

const std::vector<Flag>& Known() {
  static constexpr absl::string_view kFormats[] = {"text", "json"};
  static const auto& flags = *new std::vector<Flag>{
      {.name = "listen", .value = "HOST:PORT", .help = "Where to serve."},
      {.name = "metrics_listen", .value = "HOST:PORT", .help = "Where to serve metrics."},
      {.name = "format", .value = "F", .help = "How.", .choices = kFormats},
      {.name = "threads", .value = "N", .help = "How many.", .min_number = 1, .max_number = 64},
      {.name = "quiet", .help = "Says nothing."},
  };
  return flags;
}

absl::StatusOr<Flags> Parse(const std::vector<std::string>& arguments) {
  return Flags::Parse(Known(), arguments);
}

TEST(Flags, ReadsBothFormsOfAValue) {
  ASSERT_OK_AND_ASSIGN(const Flags flags, Parse({"--listen=a:1", "--threads", "8", "--quiet"}));
  EXPECT_EQ(flags.Get("listen"), "a:1");
  EXPECT_THAT(flags.GetInt("threads", 0), IsOk());
  EXPECT_EQ(*flags.GetInt("threads", 0), 8);
  EXPECT_TRUE(flags.GetSwitch("quiet"));
}

TEST(Flags, TreatsDashAndUnderscoreAlike) {
  ASSERT_OK_AND_ASSIGN(const Flags flags, Parse({"--metrics-listen=a:1"}));
  EXPECT_EQ(flags.Get("metrics_listen"), "a:1");
}

TEST(Flags, TurnsASwitchOff) {
  ASSERT_OK_AND_ASSIGN(const Flags flags, Parse({"--quiet", "--no-quiet"}));
  EXPECT_FALSE(flags.GetSwitch("quiet"));
}

TEST(Flags, KeepsTheOrderOfRepeatedFlags) {
  ASSERT_OK_AND_ASSIGN(const Flags flags,
                       Parse({"--format=json", "--listen=a:1", "--format=text"}));
  EXPECT_THAT(flags.in_order(),
              ElementsAre(Pair("format", "json"), Pair("listen", "a:1"), Pair("format", "text")));
}

TEST(Flags, LeavesDashAndWhatFollowsDoubleDashAlone) {
  ASSERT_OK_AND_ASSIGN(const Flags flags, Parse({"-", "--", "--listen"}));
  EXPECT_THAT(flags.positional(), ElementsAre("-", "--listen"));
}

TEST(Flags, SuggestsTheFlagThatWasMeant) {
  EXPECT_THAT(Parse({"--lisen=a:1"}).status().message(),
              "unknown flag \"--lisen\"; did you mean \"--listen\"?");
  EXPECT_THAT(Parse({"--frobnicate"}).status().message(),
              "unknown flag \"--frobnicate\"; see --help");
}

TEST(Flags, RefusesAValueThatIsNoChoice) {
  EXPECT_THAT(Parse({"--format=jsn"}).status().message(),
              "flag \"--format\": \"jsn\" is not one of text, json; did you mean \"json\"?");
}

TEST(Flags, SaysWhatAFlagWithoutItsValueWants) {
  EXPECT_THAT(Parse({"--listen"}).status().message(),
              "flag \"--listen\" needs a value: --listen=HOST:PORT");
}

TEST(Flags, RefusesANumberThatIsNone) {
  ASSERT_OK_AND_ASSIGN(const Flags flags, Parse({"--listen=many"}));
  EXPECT_THAT(flags.GetInt("listen", 1),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("\"many\"")));
}

TEST(Flags, RefusesANumberOutsideOfItsBounds) {
  for (const char* value : {"many", "0", "65", "-1", "1.5"}) {
    EXPECT_EQ(
        Parse({std::string("--threads=") + value}).status().message(),
        std::string("flag \"--threads\": \"") + value + "\" is not a whole number from 1 to 64");
  }
  EXPECT_OK(Parse({"--threads=64"}));
}

TEST(JoinFlags, KeepsTheOrder) {
  static constexpr Flag kA = {.name = "a", .help = "A."};
  static constexpr Flag kB = {.name = "b", .help = "B."};
  static constexpr std::array kFirst = {&kB};
  static constexpr auto kAll = JoinFlags(kFirst, std::array{&kA, &kB});
  EXPECT_THAT(kAll, ElementsAre(&kB, &kA, &kB));
}

TEST(Flags, ReadsAFlagFile) {
  const std::string path = testing::TempDir() + "/flags.txt";
  ASSERT_OK(WriteFile(path, "# of the service\n--listen=a:1\n\n  --quiet\n"));
  ASSERT_OK_AND_ASSIGN(const Flags flags, Parse({"--flagfile=" + path, "--listen=b:2"}));
  EXPECT_EQ(flags.Get("listen"), "b:2");
  EXPECT_TRUE(flags.GetSwitch("quiet"));
}

TEST(Flags, RefusesAFlagFileThatNamesItself) {
  const std::string path = testing::TempDir() + "/loop.txt";
  ASSERT_OK(WriteFile(path, "--flagfile=" + path + "\n"));
  EXPECT_THAT(Parse({"--flagfile=" + path}),
              StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("without end")));
}

TEST(FlagHelp, WrapsAtEightyColumns) {
  const std::vector<Flag> flags = {
      {.name = "x",
       .value = "V",
       .help = "A sentence that is long enough that it cannot stand on one line of a terminal."}};
  EXPECT_EQ(FlagHelp(flags),
            "  --x=V\n"
            "      A sentence that is long enough that it cannot stand on one line of a\n"
            "      terminal.\n");
}

TEST(NearestName, KnowsSlipsFromOtherWords) {
  const std::vector<absl::string_view> names = {"review", "rules", "serve"};
  EXPECT_EQ(NearestName("reveiw", names), "review");
  EXPECT_EQ(NearestName("rule", names), "rules");
  EXPECT_EQ(NearestName("frobnicate", names), "");
}

}  // namespace
}  // namespace allreview::host
