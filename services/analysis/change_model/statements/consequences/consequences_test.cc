#include "services/analysis/change_model/statements/consequences/consequences.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/sentence.h"
#include "sentences/statement_table.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::ElementsAre;
using testing::IsEmpty;
using Kind = v1::ChangeStatement;

std::vector<std::string> Texts(v1::ChangeStatement::Kind kind, absl::string_view before,
                               absl::string_view after, absl::string_view rest = "") {
  const std::string change =
      absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after, rest);
  std::vector<std::string> texts;
  const v1::ChangeModel model = ModelOf(change);
  for (const v1::ChangeStatement& statement : model.statements()) {
    if (statement.kind() == kind)
      texts.push_back(English(FromText(statement.text(), FindStatementPhrase).value_or("?")));
  }
  return texts;
}

std::string Config(absl::string_view fields) {
  return absl::StrCat("from dataclasses import dataclass\n@dataclass\nclass Config:\n", fields);
}

TEST(Configurations, FeelDefaultsAndWhatIsGone) {
  EXPECT_THAT(Texts(Kind::KIND_CONFIGURATION, Config("    eps: float = 1e-5\n"),
                    Config("    eps: float = 1e-6\n")),
              ElementsAre("`eps` defaults to `1e-6` instead of `1e-5`: configurations that do not "
                          "set it change"));
  EXPECT_THAT(Texts(Kind::KIND_CONFIGURATION, Config("    a: int = 1\n    mode: str = ''\n"),
                    Config("    a: int = 1\n")),
              ElementsAre("`Config` no longer has `mode`: configurations that set it fail"));
  EXPECT_THAT(
      Texts(Kind::KIND_CONFIGURATION, Config("    a: int = 1\n    mode: str = ''\n"),
            Config("    a: int = 1\n    @property\n    def mode(self):\n        return ''\n")),
      IsEmpty());
  EXPECT_THAT(
      Texts(Kind::KIND_CONFIGURATION, Config("    a: int\n"), Config("    a: int\n    b: int\n")),
      ElementsAre("`Config` now needs `b`, which has no default: configurations without it "
                  "fail"));
  // A new one with a default asks nothing of anybody, nor does another help.
  EXPECT_THAT(Texts(Kind::KIND_CONFIGURATION, Config("    a: int = 1\n"),
                    Config("    a: int = 1\n    b: int = 2\n")),
              IsEmpty());
  EXPECT_THAT(
      Texts(Kind::KIND_CONFIGURATION, "p.add_argument('--a', type=int, default=1, choices=[1])\n",
            "p.add_argument('--a', type=int, default=1, choices=[1, 2])\n"),
      IsEmpty());
  EXPECT_THAT(Texts(Kind::KIND_CONFIGURATION, "p.add_argument('--old')\np.add_argument('--a')\n",
                    "p.add_argument('--a')\n"),
              ElementsAre("The option `--old` is gone: command lines that pass it are refused"));
}

TEST(Configurations, FeelEnvironmentVariables) {
  constexpr absl::string_view kReads =
      "import os\ndef f():\n    return os.environ.get('MODE', '0')\n";
  constexpr absl::string_view kNot = "import os\ndef f():\n    return 0\n";
  EXPECT_THAT(
      Texts(Kind::KIND_CONFIGURATION, kReads, kNot),
      ElementsAre("The environment variable `MODE` is no longer read: jobs that set it lose "
                  "its effect without a message"));
  EXPECT_THAT(
      Texts(Kind::KIND_CONFIGURATION, kNot, kReads),
      ElementsAre("The environment variable `MODE` is read now; unset, it counts as `'0'`"));
  EXPECT_THAT(Texts(Kind::KIND_CONFIGURATION, "import os\ndef f():\n    return 0\n",
                    "import os\nMODE = os.environ.get('MODE', '0')\n"
                    "def f():\n    return MODE\n"),
              ElementsAre("The environment variable `MODE` is read now; unset, it counts as `'0'`; "
                          "`f` uses it"));
  EXPECT_THAT(Texts(Kind::KIND_WATCH, kReads, kNot),
              ElementsAre("Look for job scripts that still set `MODE`"));
}

std::string Router(absl::string_view lines) {
  return absl::StrCat(
      "import torch\nclass Router(torch.nn.Module):\n"
      "    def __init__(self, config):\n        self.k = 1\n",
      lines);
}

TEST(Checkpoints, FeelStateOfModules) {
  EXPECT_THAT(Texts(Kind::KIND_CHECKPOINT, Router(""),
                    Router("        self.register_buffer('bias', torch.zeros(4))\n")),
              ElementsAre("`Router` has the new state `bias`: strict loading of checkpoints saved "
                          "before fails for lack of it"));
  EXPECT_THAT(
      Texts(Kind::KIND_CHECKPOINT, Router(""),
            Router("        if config.balance:\n"
                   "            self.bias = torch.nn.Parameter(torch.zeros(4))\n")),
      ElementsAre("With `config.balance`, `Router` has the new state `bias`: strict loading "
                  "of a checkpoint saved without it fails"));
  EXPECT_THAT(
      Texts(Kind::KIND_CHECKPOINT, Router(""),
            Router("        self.register_buffer('n', torch.zeros(4), persistent=False)\n")),
      IsEmpty());
  EXPECT_THAT(Texts(Kind::KIND_CHECKPOINT,
                    Router("        self.register_buffer('bias', torch.zeros(4))\n"), Router("")),
              ElementsAre("`Router` no longer has the state `bias`: strict loading of checkpoints "
                          "that hold it fails"));
}

TEST(Checkpoints, FeelSavedKeys) {
  const auto data = [](absl::string_view keys) {
    return absl::StrCat("class Data:\n    def state_dict(self):\n        return {", keys, "}\n");
  };
  EXPECT_THAT(Texts(Kind::KIND_CHECKPOINT, data("'a': 1"), data("'a': 1, 'b': 2")),
              ElementsAre("`Data.state_dict` now saves `b`, which older checkpoints lack"));
  EXPECT_THAT(
      Texts(Kind::KIND_CHECKPOINT, data("'a': 1, 'b': 2"), data("'a': 1")),
      ElementsAre("`Data.state_dict` no longer saves `b`: whoever loads new checkpoints with "
                  "it does not find it"));
}

TEST(Callers, GetANewDefaultWhenTheyLeaveItOut) {
  constexpr absl::string_view kUser = R"(# --- pkg/b.py unchanged
from pkg.a import norm
def use(x):
    return norm(x)
def sure(x):
    return norm(x, eps=1)
)";
  EXPECT_THAT(
      Texts(Kind::KIND_CALLERS, "def norm(x, eps=2):\n    return x\n",
            "def norm(x, eps=3):\n    return x\n", kUser),
      ElementsAre("`eps` of `norm` defaults to `3` instead of `2`: 1 call that leaves it out "
                  "changes with it, `pkg/b.py:3`"));
  EXPECT_THAT(Texts(Kind::KIND_CALLERS, "def norm(x, eps: int = 2):\n    return x\n",
                    "def norm(x, eps: float = 2):\n    return x\n", kUser),
              IsEmpty());
}

TEST(Observers, MissKeysOfLogs) {
  constexpr absl::string_view kBefore = "def f(x):\n    wandb.log({'step': x, 'loss': x})\n";
  EXPECT_THAT(Texts(Kind::KIND_OBSERVATION, kBefore, "def f(x):\n    wandb.log({'loss': x})\n"),
              ElementsAre("`step` is no longer logged"));
}

TEST(Texts, ShowDigitsOfWhatWasAnInteger) {
  const auto observed = [](const std::string& before, const std::string& after,
                           const std::string& use) {
    const std::string head = "import time\ndef run(start, count):\n    spent = ";
    return Texts(Kind::KIND_OBSERVATION, absl::StrCat(head, before, "\n    ", use, "\n"),
                 absl::StrCat(head, after, "\n    ", use, "\n"));
  };
  const std::string before = "int(time.time() - start)", after = "time.time() - start";
  const auto told = ElementsAre(testing::HasSubstr("`spent` was an integer"));
  EXPECT_THAT(observed(before, after, "log(str(timedelta(seconds=spent)))"), told);
  EXPECT_THAT(observed(before, after, "log(f'took {spent}')"), told);
  EXPECT_THAT(observed(before, after, "log(f'took {spent:.1f}')"), IsEmpty());
  EXPECT_THAT(observed(before, after, "log(str(spent / count))"), IsEmpty());
  EXPECT_THAT(observed(before, "start", "log(str(spent))"), IsEmpty());
}

TEST(Callers, OfWhatIsGoneAreNoneWhereNothingNamesIt) {
  const std::string gone = "class Outputs:\n    def losses(self):\n        return 1\n";
  EXPECT_THAT(Texts(Kind::KIND_CALLERS, absl::StrCat("x = 1\n\n\n", gone), "x = 1\n"),
              ElementsAre("`Outputs` is removed; no Python file of the repository names it any "
                          "more"));
  EXPECT_THAT(Texts(Kind::KIND_CALLERS, absl::StrCat("__all__ = [\"Outputs\"]\n\n\n", gone),
                    "__all__ = []\n"),
              ElementsAre(testing::HasSubstr("code outside that imports it fails")));
  const std::string methods =
      "    def losses(self):\n        return 1\n"
      "    def boxes(self):\n        return 2\n";
  const std::string kept = absl::StrCat("class Layers:\n", methods);
  EXPECT_THAT(
      Texts(Kind::KIND_CALLERS, absl::StrCat("class Outputs:\n", methods, "\n\n", kept), kept),
      ElementsAre("`Outputs` is removed; no Python file of the repository names it any "
                  "more; `Layers` has `boxes` and `losses` as well"));
  EXPECT_THAT(Texts(Kind::KIND_CALLERS, absl::StrCat("x = 1\n\n\n", gone), "x = 1\n",
                    "# --- pkg/b.py\nimport pkg.a\ny = pkg.a.Outputs\n"),
              IsEmpty());
}

}  // namespace
}  // namespace allreview::analysis
