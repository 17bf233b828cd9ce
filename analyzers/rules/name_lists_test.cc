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
  NamesInFile in_file(lists, *module);
  std::vector<std::string> calls;
  for (uint32_t i = 0; i < tree.size(); ++i) {
    const Node node = tree.node(i);
    if (node.Is(Kind::kCall) && in_file.IsIn(list, node)) calls.emplace_back(node.text());
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

TEST(NamesInFile, TellTheLastNodeThatMayHoldOne) {
  NameLists lists;
  const int list = lists.Add("a"), other = lists.Add("gone");
  const auto module = *python::Module::Parse("m.py", "a(1)\nb(a)\nb(2)\n");
  const NamesInFile names(lists, *module);
  ASSERT_TRUE(names.HasAny(list));
  EXPECT_FALSE(names.HasAny(other));
  EXPECT_EQ(module->tree().node(names.LastNodeWith(list)).first_line(), 2);
  EXPECT_GT(names.LastNodeWith(-1), module->tree().size());
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
  NamesInFile none(lists, *module);
  EXPECT_TRUE(none.HasAny(-1));
  EXPECT_TRUE(none.IsIn(-1, module->tree().root()));
  const int absent = lists.Add("y");
  NamesInFile names(lists, *module);
  EXPECT_FALSE(names.HasAny(absent));
  EXPECT_FALSE(names.IsIn(absent, module->tree().root()));
}

}  // namespace
}  // namespace allreview::rules
