#include "analyzers/shell/script.h"

#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::shell {
namespace {

using ::testing::ElementsAre;

// "2 d1 [run] [a] >[log]", a line break inside of a word as a '/'.
std::vector<std::string> Read(absl::string_view text) {
  std::vector<std::string> lines;
  for (const Command& command : CommandsIn(text)) {
    std::string line = absl::StrCat(command.words[0].line, command.depth > 0 ? " d" : "",
                                    command.depth > 0 ? absl::StrCat(command.depth) : "",
                                    command.is_conditional ? " ?" : "",
                                    command.function.empty() ? "" : " ", command.function);
    for (const Word& word : command.words) absl::StrAppend(&line, " [", word.text, "]");
    for (const Word& word : command.targets) absl::StrAppend(&line, " >[", word.text, "]");
    lines.push_back(absl::StrReplaceAll(line, {{"\n", "/"}}));
  }
  return lines;
}

TEST(Script, TakesOffQuotesCommentsAndContinuedLines) {
  EXPECT_THAT(Read("# note\n"
                   "run 'a b' \"c $D\" e\\ f \\\n"
                   "  --x#y # more\n"
                   "text=\"1 \\\n2\"\n"),
              ElementsAre("2 [run] [a b] [c $D] [e f] [--x#y]", "4 [text=1 /2]"));
}

TEST(Script, KeepsExpansionsWhole) {
  EXPECT_THAT(
      Read("a $(b \"c)\" $(d)) ${X:-\"e f\"} `g h` $((1 + (2))) <(i | j) \"$(k \"l m\")\"\n"),
      ElementsAre("1 [a] [$(b \"c)\" $(d))] [${X:-\"e f\"}] [`g h`] [$((1 + (2)))] "
                  "[<(i | j)] [$(k \"l m\")]"));
}

TEST(Script, CountsWhatIsAroundACommand) {
  EXPECT_THAT(Read("if a; then b; elif c; then d; else e; fi\n"
                   "for x in 1 2; do f $x; done\n"
                   "for ((i = 0; i < 3; i++)); do g; done\n"
                   "while read y; do { h; }; done < in > out\n"
                   "(i; j)\n"
                   "k\n"),
              ElementsAre("1 d1 [a]", "1 d1 [b]", "1 d1 [c]", "1 d1 [d]", "1 d1 [e]",
                          "2 [for] [x] [in] [1] [2]", "2 d1 [f] [$x]", "3 [for]", "3 d1 [g]",
                          "4 d1 [read] [y]", "4 d2 [h]", "5 d1 [i]", "5 d1 [j]", "6 [k]"));
}

TEST(Script, ReadsBranchesOfCase) {
  EXPECT_THAT(Read("case \"$1\" in\n"
                   "  a|b) c ;;\n"
                   "  (d) e;;\n"
                   "  *) f\n"
                   "esac\n"
                   "g\n"),
              ElementsAre("1 [case] [$1] [in]", "2 d1 [c]", "3 d1 [e]", "4 d1 [f]", "6 [g]"));
}

TEST(Script, NamesTheFunctionAroundACommand) {
  EXPECT_THAT(Read("f() {\n  a\n}\nfunction g {\n  b\n}\nfunction h() { c; }\nd\n"),
              ElementsAre("2 d1 f [a]", "5 d1 g [b]", "7 d1 h [c]", "8 [d]"));
}

TEST(Script, TellsWhatDependsOnOtherCommands) {
  EXPECT_THAT(Read("a && b || c; d | e & f\n"),
              ElementsAre("1 [a]", "1 ? [b]", "1 ? [c]", "1 [d]", "1 [e]", "1 [f]"));
}

TEST(Script, ReadsArraysAndTests) {
  EXPECT_THAT(Read("A=(--x 1\n  --y # two\n)\nA+=(\"z\")\n[[ $A < b && (c || d) ]] && e\n"),
              ElementsAre("1 [A=(] [--x] [1] [--y]", "4 [A+=(] [z]",
                          "5 [[[] [$A] [<] [b] [&&] [(c] [||] [d)] []]]", "5 ? [e]"));
}

TEST(Script, PassesOverHereDocumentsAndRedirections) {
  EXPECT_THAT(Read("cat <<EOF > out 2>&1\nnot a command\nEOF\n"
                   "a <<-'X Y' <<< word < in >> log\n\tb\n\tX Y\n"
                   "c &> all\n"),
              ElementsAre("1 [cat] >[out]", "4 [a] >[log]", "7 [c] >[all]"));
}

TEST(Script, EndsOnTextThatIsNoShell) {
  for (absl::string_view text : {"\"", "'", "`", "$(", "${", "((", "<<", "<(", "case x in", "\\",
                                 "A=(", ")))", "}", "fi", "[[ a", "f() {", "<<EOF\nx"}) {
    Read(text);
  }
  EXPECT_THAT(Read(absl::StrReplaceAll(std::string(3'000, 'x'), {{"x", "( "}}) + "a"),
              ElementsAre("1 d1000 [a]"));
}

TEST(Script, KnowsNames) {
  EXPECT_TRUE(IsName("A_1"));
  EXPECT_FALSE(IsName("1A"));
  EXPECT_EQ(AssignedName("A+=(x"), "A");
  EXPECT_EQ(AssignedName("--a=b"), "");
  EXPECT_EQ(AssignedName("a.b=c"), "");
}

}  // namespace
}  // namespace allreview::shell
