// What edited functions and tables do differently.

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "sentences/messages/text.h"
#include "sentences/statement_table.h"
#include "services/analysis/change_model/statements/effects/code_parts.h"
#include "services/analysis/change_model/statements/effects/title_words.h"
#include "services/analysis/change_model/testing/model_of.h"

namespace allreview::analysis {
namespace {

using testing::Contains;
using testing::ElementsAre;
using testing::HasSubstr;
using testing::IsEmpty;
using testing::Not;
using v1::ChangeStatement;

std::vector<std::string> Said(const std::string& before, const std::string& after) {
  const v1::ChangeModel model =
      ModelOf(absl::StrCat("# --- pkg/a.py before\n", before, "# --- pkg/a.py after\n", after));
  std::vector<std::string> said;
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.kind() != ChangeStatement::KIND_EFFECT) continue;
    said.push_back(English(FromText(statement.text(), FindStatementPhrase).value_or("?")));
  }
  return said;
}

TEST(EffectsOfEdits, SaysNothingGoneOfWhatStandsThere) {
  // One of two went; the other one sets it as before.
  const std::vector<std::string> said = Said(
      "def place(n):\n    groups = []\n    try:\n        groups = make(n, 1)\n"
      "        wait(groups)\n    except ValueError:\n        groups = make(n, 1)\n"
      "    return groups\n",
      "def place(n):\n    groups = []\n    groups = make(n, 1)\n    return groups\n");
  EXPECT_THAT(said, Not(Contains(HasSubstr("no longer sets"))));
}

TEST(EffectsOfEdits, ClaimsNoAlwaysOfWhatHadAnotherCondition) {
  const std::vector<std::string> said = Said(
      "def ask(x, limit):\n    y = run(x)\n    if y.size > limit:\n        return stop(x)\n"
      "    return y\n",
      "def ask(x, limit):\n    if x.size > limit:\n        return stop(x)\n    y = run(x)\n"
      "    return y\n");
  EXPECT_THAT(said, Not(Contains(HasSubstr("always"))));
}

TEST(EffectsOfEdits, SayOnlyWhenOfWhatWasDoneBefore) {
  const std::string fetch = "    def fetch(self):\n        return self.queue.get()\n";
  const std::vector<std::string> said =
      Said(absl::StrCat("class App:\n", fetch, "    def check(self):\n",
                        "        error = self.fetch()\n        self.error = error\n"),
           absl::StrCat("class App:\n", fetch, "    def check(self):\n",
                        "        if now() - self.last > LIMIT:\n            error = self.fetch()\n",
                        "            self.error = error\n            self.last = now()\n"));
  EXPECT_THAT(said, Contains(HasSubstr("only when `now() - self.last > LIMIT`")));
}

TEST(EffectsOfEdits, SayWhatIsComputedOnlyAfterACall) {
  const std::vector<std::string> said = Said(
      "def run(args, loader):\n    is_set = False\n    if args.steps is None:\n"
      "        args.steps = args.epochs * len(loader)\n        is_set = True\n"
      "    plan = make_plan(args.steps * args.ranks)\n    loader = prepare(loader)\n"
      "    if is_set:\n        args.steps = args.epochs * len(loader)\n    return plan\n",
      "def run(args, loader):\n    if args.steps is None:\n"
      "        planned = args.epochs * len(loader) // args.ranks\n    else:\n"
      "        planned = args.steps\n"
      "    plan = make_plan(planned)\n    loader = prepare(loader)\n"
      "    if args.steps is None:\n        args.steps = args.epochs * len(loader)\n"
      "    return plan\n");
  EXPECT_THAT(said, Contains("`run` computes `args.steps` only after `make_plan`, no longer before "
                             "it"));
  EXPECT_THAT(said, Not(Contains(HasSubstr("now computes `args.steps`"))));
}

TEST(EffectsOfEdits, TellATestThatSeveralFunctionsChangeOnce) {
  const auto code = [](const std::string& test) {
    return absl::StrCat("def one(item):\n    if ", test, ":\n        return use(item)\n    go()\n",
                        "def two(item):\n    if ", test, ":\n        take(item)\n    go()\n");
  };
  const std::vector<std::string> said =
      Said(code("item.kind == 'small'"), code("item.kind in ('small', 'large')"));
  EXPECT_THAT(said, ElementsAre(HasSubstr("2 functions get the same edit")));
}

TEST(EffectsOfEdits, NameTheCommandThatANewBranchBuilds) {
  const std::vector<std::string> said =
      Said("def start(engine, port):\n    command = ['old']\n    return command\n",
           "def start(engine, port):\n    command = ['old']\n    if engine == 'fast':\n"
           "        command = ['python', '-m', 'fast.server']\n"
           "        command.extend(['--port', str(port)])\n"
           "        command.extend(['--rank', '0'])\n    return command\n");
  EXPECT_THAT(said, Contains("When `engine == 'fast'`, `start` now builds a command with "
                             "`fast.server`, `--port` and `--rank`"));
}

TEST(EffectsOfEdits, SayWhatANewNameIsMadeOf) {
  const std::vector<std::string> said =
      Said("def load(cfg):\n    data = read(cfg.path, strip=[])\n    return data\n",
           "def load(cfg):\n    drop = [cfg.first, cfg.last]\n"
           "    data = read(cfg.path, strip=set(drop))\n    return data\n");
  EXPECT_THAT(said, Contains(HasSubstr("with `drop = [cfg.first, cfg.last]`")));
}

TEST(EffectsOfEdits, NameParametersThatNothingReadsAnyMore) {
  const std::vector<std::string> said = Said(
      "def pick(item, model):\n    if item.kind == model:\n        return item\n    return 0\n",
      "def pick(item, model):\n    if item.kind == 1:\n        return item\n    return 0\n");
  EXPECT_THAT(said, Contains("`pick` no longer reads its parameter `model`"));
}

std::vector<std::string> SaidOf(absl::string_view change) {
  std::vector<std::string> said;
  const v1::ChangeModel model = ModelOf(change);
  for (const ChangeStatement& statement : model.statements()) {
    if (statement.kind() != ChangeStatement::KIND_EFFECT) continue;
    said.push_back(English(FromText(statement.text(), FindStatementPhrase).value_or("?")));
  }
  return said;
}

TEST(EffectsOfRelocations, SayWhatImportsOfTheOldModuleDo) {
  const std::string code = "def scale(x, factor):\n    y = x * factor\n    return y + factor\n";
  const std::string before =
      absl::StrCat("# --- pkg/old.py before\nimport os\n\n\n", code, "# --- pkg/old.py after\n");
  EXPECT_THAT(SaidOf(absl::StrCat(before, "import os\n# --- pkg/new.py\n", code)),
              ElementsAre("`scale` moves from `pkg/old.py` to `pkg/new.py`; imports from the old "
                          "module fail from now on"));
  EXPECT_THAT(SaidOf(absl::StrCat(before, "from pkg.new import scale\n# --- pkg/new.py\n", code)),
              ElementsAre("`scale` moves from `pkg/old.py` to `pkg/new.py`; the old module still "
                          "offers them"));
}

struct EditCase {
  const char* name;
  const char* before;
  const char* after;
  const char* want;
};

class EffectsOfEdits : public testing::TestWithParam<EditCase> {};

TEST_P(EffectsOfEdits, AreToldAsBehaviour) {
  EXPECT_THAT(Said(GetParam().before, GetParam().after), Contains(GetParam().want));
}

INSTANTIATE_TEST_SUITE_P(
    All, EffectsOfEdits,
    testing::Values(
        EditCase{"Handler", "def read(paths):\n    for path in paths:\n        keep(load(path))\n",
                 "def read(paths):\n    for path in paths:\n        try:\n"
                 "            keep(load(path))\n        except OSError as error:\n"
                 "            print(error)\n",
                 "`OSError` from `keep` no longer ends `read`, which now catches it"},
        EditCase{
            "Instead", "def loss(x, scale):\n    out = x * scale\n    return out\n",
            "def loss(x, scale):\n    if scale > 1:\n        out = x.clamp(max=scale)\n"
            "    else:\n        out = x * scale\n    return out\n",
            "When `scale > 1`, `loss` now computes `out` as `x.clamp(max=scale)`; otherwise, as "
            "before, it computes `out` as `x * scale`"},
        EditCase{"HeldValue", "def gate(x, capacity):\n    return x[:capacity]\n",
                 "def gate(x, capacity):\n    if x.size(0) > 4:\n        longest = x.sum()\n"
                 "        capacity = longest\n    return x[:capacity]\n",
                 "When `x.size(0) > 4`, `gate` now computes `capacity` as `x.sum()`"},
        EditCase{"OnlyWhen", "def save(state):\n    write(state)\n    sync()\n",
                 "def save(state):\n    if state.rank == 0:\n        write(state)\n    sync()\n",
                 "`save` now calls `write` only when `state.rank == 0`; before, it always did"},
        EditCase{"InnerTests", "def pad(masks, size):\n    out = masks[0]\n    return out\n",
                 "def pad(masks, size):\n    out = masks[0]\n    if masks:\n"
                 "        if len(out) < size:\n            out = grow(out, size)\n"
                 "    return out\n",
                 "When `masks` and `len(out) < size`, `pad` now computes `out` as "
                 "`grow(out, size)`"},
        EditCase{"InABranch",
                 "def send(x, kind):\n    if kind == 1:\n        x = x.sum(0)\n    return x\n",
                 "def send(x, kind):\n    if kind == 1:\n        x = x.sum(0)\n"
                 "        x = scatter(x)\n    return x\n",
                 "When `kind == 1`, `send` now sets `x` to `scatter(x)`"},
        EditCase{"GoneWithItsCondition",
                 "def make(old):\n    x = first()\n    if old:\n        second(x)\n    return x\n",
                 "def make(old):\n    x = first()\n    return x\n",
                 "`make` no longer calls `second`, as it did when `old`"},
        EditCase{"Raises", "def check(x):\n    return x\n",
                 "def check(x):\n    if x < 0:\n        raise errors.RangeError('no')\n"
                 "    return x\n",
                 "`check` now raises `RangeError` when `x < 0`"},
        EditCase{"Loop",
                 "def turns(items):\n    n = 0\n    while items:\n        items = step(items)\n"
                 "    return n\n",
                 "def turns(items):\n    n = 0\n    while items and n < 9:\n"
                 "        items = step(items)\n        n += 1\n    return n\n",
                 "The loop of `turns` now goes on only while `n < 9`, too"},
        EditCase{
            "AlsoWhen", "def f(x):\n    if x.is_cuda:\n        return fast(x)\n    return x\n",
            "def f(x):\n    if x.is_cuda or x.is_meta:\n        return fast(x)\n    return x\n",
            "`f` now returns `fast(x)` also when `x.is_meta`"},
        EditCase{"Arguments", "def f(x):\n    y = norm(x, eps=1e-5)\n    return y\n",
                 "def f(x):\n    y = norm(x, eps=1e-6)\n    return y\n",
                 "`f` passes `eps=1e-6` to `norm` instead of `eps=1e-5`"},
        EditCase{"SameArguments",
                 "def f(x):\n    a = norm(x, 1)\n    b = norm(a, 2)\n    return b\n\n"
                 "def g(x):\n    c = norm(x, 3)\n    return c\n",
                 "def f(x):\n    a = norm(x, 1, fast=True)\n    b = norm(a, 2, fast=True)\n"
                 "    return b\n\ndef g(x):\n    c = norm(x, 3, fast=True)\n    return c\n",
                 "3 calls of `norm` now get `fast=True`, in `f` and `g`"},
        EditCase{"Reduced",
                 "def step(self, buffer):\n    loss = total_of(buffer).item()\n    return loss\n",
                 "def step(self, buffer):\n    loss = total_of(buffer)\n"
                 "    loss = self._dp_allreduce(loss).item()\n    return loss\n",
                 "`step` now sets `loss` to `self._dp_allreduce(loss).item()`"},
        EditCase{"HeldInBranches", "def build(config, out):\n    return out\n",
                 "def build(config, out):\n    if config.extra:\n        if config.kind:\n"
                 "            value = joined(config)\n        else:\n"
                 "            value = config.extra\n        out['extra'] = value\n    return out\n",
                 "When `config.extra`, `build` now sets `out['extra']` to `value`"},
        EditCase{"Given",
                 "def build(self, n):\n    self.blocks.append(self.conv(n))\n    return n\n",
                 "def build(self, n):\n    if self.down:\n"
                 "        self.blocks.append(self.conv(n))\n    else:\n"
                 "        self.blocks.append(Identity(n))\n    return n\n",
                 "`build` now calls `self.conv` only when `self.down`; before, it always did"},
        EditCase{"NewElse",
                 "def build(self, n):\n    self.blocks.append(self.conv(n))\n    return n\n",
                 "def build(self, n):\n    if self.down:\n"
                 "        self.blocks.append(self.conv(n))\n    else:\n"
                 "        self.blocks.append(Identity(n))\n    return n\n",
                 "When `not (self.down)`, `build` now calls `Identity`"},
        EditCase{"Result", "def f(x):\n    return x.sum() / 2\n",
                 "def f(x):\n    return x.mean() * 3\n",
                 "`f` returns `x.mean() * 3` instead of `x.sum() / 2`"},
        EditCase{"Renamed",
                 "class A:\n    def f(self):\n        a = self.left\n        b = self.right\n"
                 "        return a, b\n",
                 "class A:\n    def f(self):\n        a = A.left\n        b = A.right\n"
                 "        return a, b\n",
                 "`A.f` takes `left` and `right` from `A` instead of `self`"},
        EditCase{"Gone", "def step(x):\n    wait_for(x)\n    return x\n",
                 "def step(x):\n    return x\n", "`step` no longer calls `wait_for`"},
        EditCase{"ForEach", "def reset(self):\n    self.n = 0\n",
                 "def reset(self):\n    for layer in self.layers:\n        layer.release()\n"
                 "        layer.mark(0)\n    self.n = 0\n",
                 "`reset` now calls `layer.mark` for each `layer in self.layers`"},
        EditCase{"Order",
                 "def fetch(name):\n    return name\n\ndef resolve(path):\n    return path\n\n"
                 "def build(name):\n    path = fetch(name)\n    kind = resolve(path)\n"
                 "    return kind(path)\n",
                 "def fetch(name):\n    return name\n\ndef resolve(path):\n    return path\n\n"
                 "def build(name):\n    kind = resolve(name)\n    path = fetch(kind.files)\n"
                 "    return kind(path)\n",
                 "`build` now calls `resolve` before `fetch`; before, after it"},
        EditCase{"Row", "def plain(x):\n    return x\n\nWAYS = {}\nWAYS['plain'] = plain\n",
                 "def plain(x):\n    return x\n\ndef fast(x):\n    return x\n\nWAYS = {}\n"
                 "WAYS['plain'] = plain\nWAYS['fast'] = fast\n",
                 "`'fast'` is a new entry of `WAYS` and selects `fast`"},
        EditCase{"Decorator", "def register(name):\n    return name\n",
                 "def register(name):\n    return name\n\n@register('fast')\ndef fast(x):\n"
                 "    return x\n",
                 "`@register('fast')` registers the new `fast`"}),
    [](const auto& one) { return std::string(one.param.name); });

TEST(Edits, AreSilentAboutLogging) {
  EXPECT_THAT(Said("def f(x):\n    return x\n",
                   "def f(x):\n    logger.info(x)\n    if x.rank == 0:\n        print(x)\n"
                   "    return x\n"),
              IsEmpty());
}

TEST(Edits, AreSilentAboutCodeThatOnlyGoesDeeper) {
  EXPECT_THAT(Said("def f(x):\n    if x > 1:\n        run(x)\n    return x\n",
                   "def f(x):\n    with lock():\n        if x > 1:\n            run(x)\n"
                   "    return x\n"),
              Not(Contains(HasSubstr("run"))));
}

TEST(CodeParts, KeepBracketsAndStringsTogether) {
  EXPECT_EQ(Flat("f(\n    a,\n    'b  c',\n)"), "f(a, 'b c')");
  EXPECT_THAT(SplitAt("a, f(b, c), 'd, e'", ","), ElementsAre("a", "f(b, c)", "'d, e'"));
  EXPECT_EQ(ParseAssignment("x: int = f(a == b)")->target, "x");
  EXPECT_EQ(ParseAssignment("x += 1"), std::nullopt);
  EXPECT_EQ(ParseAssignment("f(a=1)"), std::nullopt);
  EXPECT_EQ(ParseCall("f(x)(y)"), std::nullopt);
  EXPECT_THAT(ParseCall("m.f(x, k=(1, 2))")->arguments, ElementsAre("x", "k=(1, 2)"));
}

TEST(CodeParts, KnowWhatRanksExchange) {
  EXPECT_TRUE(IsCollectiveCall("dist.all_reduce"));
  EXPECT_TRUE(IsCollectiveCall("self._dp_allreduce"));
  EXPECT_TRUE(IsCollectiveCall("barrier"));
  EXPECT_FALSE(IsCollectiveCall("torch.broadcast_to"));
  EXPECT_FALSE(IsCollectiveCall("x.sum"));
}

TEST(CodeParts, TellOneNameForAnother) {
  const std::optional<Renaming> renaming = RenamingOf("f(self.a, self.b)", "f(cls.a, cls.b)");
  ASSERT_TRUE(renaming);
  EXPECT_EQ(renaming->before, "self");
  EXPECT_EQ(renaming->after, "cls");
  EXPECT_THAT(renaming->members, ElementsAre("a", "b"));
  EXPECT_FALSE(RenamingOf("f(a, b)", "f(c, d)"));
  EXPECT_FALSE(RenamingOf("f(a, 1)", "f(b, 2)"));
}

TEST(TitleWords, ReadNamesAsWords) {
  const TitleWords words("Drop examples that are fully truncated (#12)");
  EXPECT_EQ(words.In("`prepare` now calls `dataset.dropTruncated`"), 2);
  EXPECT_EQ(words.In("`prepare` now calls `dataset.filter`"), 0);
}

TEST(EffectsOfRegistrations, TellRowsOfOneTableTogether) {
  const std::string rows = "TABLE = OrderedDict(\n    [\n        ('small', 'SmallModel'),\n";
  EXPECT_THAT(
      SaidOf(absl::StrCat("# --- pkg/table.py before\n", rows, "    ]\n)\n",
                          "# --- pkg/table.py after\n", rows, "        ('large', 'LargeModel'),\n",
                          "        ('huge', 'HugeModel'),\n    ]\n)\n")),
      Contains("`'large': LargeModel` and `'huge': HugeModel` are new entries of `TABLE`"));
}

}  // namespace
}  // namespace allreview::analysis
