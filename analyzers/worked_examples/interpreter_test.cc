#include "analyzers/worked_examples/interpreter.h"

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "base/check.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::worked_examples {
namespace {

constexpr char kImports[] =
    "import math\nimport torch\nimport torch.nn.functional as F\n"
    "A = torch.tensor\nLIMIT = 3\n";

std::unique_ptr<python::Module> Parsed(const std::string& source) {
  return *python::Module::Parse("pkg/code.py", source);
}

Surroundings SurroundingsOf(const python::Module& module) {
  Surroundings surroundings;
  surroundings.find = [&module](absl::string_view name) {
    const absl::string_view prefix = "pkg.code.";
    if (name.substr(0, prefix.size()) != prefix) return Code();
    return Code{.module = &module, .function = module.FindDefinition(name.substr(prefix.size()))};
  };
  return surroundings;
}

// What f() returns, as text; why the run ended otherwise.
std::string Returned(const std::string& body) {
  std::string source = absl::StrCat(kImports, body);
  const std::unique_ptr<python::Module> module = Parsed(source);
  const Surroundings surroundings = SurroundingsOf(*module);
  const auto run =
      Interpreter(surroundings)
          .RunFunction({.module = module.get(), .function = module->FindDefinition("f")}, {});
  if (run.halt.stops()) return run.halt.kind() == Halt::Kind::kRaises ? "raises" : "unknown";
  if (run.notes.empty()) return "nothing";
  return run.notes.back().text.empty() ? "unknown" : run.notes.back().text;
}

struct Case {
  const char* expression;
  const char* expected;
};

class Expressions : public testing::TestWithParam<Case> {};

TEST_P(Expressions, GiveWhatPythonAndTorchGive) {
  EXPECT_EQ(Returned(absl::StrCat("def f():\n    return ", GetParam().expression, "\n")),
            GetParam().expected)
      << GetParam().expression;
}

// Each was computed by hand.
INSTANTIATE_TEST_SUITE_P(
    Plain, Expressions,
    testing::Values(
        Case{"7 // 2, -7 // 2, -7 % 3, 7 % -3, 2 ** 5, 7 / 2", "(3, -4, 2, -2, 32, 3.5)"},
        Case{"[1, 2, 3, 4][1:], [1, 2, 3][:-1], [1, 2, 3][::-1]", "([2, 3, 4], [1, 2], [3, 2, 1])"},
        Case{"1 < 2 < 3, 1 < 2 > 3, not [], 2 in (1, 2), 'a' not in {'a': 1}",
             "(True, False, True, True, False)"},
        Case{"0 or 5, 0 and 5, 3 if LIMIT > 2 else 4", "(5, 0, 3)"},
        Case{"[i * j for i in range(3) for j in range(2) if i != j]", "[0, 0, 0, 2]"},
        Case{"sum(x for x in (1, 2, 3)), max(3, 1), min([4, 2]), len('abc')", "(6, 3, 2, 3)"},
        Case{"list(zip([1, 2], [3, 4])), list(enumerate([7], start=1))",
             "([(1, 3), (2, 4)], [(1, 7)])"},
        Case{"sorted([3, 1, 2], reverse=True), divmod(7, 3), round(2.5), int(-1.5)",
             "([3, 2, 1], (2, 1), 2, -1)"},
        Case{"math.ceil(7 / 4) * 4, math.floor(-0.5), math.sqrt(9)", "(8, -1, 3)"},
        Case{"{'a': 1, 'b': [2]}", "{\"a\": 1, \"b\": [2]}"},
        Case{"{k: v for k, v in zip('ab', (1, 2))}", "unknown"},
        Case{"[1] * 3 + [2]", "[1, 1, 1, 2]"}, Case{"1 // 0", "raises"}, Case{"[1][3]", "raises"},
        Case{"unknown_thing + 1", "unknown"}, Case{"3 if unknown_thing else 4", "unknown"},
        Case{"unknown_thing is None", "unknown"}, Case{"2 ** 63", "unknown"}));

INSTANTIATE_TEST_SUITE_P(
    Tensors, Expressions,
    testing::Values(
        Case{"A([[1.5, 2], [3, 4]]) + A([10, 20])", "[[11.5, 22], [13, 24]]"},
        Case{"A([1, 2]) / 2, A([7, -7]) // 2, A([7, -7]) % 3", "([0.5, 1], [3, -4], [1, 2])"},
        Case{"A([1, 2, 3]) > 1, ~A([True, False])", "([False, True, True], [False, True])"},
        Case{"(A([True, False]) & A([True, True])).int()", "[1, 0]"},
        Case{"A([1, 2]).dtype, A([1, 2]) * 0.5", "unknown"},
        Case{"(A([1, 2]) * 0.5).sum().item()", "1.5"},
        Case{"A([[1, 2, 3], [4, 5, 6]]).sum(dim=0), A([[1, 2], [3, 4]]).sum(-1, keepdim=True)",
             "([5, 7, 9], [[3], [7]])"},
        Case{"A([[1.0, 2], [3, 6]]).mean(1), A([True, True, False]).sum()", "([1.5, 4.5], 2)"},
        Case{"A([3, 1, 2]).max(), A([[3, 1], [2, 5]]).max(dim=1).values, A([3, 1]).argmin()",
             "(3, [3, 5], 1)"},
        Case{"A([1, 1]).argmax()", "unknown"},
        Case{"A([[0.5, 2.0, 1.0], [3.0, 1.0, 2.0]]).topk(2, dim=1)",
             "([[2, 1], [3, 2]], [[1, 2], [0, 2]])"},
        Case{"A([[4.0, 1.0], [2.0, 3.0]]).topk(1, dim=0).indices", "[[0, 1]]"},
        Case{"A([1.0, 1.0, 0.5]).topk(1).indices", "unknown"},
        Case{"A([1, 1]).topk(1).values", "[1]"}, Case{"A([1.0, 2.0]).topk(3)", "raises"},
        Case{"A([3, 1, 2]).sort(descending=True).indices, A([3, 1, 2]).argsort()",
             "([0, 2, 1], [1, 2, 0])"},
        Case{"A([1, 1, 0]).argsort(stable=True)", "[2, 0, 1]"},
        Case{"A([[1, 2], [3, 4]]).cumsum(dim=0)", "[[1, 2], [4, 6]]"},
        Case{"F.softmax(A([0.0, 0.0]), dim=-1), A([0.0]).exp()", "([0.5, 0.5], [1])"},
        Case{"F.softmax(A([0.0, 1.0]), dim=0)", "[0.2689, 0.7311]"},
        Case{"torch.logsumexp(A([0.0, 0.0]), dim=0)", "0.6931"},
        Case{"torch.arange(6).view(2, 3).t(), torch.arange(2, 8, 2)",
             "([[0, 3], [1, 4], [2, 5]], [2, 4, 6])"},
        Case{"torch.arange(6).reshape(3, -1).permute(1, 0).flatten()", "[0, 2, 4, 1, 3, 5]"},
        Case{"torch.arange(4).view(3, 2)", "raises"},
        Case{"torch.arange(3).unsqueeze(1).expand(3, 2)", "[[0, 0], [1, 1], [2, 2]]"},
        Case{"torch.arange(8).view(2, 2, 2).transpose(0, 2)[1]", "[[1, 5], [3, 7]]"},
        Case{"A([[1, 2], [3, 4]])[:, -1:], A([[1, 2], [3, 4]])[..., 0], A([1, 2])[None]",
             "([[2], [4]], [1, 3], [[1, 2]])"},
        Case{"A([[1, 2], [3, 4]])[A([True, False])], A([5, 6, 7])[A([2, 0])]",
             "([[1, 2]], [7, 5])"},
        Case{"A([[1, 2], [3, 4]])[A([0, 1]), A([1, 0])], A([[1, 2], [3, 4]])[:, A([1])]",
             "([2, 3], [[2], [4]])"},
        Case{"A([1, 2])[A([2])]", "raises"},
        Case{"torch.cat([A([1]), A([2, 3])]), torch.stack([A([1, 2]), A([3, 4])], dim=1)",
             "([1, 2, 3], [[1, 3], [2, 4]])"},
        Case{"torch.arange(5).split(2), torch.arange(5).chunk(2), A([1, 2, 3]).split([1, 2])",
             "(([0, 1], [2, 3], [4]), ([0, 1, 2], [3, 4]), ([1], [2, 3]))"},
        Case{"torch.where(A([1, 5]) > 2, A([1, 5]), 0), A([1.0, 2]).masked_fill(A([True, False]), "
             "-1)",
             "([0, 5], [-1, 2])"},
        Case{"A([[5, 6], [7, 8]]).gather(1, A([[1], [0]]))", "[[6], [7]]"},
        Case{"torch.zeros(2, 3).scatter(1, A([[2], [0]]), 1.0)", "[[0, 0, 1], [1, 0, 0]]"},
        Case{"torch.zeros(3).scatter_add(0, A([0, 0, 2]), A([1.0, 2.0, 4.0]))", "[3, 0, 4]"},
        Case{"torch.zeros(3).index_add(0, A([1, 1]), A([1.0, 2.0]))", "[0, 3, 0]"},
        Case{"F.one_hot(A([1, 0]), 3), torch.bincount(A([1, 1, 3]), minlength=5)",
             "([[0, 1, 0], [1, 0, 0]], [0, 2, 0, 1, 0])"},
        Case{"A([[1, 2], [3, 4]]) @ A([[1, 0], [0, 2]]), A([1, 2]) @ A([3, 4])",
             "([[1, 4], [3, 8]], 11)"},
        Case{"torch.einsum('bi,bj->bij', A([[1, 2]]), A([[3, 4]]))", "[[[3, 4], [6, 8]]]"},
        Case{"torch.ones(2, 2).tril(), torch.arange(4).roll(1), torch.arange(3).flip(0)",
             "([[1, 0], [1, 1]], [3, 0, 1, 2], [2, 1, 0])"},
        Case{"F.pad(A([[1, 2]]), (1, 0, 0, 1)), A([1, 2]).repeat_interleave(2)",
             "([[0, 1, 2], [0, 0, 0]], [1, 1, 2, 2])"},
        Case{"A([0.5, -1.5]).clamp(min=-1, max=0.25), A([2.5, 3.5]).round(), A([1.9]).long()",
             "([0.25, -1], [2, 4], [1])"},
        Case{"A([3.0, 4.0]).norm(), A([1.0, 2.0]).pow(2), torch.maximum(A([1]), A([2]))",
             "(5, [1, 4], [2])"},
        Case{"A([[1, 0], [0, 2]]).nonzero(), A([1, 2]).tolist(), A([[1, 2]]).shape",
             "([[0, 0], [1, 1]], [1, 2], (1, 2))"},
        Case{"torch.empty(2)", "unknown"}, Case{"torch.empty(2) + 1", "unknown"},
        Case{"A([1.0]) + 1e-7 == A([1.0])", "unknown"}, Case{"torch.rand(2)", "unknown"},
        Case{"A([1, 2]).sum(dim=0, strange=1)", "unknown"},
        Case{"A([1.0]).to(torch.bfloat16)", "unknown"}, Case{"A([1]) / 0", "unknown"},
        Case{"torch.add(A([1]), A([2]), alpha=2)", "unknown"}));

TEST(Interpreter, RunsLoopsAndBranches) {
  EXPECT_EQ(Returned(R"py(
def f():
    total, kept = 0, []
    for i in range(6):
        if i == 4:
            break
        if i % 2:
            continue
        total += i
        kept.append(i)
    else:
        total = -1
    while total < 7:
        total = total * 2
    return total, kept
)py"),
            "(8, [0, 2])");
}

TEST(Interpreter, SharesWhatViewsAndNamesShare) {
  EXPECT_EQ(Returned(R"py(
def f():
    x = torch.zeros(2, 3)
    row = x[1]
    row += 1
    x[:, 0] = 5
    x.t()[2].mul_(3)
    x[x == 5] = 7
    y = x.clone()
    y.zero_()
    items = [1]
    same = items
    same += [2]
    return x, items
)py"),
            "([[7, 0, 0], [7, 1, 3]], [1, 2])");
}

TEST(Interpreter, CallsFunctionsOfTheRepository) {
  EXPECT_EQ(Returned(R"py(
def scaled(x, *, by=LIMIT):
    return x * by
def f():
    return scaled(2), scaled(2, by=5)
)py"),
            "(6, 10)");
}

TEST(Interpreter, KnowsWhetherGradientsAreComputed) {
  EXPECT_EQ(Returned(R"py(
def f():
    first = torch.is_grad_enabled()
    with torch.no_grad():
        second = torch.is_grad_enabled()
    return first, second, torch.is_grad_enabled()
)py"),
            "(True, False, True)");
}

TEST(Interpreter, SelectsByQuantilesLikeTorch) {
  // s - beta: rows [0.5, 2], [3, 1]; the thresholds are 0.5 and 1.
  EXPECT_EQ(Returned(R"py(
def f():
    scores = A([[0.5, 2.0], [3.0, 1.0]])
    top = scores.topk(2, dim=1)
    chosen = top.indices[:, :-1]
    threshold = top.values[:, -1:]
    return chosen, threshold, (scores - threshold).topk(2, dim=0).values[-1]
)py"),
            "([[1], [0]], [[0.5], [1]], [0, 0])");
}

TEST(Interpreter, GivesUpOnWhatItCannotFollow) {
  for (const char* body : {
           "def f():\n    x = A([1.0])\n    helper(x)\n    return x\n",
           "def f():\n    with torch.autocast('cuda'):\n        return 1\n",
           "@cached\ndef g():\n    return 1\ndef f():\n    return g()\n",
           "def f():\n    try:\n        return [][0]\n    except IndexError:\n        return 1\n",
           "def f():\n    def g():\n        return 1\n    return g() + 1\n",
           "async def g():\n    return 1\ndef f():\n    return g()\n",
           "def f():\n    if unknown_thing:\n        return 1\n    return 2\n",
           "def f():\n    x = 1\n    for i in unknown_thing:\n        x += 1\n    return x\n",
           "def f():\n    x = [1]\n    y = (x, 2)\n    helper(x)\n    return y\n",
           "def f():\n    x = A([1.0])\n    y = x[0]\n    helper(x + 1, out=x)\n    return y\n",
           "def f():\n    x = 1\n    while unknown_thing:\n        x = 2\n    return x\n",
           "def f():\n    with open('a') as x:\n        return x\n",
           "def g():\n    return g()\ndef f():\n    return g()\n",
           "def f():\n    x = A([1.0, 2.0]).cpu()\n    x += 1\n    return x\n",
       }) {
    EXPECT_THAT(Returned(body), testing::AnyOf("unknown", "raises")) << body;
  }
}

TEST(Interpreter, GoesOnBehindWhatItCannotFollow) {
  EXPECT_EQ(Returned(R"py(
def f():
    x, y = A([1.0, 2.0]), [3]
    lost = helper()
    if lost > 2:
        y = [4]
        z = 1
    kept = x + 1
    for item in lost:
        z = item
    with lock:
        more = kept * 2
    global LIMIT
    return kept, more
)py"),
            "([2, 3], [4, 6])");
}

// Inputs that are not known get values, and conditions of them a way to go; what the function
// computes does not.
TEST(Interpreter, SupposesInputsOnly) {
  const std::unique_ptr<python::Module> module = Parsed(R"py(
def f(config, known):
    world = get_world_size()
    odd = is_odd(known)
    share = config.heads // world
    if not config.is_fused:
        share = -share
    if is_wide(known):
        share = 0
    return share
)py");
  Surroundings surroundings = SurroundingsOf(*module);
  std::vector<std::string> asked, decided;
  surroundings.suppose = [&](absl::string_view written) {
    asked.emplace_back(written);
    if (written == "config.heads") return Value::Int(6);
    return written == "get_world_size()" ? Value::Int(2) : Value();
  };
  surroundings.decide = [&](absl::string_view condition, bool likely) {
    decided.push_back(absl::StrCat(condition, likely ? " likely" : " unlikely"));
    return std::optional<bool>(false);
  };
  surroundings.is_new = true;
  const auto run =
      Interpreter(surroundings)
          .RunFunction({.module = module.get(), .function = module->FindDefinition("f")},
                       {{"config", Value::Input("config")}, {"known", Value::Int(3)}});
  EXPECT_FALSE(run.halt.stops()) << run.halt.why();
  EXPECT_THAT(asked, testing::IsSupersetOf({"get_world_size()", "config.heads"}));
  EXPECT_THAT(decided, testing::ElementsAre("config.is_fused unlikely"));
  std::vector<std::string> notes;
  for (const Noted& noted : run.notes) notes.push_back(absl::StrCat(noted.name, " ", noted.text));
  EXPECT_THAT(notes, testing::ElementsAre("world 2", "share 3", "share -3", "return "));
}

TEST(Interpreter, EndsOnHostileInput) {
  std::string deep = "def f():\n    return ";
  for (int i = 0; i < 400; ++i) deep += "(1 + ";
  deep += "1";
  for (int i = 0; i < 400; ++i) deep += ")";
  EXPECT_EQ(Returned(deep + "\n"), "unknown");
  EXPECT_EQ(Returned("def f():\n    return torch.zeros(9999, 9999)\n"), "unknown");
  EXPECT_EQ(Returned("def f():\n    x = [1]\n    x.append(x)\n    return x == x\n"), "unknown");
  EXPECT_EQ(Returned("def f():\n    x = [1]\n    for i in range(99):\n        x = x + x\n"),
            "unknown");
}

TEST(Interpreter, NotesWhatStatementsBind) {
  const std::unique_ptr<python::Module> module = Parsed(
      "def f(items, size=2):\n    for item in load():\n        tokens = read(item)\n"
      "        items.extend(tokens[:-1])\n        while len(items) >= size:\n"
      "            yield items[:size]\n            items = items[size:]\n");
  Surroundings surroundings = SurroundingsOf(*module);
  surroundings.turns_of_unknown_loops = 2;
  int documents = 0;
  surroundings.imagine = [&](absl::string_view name, python::Node) {
    if (name != "tokens") return Value();
    const int first = 10 * ++documents;
    return Value::List({Value::Int(first), Value::Int(first + 1), Value::Int(first + 2)});
  };
  const auto run =
      Interpreter(surroundings)
          .RunFunction({.module = module.get(), .function = module->FindDefinition("f")},
                       {{"items", Value::List({})}});
  ASSERT_FALSE(run.halt.stops()) << run.halt.why();
  std::vector<std::string> yields;
  for (const Noted& noted : run.notes) {
    if (noted.name == "yield") yields.push_back(noted.text);
    EXPECT_EQ(noted.is_imagined, noted.name == "tokens");
  }
  EXPECT_THAT(yields, testing::ElementsAre("[10, 11]", "[20, 21]"));
}

}  // namespace
}  // namespace allreview::worked_examples
