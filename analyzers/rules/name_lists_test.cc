#include "analyzers/rules/name_lists.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

using python::Kind;
using python::Node;

// Texts of the calls of a source in which one of the names is.
std::vector<std::string> CallsWith(absl::string_view names, absl::string_view source) {
  NameLists lists;
  lists.Add("other");
  const int list = lists.Add(names);
  const auto module = *python::Module::Parse("m.py", std::string(source));
  const python::SyntaxTree& tree = module->tree();
  const NamesInFile in_file(lists, *module);
  std::vector<std::string> calls;
  for (uint32_t i : in_file.NodesWith(list, KindSet({Kind::kCall}))) {
    calls.emplace_back(tree.node(i).text());
  }
  return calls;
}

using Texts = std::vector<std::string>;

TEST(NamesInFile, AreInTheCallAroundThem) {
  EXPECT_EQ(CallsWith("softmax", "f(x)\nx.softmax(1)\ng(h(softmax), softmaxes, 'softmax')\n"),
            (Texts{"x.softmax(1)", "g(h(softmax), softmaxes, 'softmax')", "h(softmax)"}));
  EXPECT_EQ(CallsWith("a b", "a(1)\nb(2)\nother(3)\n"), (Texts{"a(1)", "b(2)"}));
}

TEST(NamesInFile, CountUnderTheNameThatAnImportGivesThem) {
  EXPECT_EQ(CallsWith("softmax", "from torch import softmax as s\ns(x)\nt(x)\n"), Texts{"s(x)"});
  EXPECT_EQ(CallsWith("softmax", "import a.softmax as s\ns(x)\n"), Texts{"s(x)"});
}

TEST(NamesInFile, CountUnderTheNameThatAnAssignmentGivesThem) {
  EXPECT_EQ(CallsWith("softmax", "s = F.softmax\nt = s\nt(x)\nu(x)\n"), Texts{"t(x)"});
  EXPECT_EQ(CallsWith("softmax", "s = t = (F.softmax)\ns(x)\nt(x)\n"), (Texts{"s(x)", "t(x)"}));
  EXPECT_EQ(CallsWith("softmax", "if (s := F.softmax):\n  s(x)\n"), Texts{"s(x)"});
  // The name of another list keeps its own meaning.
  EXPECT_EQ(CallsWith("softmax", "other = softmax\nother(x)\n"), Texts{"other(x)"});
  EXPECT_EQ(CallsWith("softmax other", "other = softmax\nother(x)\n"), Texts{"other(x)"});
}

TEST(NamesInFile, CountUnderANameThatIsGivenItsMeaningLater) {
  EXPECT_EQ(CallsWith("softmax", "def f(x):\n  s = t\n  s(x)\nt = F.softmax\n"), Texts{"s(x)"});
  EXPECT_EQ(CallsWith("softmax", "s = t\nt = s\ns(x)\n"), Texts{});
}

// a0 = softmax, a1 = a0 and so on, in that order or in the other.
std::string Chain(int length, bool is_forwards) {
  std::string source;
  for (int i = 1; i <= length; ++i) {
    const int at = is_forwards ? i : length - i + 1;
    absl::StrAppend(&source, "a", at, " = a", at - 1, "\n");
  }
  return is_forwards ? "a0 = softmax\n" + source : source + "a0 = softmax\n";
}

TEST(NamesInFile, FollowChainsInEitherOrder) {
  for (const bool is_forwards : {true, false}) {
    EXPECT_EQ(CallsWith("softmax", Chain(10, is_forwards) + "a10(x)\na11(x)\n"), Texts{"a10(x)"});
    // Nobody resolves so many; what matters is that it does not take for ever.
    CallsWith("softmax", Chain(20'000, is_forwards));
  }
}

TEST(NamesInFile, AreInEveryNodeAroundThem) {
  NameLists lists;
  const int list = lists.Add("a b");
  const auto module = *python::Module::Parse("m.py", "f(g(a, h(b), a), i(x))\nj(a.b)\n");
  const NamesInFile names(lists, *module);
  const KindSet kinds({Kind::kCall, Kind::kExpressionStatement, Kind::kIdentifier, Kind::kModule});
  std::vector<uint32_t> expected;
  for (uint32_t i = 0; i < module->tree().size(); ++i) {
    const Node node = module->tree().node(i);
    bool holds = false;
    for (uint32_t inner = i; inner < node.subtree_end(); ++inner) {
      const Node name = module->tree().node(inner);
      holds = holds || (name.Is(Kind::kIdentifier) && (name.text() == "a" || name.text() == "b"));
    }
    if (holds && kinds.Has(static_cast<uint8_t>(node.kind()))) expected.push_back(i);
  }
  EXPECT_EQ(expected.size(), 12u);
  EXPECT_EQ(names.NodesWith(list, kinds), expected);
}

TEST(NameLists, AreEqualWhenTheirTextIs) {
  NameLists lists;
  EXPECT_EQ(lists.Add(""), -1);
  EXPECT_EQ(lists.Add("a b"), lists.Add("a b"));
  EXPECT_NE(lists.Add("a"), lists.Add("a b"));
  EXPECT_EQ(lists.size(), 2u);
}

TEST(NamesInFile, AnswerYesToWhoAsksForNone) {
  NameLists lists;
  const auto module = *python::Module::Parse("m.py", "x = 1\n");
  EXPECT_TRUE(NamesInFile(lists, *module).HasAny(-1));
  const int absent = lists.Add("y");
  const NamesInFile names(lists, *module);
  EXPECT_FALSE(names.HasAny(absent));
  EXPECT_TRUE(names.NodesWith(absent, KindSet({Kind::kModule})).empty());
}

}  // namespace
}  // namespace allreview::rules
