// What stores and calls put into lists and dictionaries.

#include <string>

#include "absl/strings/str_cat.h"
#include "analyzers/understanding/failures_of.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::understanding {
namespace {

// What the last line of the body of f(x) returns.
std::string Returned(absl::string_view body) {
  return ReturnedBy(absl::StrCat("def f(x):\n  ", body, "\n"));
}

TEST(Lists, AreRepeated) {
  EXPECT_EQ(Returned("return [None] * 3"), "list[None, None, None]");
  EXPECT_EQ(Returned("return [1, 2] * 0"), "list[]");
  EXPECT_EQ(Returned("return [None] * len(x)"), "list[None...]");
  EXPECT_EQ(Returned("return [None] * 1000"), "list[None...]");
}

TEST(Lists, HaveWhatIsStored) {
  EXPECT_EQ(Returned("a = [None] * 2\n  a[1] = 7\n  return a"), "list[None, 7]");
  EXPECT_EQ(Returned("a = [None] * 2\n  a[-1] = 7\n  return a"), "list[None, 7]");
  EXPECT_EQ(Returned("a = [None] * 2\n  for i in range(x): a[i] = 7\n  return a"),
            "list[None | 7, None | 7]");
  EXPECT_EQ(Returned("a = [None] * 2\n  a[x] = 7\n  return a"), "list[?...]");
}

TEST(Lists, HaveWhatIsAppended) {
  EXPECT_EQ(Returned("a = []\n  a.append(1)\n  return a"), "list[1...]");
  EXPECT_EQ(Returned("a = ['dp']\n  a.extend(('tp', 'pp'))\n  return a"),
            "list[\"dp\" | \"pp\" | \"tp\"...]");
  EXPECT_EQ(Returned("a = []\n  for i in x: a.insert(0, 'b')\n  return a"), "list[\"b\"...]");
  EXPECT_EQ(Returned("a = []\n  x.append(a)\n  return a"), "list[?...]");
}

TEST(Lists, LearnThroughOtherNames) {
  EXPECT_EQ(Returned("a = [1]\n  b = a\n  b.append(2)\n  return a"), "list[1 | 2...]");
  EXPECT_EQ(Returned("a = [1, 1]\n  b = a\n  b[0] = 2\n  return a"), "list[1 | 2, 1 | 2]");
  EXPECT_EQ(Returned("a = [1]\n  b = (a,)\n  b[0].append(2)\n  return a"), "list[1 | 2...]");
  EXPECT_EQ(Returned("a = [[1]]\n  a[0].append(2)\n  return a[0]"), "list[1 | 2...]");
  EXPECT_EQ(Returned("a = [1]\n  b = {'k': a}\n  b.get('k').append(2)\n  return a"),
            "list[1 | 2...]");
  EXPECT_EQ(Returned("a = [1]\n  b = (a,)\n  x(b)\n  return a"), "list[?...]");
  EXPECT_EQ(Returned("a = []\n  b = [1]\n  c = a if x else b\n  c.append(2)\n  return a, b"),
            "tuple[list[2...], list[1 | 2...]]");
  EXPECT_EQ(Returned("a = [1]\n  b = a\n  a += [2]\n  a.append(3)\n  return b"),
            "list[1 | 2 | 3...]");
  EXPECT_EQ(Returned("a = set()\n  b = a\n  a |= {1}\n  return b"), "set[?...]");
  EXPECT_EQ(FailuresOf("def f(x):\n  a = []\n  b = (a,)\n  x(b)\n  return b[0][0]\n"), "");
}

TEST(Lists, AreToldApart) {
  EXPECT_EQ(Returned("a = []\n  b = []\n  for n in ('dp', 'tp'):\n    a.append(1)\n"
                     "    b.append(n)\n  return a, b"),
            "tuple[list[1...], list[\"dp\" | \"tp\"...]]");
}

TEST(Lists, StayWhenOthersAreCalled) {
  EXPECT_EQ(Returned("a = []\n  for n in ('dp', 'tp'):\n    a.append(n)\n  x.info(3)\n"
                     "  return tuple(a)"),
            "tuple[\"dp\" | \"tp\"...]");
  EXPECT_EQ(Returned("a = [1, 2]\n  a.pop()\n  return a"), "list[1 | 2...]");
  EXPECT_EQ(Returned("a = set()\n  a.add(3)\n  return a"), "set[3...]");
}

TEST(Lists, AreChangedByTheirMethodsUnderOtherNames) {
  EXPECT_EQ(Returned("a = []\n  add = a.append\n  add(1)\n  return a"), "list[?...]");
  EXPECT_EQ(Returned("a = []\n  x.each(a.append)\n  return a"), "list[?...]");
  EXPECT_EQ(Returned("global g\n  a = []\n  g = a\n  x()\n  return a"), "list[?...]");
}

TEST(Dictionaries, HaveWhatIsStored) {
  EXPECT_EQ(Returned("a = {}\n  a['k'] = 1\n  return a"), "dict[\"k\": 1]");
  EXPECT_EQ(Returned("a = {'k': 1}\n  a['k'] = None\n  return a['k']"), "None");
  EXPECT_EQ(Returned("a = {'k': 1}\n  a[x] = None\n  return a"), "dict[\"k\": None | 1, *: None]");
  EXPECT_EQ(Returned("a = {'k': 1}\n  b = a\n  b['j'] = 2\n  return a"),
            "dict[\"k\": 1, \"j\": 2]");
  EXPECT_EQ(FailuresOf("def f(x):\n  a = {}\n  if x: a['k'] = 1\n  return a['k']\n"), "");
}

TEST(Dictionaries, HaveWhatLoopsStore) {
  EXPECT_EQ(Returned("a = {}\n  for i in range(x): a[i] = str(i)\n  return a"),
            "dict[] | dict[int in [0, x): str]");
  EXPECT_EQ(Returned("a = {}\n  for i in range(x): a[i] = 'n'\n  return [k for k in a], a[3]"),
            "tuple[list[int in [0, x)...], \"n\"]");
  EXPECT_EQ(Returned("a = {}\n  for i in range(x): a.setdefault(i, []).append(True)\n  return a"),
            "dict[] | dict[int in [0, x): list[True...]]");
  EXPECT_EQ(Returned("a = {}\n  for i in range(x):\n    if i not in a: a[i] = {}\n"
                     "    a[i]['k'] = 1\n  return a"),
            "dict[] | dict[int in [0, x): dict[\"k\": 1]]");
  EXPECT_EQ(Returned("a = {'k': 1}\n  del a['k']\n  return a"), "dict[\"k\": 1]");
  EXPECT_EQ(FailuresOf("def f(x):\n  a = {}\n  for i in x: a[i] = 1\n  return a['k']\n"), "");
  EXPECT_EQ(FailuresOf("def f(x):\n  a = {'k': 1}\n  a.pop('k')\n  return a['k']\n"), "");
}

}  // namespace
}  // namespace allreview::understanding
