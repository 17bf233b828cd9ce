#include "analyzers/moves/moves.h"

#include <memory>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::moves {
namespace {

using python::Definition;
using python::Module;
using python::Node;
using testing::ElementsAre;
using testing::IsEmpty;
using How = Trace::How;

struct Texts {
  std::string path, before, after;  // Empty: there is none.
};

class Change {
 public:
  explicit Change(const std::vector<Texts>& files) {
    std::vector<VersionPair> pairs;
    for (const Texts& file : files) {
      pairs.push_back({.before = Parse(file.path, file.before),
                       .after = Parse(file.path, file.after),
                       .is_added = file.before.empty(),
                       .is_deleted = file.after.empty()});
    }
    moves_ = std::make_unique<Moves>(std::move(pairs));
  }

  const Moves& moves() const { return *moves_; }
  const Definition& Before(absl::string_view name, size_t file = 0) const {
    return *moves_->files()[file].before->FindDefinition(name);
  }
  const Definition& After(absl::string_view name, size_t file = 0) const {
    return *moves_->files()[file].after->FindDefinition(name);
  }
  // "kind line" of where the text of the new side came from; "new".
  std::string From(absl::string_view text, size_t file = 0) const {
    const Node node = Find(*moves_->files()[file].after, text);
    return Describe(moves_->WhereFrom(node), "new");
  }
  std::string To(absl::string_view text, size_t file = 0) const {
    const Node node = Find(*moves_->files()[file].before, text);
    return Describe(moves_->WhereTo(node), "gone");
  }
  std::vector<std::string> Parts() const {
    std::vector<std::string> parts;
    for (const Part& part : moves_->parts()) {
      parts.push_back(absl::StrCat(part.from ? part.from->name : "module", " -> ",
                                   part.to ? part.to->name : "module", ": ", part.statements));
    }
    return parts;
  }

 private:
  const Module* Parse(const std::string& path, const std::string& text) {
    if (text.empty()) return nullptr;
    modules_.push_back(*Module::Parse(path, text));
    return modules_.back().get();
  }
  static Node Find(const Module& module, absl::string_view text) {
    const size_t at = module.source().find(text);
    EXPECT_NE(at, absl::string_view::npos) << text;
    return module.tree().NodeAt(static_cast<uint32_t>(at));
  }
  static std::string Describe(const Trace& trace, absl::string_view none) {
    if (!trace) return std::string(none);
    static constexpr absl::string_view kNames[] = {"", "stayed", "moved", "moved to receiver"};
    return absl::StrCat(kNames[static_cast<int>(trace.how)], " ", trace.module->path(), ":",
                        trace.node.first_line());
  }

  std::vector<std::unique_ptr<Module>> modules_;
  std::unique_ptr<Moves> moves_;
};

constexpr absl::string_view kReduce = R"(def reduce(x, mesh, group):
    if x.ndim > 0:
        raise ValueError("x must be a scalar")
    assert x.numel() == 1
    x = all_reduce(x, op="sum", group=group)
    return float(x.item())
)";

TEST(Moves, FollowStatementsIntoANewFunction) {
  const Change change({{"pkg/a.py", std::string(kReduce), R"(def reduce(x, mesh, group):
    return float(reduce_tensor(x, mesh, group).item())


def reduce_tensor(x, mesh, group):
    if x.ndim > 0:
        raise ValueError("x must be a scalar")
    assert x.numel() == 1
    x = all_reduce(x, op="sum", group=group)
    return x
)"}});
  EXPECT_EQ(change.From("raise"), "moved pkg/a.py:3");
  EXPECT_EQ(change.From("assert"), "moved pkg/a.py:4");
  EXPECT_EQ(change.From("all_reduce"), "moved pkg/a.py:5");
  EXPECT_EQ(change.To("raise"), "moved pkg/a.py:7");
  EXPECT_EQ(change.From("return float"), "new");
  EXPECT_EQ(change.To("return float"), "gone");
  EXPECT_THAT(change.Parts(), ElementsAre("reduce -> reduce_tensor: 3"));
  EXPECT_FALSE(change.moves().IsNew(change.After("reduce")));
  EXPECT_FALSE(change.moves().IsNew(change.After("reduce_tensor")));
}

TEST(Moves, FollowStatementsIntoAnotherFile) {
  const Change change(
      {{"pkg/a.py", std::string(kReduce), "def reduce(x, mesh, group):\n    pass\n"},
       {"pkg/b.py", "", R"(class Sum:
    def run(self, x, group):
        # As before.
        x = all_reduce(
            x, op='sum', group=group,
        )
        return x
)"}});
  EXPECT_EQ(change.From("all_reduce", 1), "moved pkg/a.py:5");
  EXPECT_EQ(change.To("all_reduce"), "moved pkg/b.py:4");
  EXPECT_EQ(change.To("assert"), "gone");
  EXPECT_FALSE(change.moves().IsNew(change.After("Sum.run", 1)));
}

TEST(Moves, TellRunsOfTwoFilesApart) {
  // The end of a long file, and behind it a short one, whose statements have other numbers.
  std::string lines, tail;
  for (int i = 0; i < 20'000; ++i) {
    const std::string line = absl::StrCat("    x = step_", i, "(x, rows[", i, "], scale)\n");
    absl::StrAppend(&lines, line);
    if (i >= 19'990) tail += line;
  }
  const std::string other =
      "    y = gather(x, group, rows)\n"
      "    y = reduce(y, group, rows)\n"
      "    return scatter(y, group, rows)\n";
  const Change change({{"pkg/a.py", "def f(x, rows, scale):\n" + lines, ""},
                       {"pkg/b.py", "def g(x, group, rows):\n" + other, ""},
                       {"pkg/c.py", "", "def h(x, rows, scale, group):\n" + tail + other}});
  ASSERT_EQ(change.moves().runs().size(), 2u);
  EXPECT_EQ(change.moves().runs()[0].from_module->path(), "pkg/a.py");
  EXPECT_EQ(change.moves().runs()[1].from_module->path(), "pkg/b.py");
}

TEST(Moves, KnowWhatIsOnlyIndentedOrWrappedAnew) {
  const Change change({{"pkg/a.py", R"(def f(x, is_on):
    y = x.sum().item()
    return scale(y, 2)
)",
                        R"(def f(x, is_on):
    if is_on:
        y = (
            x.sum().item()
        )
    return scale(y, 2)
)"}});
  EXPECT_EQ(change.From("y = ("), "stayed pkg/a.py:2");
  EXPECT_EQ(change.From(".item()"), "stayed pkg/a.py:2");
  EXPECT_EQ(change.From("if is_on"), "new");
}

TEST(Moves, FollowACallWhoseStatementIsAnother) {
  const Change change({{"pkg/a.py", R"(def f(x, mesh):
    return float(all_reduce(x, op="sum", group=mesh).item())
)",
                        R"(def f(x, mesh):
    return g(x, mesh).tolist()


def g(x, mesh):
    x = all_reduce(x, op="sum", group=mesh)
    return x
)"}});
  EXPECT_EQ(change.From("all_reduce"), "moved pkg/a.py:2");
  EXPECT_EQ(change.From("x = all_reduce"), "new");
}

TEST(Moves, KnowABlockByItsHeaderWhenSomethingInItMoved) {
  const Change change({{"pkg/a.py", R"(def f(x, group):
    if group is not None:
        x = all_reduce(x, op="sum", group=group)
    return x * 2
)",
                        R"(def f(x, group):
    return g(x, group) * 2


def g(x, group):
    needs_wait = False
    if group is not None:
        x = all_reduce(x, op="sum", group=group)
        needs_wait = True
    return wait(x) if needs_wait else x
)"}});
  EXPECT_EQ(change.From("if group"), "moved pkg/a.py:2");
  EXPECT_TRUE(change.moves().WhereFrom(change.After("g").body.named_child(1)).is_header);
  EXPECT_EQ(change.From("needs_wait = True"), "new");
  EXPECT_THAT(change.Parts(), ElementsAre("f -> g: 1"));
}

TEST(Moves, KnowWhatGotAReceiver) {
  const Change change({{"pkg/a.py", R"(def step(loss, scale, clip):
    loss = clamp(loss * scale, max=clip)
    return loss
)",
                        R"(class Trainer:
    def step(self, loss):
        loss = clamp(loss * self.scale, max=self.clip)
        return loss
)"}});
  EXPECT_EQ(change.From("loss = clamp"), "moved to receiver pkg/a.py:2");
  EXPECT_EQ(change.To("loss = clamp"), "moved to receiver pkg/a.py:3");
}

TEST(Moves, TellACopyFromAMove) {
  const Change change({{"pkg/a.py", R"(def f(x, group):
    x = all_reduce(x, op="sum", group=group)
    return x
)",
                        R"(def f(x, group):
    x = all_reduce(x, op="sum", group=group)
    return x


def g(x, group):
    x = all_reduce(x, op="sum", group=group)
    return 2 * x
)"}});
  EXPECT_EQ(change.From("x = all_reduce"), "stayed pkg/a.py:2");
  EXPECT_FALSE(change.moves().WhereFrom(change.After("g").body));
  EXPECT_TRUE(change.moves().IsNew(change.After("g")));
  EXPECT_THAT(change.Parts(), IsEmpty());
}

TEST(Moves, DoNotGuessAboutLittleCode) {
  const Change change(
      {{"pkg/a.py", "def f(x):\n    return x\n", "def g(y):\n    x = y\n    return x\n"}});
  EXPECT_EQ(change.From("return x"), "new");
  EXPECT_TRUE(change.moves().IsNew(change.After("g")));
  EXPECT_TRUE(change.moves().IsGone(change.Before("f")));
}

TEST(Moves, AreNoneOfImports) {
  const std::string import = "from torch.distributed.tensor.parallel import loss_parallel, style\n";
  const Change change({{"pkg/a.py", absl::StrCat(import, "x = 1\n"), "x = 1\n"},
                       {"pkg/b.py", "y = 1\n", absl::StrCat("y = 1\n", import)}});
  EXPECT_EQ(change.From("from", 1), "new");
  EXPECT_EQ(change.To("from"), "gone");
}

TEST(Moves, TakeAlongWhatStandsBesideIt) {
  const Change change({{"pkg/a.py", R"(def f(x, group):
    n = 0
    x = all_reduce(x, op="sum", group=group)
    n += 1
    return x, n
)",
                        R"(def f(x, group):
    return h(x, group)


def h(x, group):
    n = 0
    x = all_reduce(x, op="sum", group=group)
    n += 1
    return x, n
)"}});
  EXPECT_EQ(change.From("n = 0"), "moved pkg/a.py:2");
  EXPECT_EQ(change.From("n += 1"), "moved pkg/a.py:4");
  EXPECT_EQ(change.From("return x, n"), "moved pkg/a.py:5");
}

TEST(Moves, KnowARenamedFunctionAndItsCode) {
  const std::string text(kReduce);
  const Change change({{"pkg/a.py", text, absl::StrCat("def total", text.substr(10))}});
  EXPECT_EQ(change.moves().WhereFrom(change.After("total")), &change.Before("reduce"));
  EXPECT_EQ(change.moves().WhereTo(change.Before("reduce")), &change.After("total"));
  EXPECT_FALSE(change.moves().IsGone(change.Before("reduce")));
  EXPECT_EQ(change.From("raise"), "stayed pkg/a.py:3");
}

TEST(Moves, KnowFunctionsThatWereSplitAndMerged) {
  constexpr absl::string_view kFirst =
      "    a = load(path, mode=\"first\", depth=1)\n    check(a, path)\n";
  constexpr absl::string_view kSecond =
      "    b = store(path, mode=\"second\", depth=2)\n    check(b, path)\n";
  const std::string one = absl::StrCat("def both(path):\n", kFirst, kSecond);
  const std::string two =
      absl::StrCat("def first(path):\n", kFirst, "\n\ndef second(path):\n", kSecond);
  EXPECT_THAT(Change({{"pkg/a.py", one, two}}).Parts(),
              ElementsAre("both -> first: 2", "both -> second: 2"));
  EXPECT_THAT(Change({{"pkg/a.py", two, one}}).Parts(),
              ElementsAre("first -> both: 2", "second -> both: 2"));
}

TEST(Moves, CallANameGoneOnlyWhenNothingBindsIt) {
  const Change change({{"pkg/a.py", R"(def f(x):
    return x + 1


def g(x):
    return x + 2


class C:
    def m(self):
        return 1

    def n(self):
        return 2
)",
                        R"(from pkg.b import f


class C:
    m = make(1)
)"}});
  EXPECT_FALSE(change.moves().IsGone(change.Before("f")));
  EXPECT_TRUE(change.moves().IsGone(change.Before("g")));
  EXPECT_FALSE(change.moves().IsGone(change.Before("C.m")));
  EXPECT_TRUE(change.moves().IsGone(change.Before("C.n")));
}

TEST(Moves, SayNothingOfATreeThatNobodyChanged) {
  const Change change({{"pkg/a.py", "", std::string(kReduce)}});
  EXPECT_EQ(change.From("raise"), "new");
  EXPECT_TRUE(change.moves().IsNew(change.After("reduce")));
}

TEST(Moves, PairAsManyOfAKindAsThereWere) {
  const std::string line = "    log(x, step, device, rank, \"loss\")\n";
  const std::string before = absl::StrCat("def f(x):\n", line, line, "    return x\n");
  const std::string after = absl::StrCat("def f(x):\n    return g(x)\n\n\ndef g(x):\n", line, line,
                                         line, "    return 2 * x\n");
  const Change change({{"pkg/a.py", before, after}});
  EXPECT_THAT(change.Parts(), ElementsAre("f -> g: 2"));
}

TEST(Moves, AreBoundedForThousandsOfEqualStatements) {
  std::string before = "def f(x):\n", after = "def g(x, y):\n    y = x\n";
  for (int i = 0; i < 20'000; ++i) {
    absl::StrAppend(&before, "    x = step(x, 1)\n");
    absl::StrAppend(&after, "    x = step(x, 1)\n    y = 2\n");
  }
  const Change change({{"pkg/a.py", before, after}});
  EXPECT_EQ(change.moves().files().size(), 1u);
}

TEST(Moves, AreBoundedForOneHugeFunction) {
  std::string before = "def f(x):\n", after = "def f(x):\n    pass\n\n\ndef g(x):\n";
  for (int i = 0; i < 20'000; ++i) {
    absl::StrAppend(&before, "    x = step(x, number=", i, ")\n");
    absl::StrAppend(&after, "    x = step(x, number=", 19'999 - i, ")\n");
  }
  const Change change({{"pkg/a.py", before, after}});
  EXPECT_THAT(change.Parts(), ElementsAre("f -> g: 20000"));
}

TEST(Moves, AreBoundedForDeepNesting) {
  const auto nested = [](absl::string_view name) {
    std::string text = absl::StrCat("def ", name, "(x):\n");
    for (int i = 0; i < 90; ++i) {
      absl::StrAppend(&text, std::string(4 + i, ' '), "if x > ", i, ":\n");
    }
    absl::StrAppend(&text, std::string(94, ' '), "x = ", std::string(800, '('), "1",
                    std::string(800, ')'), "\n");
    return text;
  };
  const Change change({{"pkg/a.py", nested("f"), absl::StrCat("y = 1\n\n\n", nested("f"))}});
  EXPECT_EQ(change.From("if x > 3"), "stayed pkg/a.py:5");
}

}  // namespace
}  // namespace allreview::moves
