#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/change_model/statements/questions/testing/asked.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;

constexpr absl::string_view kFetch = "def fetch(url, local):\n";
constexpr absl::string_view kGet =
    "def get(url, local):\n    if os.path.exists(local):\n        return local\n"
    "    fetch(url, local)\n    return local\n";

TEST(Files, ThatCountAsWholeWhenTheyExist) {
  const std::string before = absl::StrCat(kFetch, "    pass\n", kGet);
  const std::string in_place = Changed(
      before,
      absl::StrCat(kFetch, "    with open(local, \"wb\") as f:\n        copy(url, f)\n", kGet));
  EXPECT_THAT(KindsOf(in_place), ElementsAre("partial-file-counts-as-whole"));
  EXPECT_THAT(TextOf(in_place), HasSubstr("`fetch` writes `local` in place, and `get` (line 5)"));
  EXPECT_THAT(
      KindsOf(Changed(before, absl::StrCat(kFetch,
                                           "    with open(local + \".part\", \"wb\") as f:\n"
                                           "        copy(url, f)\n    os.rename(f.name, local)\n",
                                           kGet))),
      IsEmpty());
}

TEST(Files, ThatNobodyAsksFor) {
  EXPECT_THAT(
      KindsOf(Changed("def save(path):\n    pass\n",
                      "def save(path):\n    with open(path, \"w\") as f:\n        dump(f)\n")),
      IsEmpty());
}

std::string Backend(absl::string_view start) {
  return absl::StrCat(
      "class Backend:\n    def __init__(self):\n        self.server = None\n"
      "    def client(self):\n        if self.server is None:\n            self.boot()\n"
      "        return self.server.client()\n    def boot(self):\n",
      start);
}

TEST(Objects, ThatAreKeptBeforeTheyWork) {
  const std::string before = Backend("        pass\n");
  const std::string early =
      Changed(before, Backend("        self.server = Server()\n        self.server.start()\n"));
  EXPECT_THAT(KindsOf(early), ElementsAre("kept-before-it-works"));
  EXPECT_THAT(TextOf(early), HasSubstr("stores `self.server` before `self.server.start()`"));
  EXPECT_THAT(KindsOf(Changed(before, Backend("        server = Server()\n        server.start()\n"
                                              "        self.server = server\n"))),
              IsEmpty());
}

constexpr absl::string_view kClient =
    "# --- pkg/client.py unchanged\nclass Client:\n    def ask(self):\n        pass\n"
    "    def close(self):\n        pass\n";

std::string Asking(absl::string_view body) {
  return absl::StrCat(Changed("from pkg.client import Client\n",
                              absl::StrCat("from pkg.client import Client\ndef ask(url):\n", body)),
                      kClient);
}

TEST(Objects, ThatNobodyCloses) {
  EXPECT_THAT(KindsOf(Asking("    client = Client()\n    return client.ask()\n")),
              ElementsAre("never-closed"));
  EXPECT_THAT(KindsOf(Asking("    client = Client()\n    x = client.ask()\n    client.close()\n"
                             "    return x\n")),
              IsEmpty());
  EXPECT_THAT(KindsOf(Asking("    client = Client()\n    return client\n")), IsEmpty());
}

TEST(Objects, ThatTheirOwnerLeavesOpen) {
  const auto owner = [](absl::string_view init, absl::string_view close) {
    return absl::StrCat("from pkg.client import Client\nclass Pool:\n",
                        "    def __init__(self):\n        self.size = 1\n", init,
                        "    def close(self):\n        self.size = 0\n", close);
  };
  constexpr absl::string_view kInit = "        self.client = Client()\n";
  EXPECT_THAT(KindsOf(absl::StrCat(Changed(owner("", ""), owner(kInit, "")), kClient)),
              ElementsAre("left-open-by-close"));
  EXPECT_THAT(KindsOf(absl::StrCat(
                  Changed(owner("", ""), owner(kInit, "        self.client.close()\n")), kClient)),
              IsEmpty());
}

TEST(Arguments, ThatAreRefusedTooLate) {
  const auto method = [](absl::string_view body) {
    return absl::StrCat("class A:\n    def resize(self, n):\n", body);
  };
  constexpr absl::string_view kRefuse = "        if n < 0:\n            raise ValueError(n)\n";
  constexpr absl::string_view kSet = "        self.n = n\n";
  EXPECT_THAT(KindsOf(Changed(method("        pass\n"), method(absl::StrCat(kSet, kRefuse)))),
              Contains("refused-after-change"));
  EXPECT_THAT(KindsOf(Changed(method("        pass\n"), method(absl::StrCat(kRefuse, kSet)))),
              Not(Contains("refused-after-change")));
}

}  // namespace
}  // namespace allreview::analysis
