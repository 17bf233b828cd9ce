#include "gateway/cli/scan_request.h"

#include <stdlib.h>

#include <filesystem>
#include <string>
#include <vector>

#include "base/status_matchers.h"
#include "gateway/cli/commands.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::cli {
namespace {

namespace fs = std::filesystem;
using change::v1::LocalRepository;
using ::testing::Contains;
using ::testing::ElementsAre;
using ::testing::HasSubstr;
using ::testing::IsEmpty;
using ::testing::IsSupersetOf;
using ::testing::Not;
using Words = std::vector<std::string>;

// The folder train/ of something that looks like a repository.
Environment InRepository() {
  std::string folder = testing::TempDir() + "scan-XXXXXX";
  folder = mkdtemp(folder.data());
  fs::create_directories(folder + "/.git");
  fs::create_directories(folder + "/train");
  return {.current_directory = folder + "/train"};
}

absl::StatusOr<LocalRepository> Scanned(const Words& words, const Environment& environment) {
  Words line = {"scan"};
  line.insert(line.end(), words.begin(), words.end());
  const absl::StatusOr<CommandLine> found = FindCommand(Commands(), line);
  EXPECT_OK(found);
  const absl::StatusOr<Arguments> arguments = ParseArguments(*found->command, found->rest);
  EXPECT_OK(arguments);
  return ScannedTree(*arguments, environment);
}

TEST(ScannedTree, IsTheWholeRepositoryAtHead) {
  ASSERT_OK_AND_ASSIGN(const LocalRepository local, Scanned({}, InRepository()));
  EXPECT_EQ(local.mode(), LocalRepository::MODE_TREE);
  EXPECT_EQ(local.head(), "HEAD");
  EXPECT_THAT(local.paths(), IsEmpty());
  EXPECT_THAT(local.suffixes(), IsSupersetOf({".py", ".cu", ".h"}));
  EXPECT_THAT(local.suffixes(), Not(Contains("/")));
}

TEST(ScannedTree, TakesPathsFromTheCurrentFolder) {
  const Environment environment = InRepository();
  ASSERT_OK_AND_ASSIGN(LocalRepository local,
                       Scanned({"--commit=v1", "loss.py", "../tools"}, environment));
  EXPECT_EQ(local.head(), "v1");
  EXPECT_THAT(local.paths(), ElementsAre("train/loss.py", "tools"));
  ASSERT_OK_AND_ASSIGN(local, Scanned({"loss.py", ".."}, environment));
  EXPECT_THAT(local.paths(), IsEmpty());
}

TEST(ScannedTree, TakesPathsFromTheRootOfANamedRepository) {
  const Environment environment = InRepository();
  ASSERT_OK_AND_ASSIGN(const LocalRepository local,
                       Scanned({"--repo", environment.current_directory, "tools"}, environment));
  EXPECT_THAT(local.paths(), ElementsAre("tools"));
}

TEST(ScannedTree, RefusesAPathOutside) {
  EXPECT_THAT(Scanned({"../../elsewhere"}, InRepository()),
              StatusIs(absl::StatusCode::kInvalidArgument,
                       HasSubstr("\"../../elsewhere\" is not in the repository")));
}

TEST(Fingerprints, AreThoseOfFindingsThatAskForSomething) {
  EXPECT_THAT(*FingerprintsOf(R"({"receipt": {}, "findings": [
                {"fingerprint": "b", "kind": "KIND_DEFECT"},
                {"fingerprint": "p", "kind": "KIND_PRAISE"},
                {"fingerprint": "a", "kind": "KIND_QUESTION", "of_tomorrow": 1}]})"),
              ElementsAre("a", "b"));
}

TEST(Fingerprints, AreNotTakenFromWhatIsNoReview) {
  for (absl::string_view text : {"", "[]", "{}", "no"}) {
    EXPECT_THAT(FingerprintsOf(text),
                StatusIs(absl::StatusCode::kInvalidArgument, HasSubstr("is not a review in JSON")))
        << text;
  }
}

}  // namespace
}  // namespace allreview::cli
