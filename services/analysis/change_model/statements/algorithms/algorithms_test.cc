#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/sentence.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;

// "f: predicate: text", of the statements about algorithms.
std::vector<std::string> Told(absl::string_view fixture) {
  std::vector<std::string> told;
  const v1::ChangeModel model = ModelOf(fixture);
  for (const v1::ChangeStatement& statement : model.statements()) {
    if (statement.kind() != v1::ChangeStatement::KIND_ALGORITHM) continue;
    const std::string& subject = statement.subject();
    told.push_back(absl::StrCat(subject.substr(subject.find(':') + 1), ": ", statement.predicate(),
                                ": ", English(FromText(statement.text(), ""))));
  }
  return told;
}

TEST(Algorithms, TellTheWholeAccountOfADocstring) {
  EXPECT_THAT(Told(R"(
def route(x, k):
    """Chooses experts.

    Each token goes to ``k`` of them. What is
    left over waits.

    Args:
        x: Scores.
    """
    return x.sort()
)"),
              ElementsAre("route: account: Chooses experts. Each token goes to `k` of them. What "
                          "is left over waits."));
}

TEST(Algorithms, SayNothingOfAWithThatWasADecorator) {
  EXPECT_THAT(Told(R"(# --- pkg/a.py before
import torch
@torch.no_grad()
def f(model, x):
    y = model(x)
    return y
# --- pkg/a.py after
import torch
def f(model, x):
    with torch.no_grad():
        y = model(x)
        return y
)"),
              IsEmpty());
}

TEST(Algorithms, SayWhatNewCodeIs) {
  EXPECT_THAT(Told(R"(
import torch
def outer(x):
    def inner(y):
        return y - y.mean(dim=-1, keepdim=True)
    return inner(x)
def last(x):
    return x - x.mean(dim=-1, keepdim=True)
)"),
              ElementsAre(HasSubstr(": idiom-recentred: "), HasSubstr("last: idiom-recentred: ")));
}

TEST(Algorithms, AreSilentOnWhatStayedOrCameFromElsewhere) {
  EXPECT_THAT(Told(R"(
# --- pkg/a.py before
def f(x):
    x = x - x.mean(dim=-1, keepdim=True)
    return x
# --- pkg/a.py after
def f(x):
    return g(x)
def g(x):
    x = x - x.mean(dim=-1, keepdim=True)
    return x
)"),
              IsEmpty());
}

TEST(Algorithms, NameAllPlacesOfWhatIsSaidTwice) {
  const v1::ChangeModel model = ModelOf(R"(
import torch
def f(x):
    with torch.no_grad():
        a(x)
    with torch.no_grad():
        b(x)
)");
  ASSERT_EQ(model.statements_size(), 1);
  EXPECT_EQ(model.statements(0).places_size(), 2);
}

TEST(Algorithms, QuoteWhatATestSaysOfNewStateOnce) {
  constexpr absl::string_view kFixture = R"(
# --- pkg/router.py
class Router:
    def forward(self, x):
        if self.training:
            self.seen_count.add_(1)
        return x
# --- tests/test_router.py
def test_counts(router):
    # Evaluation must not count as a batch.
    router.eval()
    assert router.seen_count == 0

    # This one speaks of something else.
    assert router.other == 1
)";
  EXPECT_THAT(Told(kFixture),
              ElementsAre("Router.forward: test-comment: Evaluation must not count as a batch."));
}

TEST(Algorithms, AreBounded) {
  std::string code = "import torch\ndef f(x):\n";
  for (int i = 0; i < 500; ++i) {
    absl::StrAppend(&code, "    y", i, " = x", i, " - x", i, ".mean(dim=-1, keepdim=True)\n");
  }
  EXPECT_LE(Told(code).size(), 12u);
}

}  // namespace
}  // namespace allreview::analysis
