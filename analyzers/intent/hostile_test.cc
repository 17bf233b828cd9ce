// Files of anybody's making: time and memory stay within bounds. Each shape takes far longer than a
// test may when something is quadratic in it.

#include <memory>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "analyzers/intent/author_sentences.h"
#include "analyzers/intent/code_sentences.h"
#include "analyzers/python/module.h"
#include "gtest/gtest.h"

namespace allreview::intent {
namespace {

std::string Repeated(absl::string_view part, size_t bytes) {
  std::string text;
  text.reserve(bytes + part.size());
  while (text.size() < bytes) absl::StrAppend(&text, part);
  return text;
}

size_t CountIn(const std::string& source) {
  const auto module = python::Module::Parse("pkg/a.py", source);
  return module.ok() ? SentencesOf(**module).size() : 0;
}

TEST(HostileFiles, AreBounded) {
  constexpr size_t kBytes = 1 << 20;
  for (const std::string& source :
       {absl::StrCat("# ", Repeated("because ", kBytes), "\nx = 1\n"),
        absl::StrCat("x = 1  # ", Repeated("(", kBytes), "\n"),
        absl::StrCat("\"\"\"", Repeated("Must. ", kBytes), "\"\"\"\n"),
        absl::StrCat("\"\"\"", Repeated("`", kBytes), "\"\"\"\n"),
        absl::StrCat("def f():\n    \"\"\"Args:\n", Repeated("        a: (\n", kBytes),
                     "    \"\"\"\n"),
        absl::StrCat("def f(\n", Repeated("    a,  # [s, b]\n", kBytes / 2), "): pass\n"),
        Repeated("# a.\n\n", kBytes), Repeated("# f(x)\n", kBytes),
        Repeated("x = 1  # Must hold.\n", kBytes), Repeated("# FIXME\n", kBytes),
        Repeated("assert x, 'must hold'\n", kBytes)}) {
    EXPECT_LE(CountIn(source), kMaxSentencesOfFile);
  }
}

TEST(HostileDescriptions, AreBounded) {
  for (const char* part :
       {"a. ", "<", "[a](", "`", "# h\n", "- x because y\n", "Fixes #1 ", "**"}) {
    const change::Description description{.title = Repeated(part, 1 << 20),
                                          .body = Repeated(part, 1 << 20),
                                          .commit_messages = {Repeated(part, 1 << 20)}};
    EXPECT_LE(SentencesOf(description).size(), kMaxAuthorSentences);
  }
}

}  // namespace
}  // namespace allreview::intent
