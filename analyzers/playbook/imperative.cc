#include "analyzers/playbook/imperative.h"

#include <algorithm>
#include <initializer_list>
#include <iterator>
#include <utility>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::playbook {
namespace {

using Words = std::vector<std::string>;

// Base forms that guides begin an order with. Sorted.
constexpr absl::string_view kVerbs[] = {
    "add",       "address",    "adhere",     "aim",     "align",       "allow",      "annotate",
    "apply",     "ask",        "assert",     "attach",  "audit",       "avoid",      "base",
    "be",        "benchmark",  "branch",     "bring",   "build",       "bump",       "call",
    "catch",     "check",      "choose",     "clean",   "comment",     "commit",     "compare",
    "configure", "confirm",    "consider",   "consult", "convert",     "coordinate", "copy",
    "create",    "debug",      "declare",    "default", "define",      "delete",     "describe",
    "document",  "draft",      "emit",       "enable",  "ensure",      "exclude",    "explain",
    "extend",    "file",       "fix",        "flag",    "follow",      "format",     "gate",
    "generate",  "give",       "guard",      "handle",  "implement",   "import",     "include",
    "increase",  "inherit",    "initialize", "install", "investigate", "isolate",    "keep",
    "label",     "leave",      "limit",      "link",    "lint",        "list",       "load",
    "log",       "look",       "maintain",   "make",    "mark",        "match",      "measure",
    "mention",   "merge",      "minimize",   "mirror",  "mock",        "modify",     "move",
    "name",      "note",       "open",       "opt",     "order",       "override",   "parametrize",
    "pass",      "pin",        "place",      "plan",    "post",        "prefer",     "prefix",
    "preserve",  "prioritize", "profile",    "protect", "provide",     "pull",       "push",
    "put",       "raise",      "read",       "rebase",  "record",      "reduce",     "refer",
    "register",  "remove",     "rename",     "replace", "reproduce",   "request",    "require",
    "respect",   "retarget",   "return",     "reuse",   "review",      "run",        "search",
    "select",    "separate",   "set",        "share",   "show",        "sign",       "simplify",
    "skip",      "specify",    "split",      "squash",  "start",       "stay",       "stick",
    "store",     "submit",     "support",    "sync",    "tag",         "take",       "test",
    "treat",     "try",        "understand", "unify",   "update",      "use",        "validate",
    "verify",    "wait",       "watch",      "wrap",    "write"};

bool IsOneOf(absl::string_view word, std::initializer_list<absl::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

bool IsVerb(absl::string_view word) {
  return std::binary_search(std::begin(kVerbs), std::end(kVerbs), word);
}

// Lower-case words without the marks around them; a code span is "`".
Words WordsOf(absl::string_view text) {
  Words words;
  bool is_code = false;
  for (absl::string_view part : absl::StrSplit(text, ' ', absl::SkipEmpty())) {
    const bool was_code = is_code;
    is_code ^= std::count(part.begin(), part.end(), '`') % 2 == 1;
    if (was_code || absl::StartsWith(part, "`")) {
      if (!was_code) words.emplace_back("`");
      continue;
    }
    const auto is_mark = [](char c) { return absl::StrContains(".,;:!?()\"*—", c); };
    while (!part.empty() && is_mark(part.front())) part.remove_prefix(1);
    while (!part.empty() && is_mark(part.back())) part.remove_suffix(1);
    if (!part.empty()) words.push_back(absl::AsciiStrToLower(part));
  }
  return words;
}

bool Has(const Words& words, std::initializer_list<absl::string_view> wanted) {
  return std::any_of(words.begin(), words.end(),
                     [&](const std::string& word) { return IsOneOf(word, wanted); });
}

bool HasPair(const Words& words, absl::string_view first, absl::string_view second) {
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] == first && words[i + 1] == second) return true;
  }
  return false;
}

bool PointsBack(absl::string_view word) {
  return IsOneOf(word, {"it", "this", "these", "them", "those", "that"});
}

// What the clause that begins at `words` orders.
Imperative OrderOf(const Words& words) {
  Imperative order;
  size_t at = 0;
  bool is_strong = false;
  while (at < words.size() &&
         IsOneOf(words[at], {"please", "always", "then", "first", "next", "finally", "also",
                             "instead", "only", "just", "simply", "second", "lastly"})) {
    is_strong |= words[at] == "always";
    ++at;
  }
  if (at >= words.size()) return order;
  const bool is_negated = words[at] == "never" || words[at] == "don't" ||
                          (words[at] == "do" && at + 1 < words.size() && words[at + 1] == "not");
  if (is_negated) {
    const size_t verb = at + (words[at] == "do" ? 2 : 1);
    // "Don't forget to add a test" asks for one.
    if (verb < words.size() && words[verb] == "forget") return {.force = Force::kPlain};
    if (verb < words.size() && IsOneOf(words[verb], {"hesitate", "worry", "need", "have"})) {
      return order;
    }
    if (verb + 1 < words.size() && PointsBack(words[verb + 1])) return order;
    return {.force = Force::kStrong, .is_prohibition = true};
  }
  if (!IsVerb(words[at])) return order;
  // "Test coverage is measured": a noun.
  const bool may_be_noun = IsOneOf(words[at], {"test", "format", "log", "build", "load", "label"});
  if (may_be_noun && at + 2 < words.size() && IsOneOf(words[at + 2], {"is", "are", "was"})) {
    return order;
  }
  if (at + 1 < words.size() &&
      IsOneOf(words[at + 1], {"is", "are", "was", "of", "has", "must", "should", "can", "may"})) {
    return order;
  }
  // "Apply this to new code", "leave for the review": what, stands elsewhere.
  if (at + 1 < words.size() && (PointsBack(words[at + 1]) || HasPair(words, "leave", "for"))) {
    return order;
  }
  return {.force = is_strong ? Force::kStrong : Force::kPlain,
          .is_prohibition = words[at] == "avoid"};
}

// "X must", "is required", "we follow".
Imperative DutyOf(const Words& words) {
  // "Must match the class": of what stands in the heading. "Lists which must stay": tells what it
  // does. "Forgetting it means": explains.
  // "How code should look" is a title.
  const auto should = std::find(words.begin(), words.end(), "should");
  if (std::find(words.begin(), should, "how") != should) return {};
  if (words[0] == "must" || IsVerb(absl::StripSuffix(words[0], "s")) ||
      (absl::EndsWith(words[0], "ing") && words.size() > 1 && PointsBack(words[1]))) {
    return {};
  }
  // About what stands before it, or an example of it.
  if (IsOneOf(words[0], {"this", "these", "it", "they", "then", "however", "instead", "as"}) ||
      HasPair(words, "it", "is") || HasPair(words, "for", "example") ||
      HasPair(words, "such", "cases")) {
    return {};
  }
  if (HasPair(words, "must", "not") || HasPair(words, "should", "not") ||
      HasPair(words, "not", "allowed") || Has(words, {"shouldn't", "mustn't", "forbidden"})) {
    return {.force = Force::kStrong, .is_prohibition = true};
  }
  const bool is_required = HasPair(words, "is", "required") || HasPair(words, "are", "required") ||
                           HasPair(words, "required", "on") || HasPair(words, "required", "for");
  if (is_required || Has(words, {"must", "mandatory"})) return {.force = Force::kStrong};
  static constexpr absl::string_view kNoDuties[] = {"receive", "see",   "now",  "work",
                                                    "output",  "print", "look", "get"};
  for (size_t i = 0; i + 1 < words.size(); ++i) {
    if (words[i] != "should") continue;
    const bool is_effect = std::find(std::begin(kNoDuties), std::end(kNoDuties), words[i + 1]) !=
                               std::end(kNoDuties) ||
                           HasPair(words, "be", "able");
    return {.force = is_effect ? Force::kNone : Force::kPlain};
  }
  if (words.size() > 2 && words[0] == "we" && IsOneOf(words[1], {"follow", "require", "expect"})) {
    return {.force = Force::kPlain};
  }
  return {};
}

// The clause behind a label ("Naming: use …") or a condition ("After editing, run …").
absl::string_view MainClause(absl::string_view sentence) {
  const size_t colon = sentence.find(": ");
  if (colon < 40) return sentence.substr(colon + 2);
  const std::string first(absl::AsciiStrToLower(sentence.substr(0, sentence.find(' '))));
  if (!IsOneOf(first, {"before", "after", "when", "if", "in", "for", "to", "unless", "once",
                       "while", "wherever", "whenever", "prior", "with", "where"})) {
    return "";
  }
  // The first comma with an order behind it: "if a, b or c, run d".
  size_t comma = sentence.find(", ");
  for (int tries = 0; comma != absl::string_view::npos && tries < 4; ++tries) {
    const absl::string_view rest = sentence.substr(comma + 2);
    if (OrderOf(WordsOf(rest.substr(0, 60))).force != Force::kNone) return rest;
    comma = sentence.find(", ", comma + 2);
  }
  return "";
}

// Something that tells more: "AGENTS.md", "the style guide".
bool NamesDocument(const Words& words, absl::string_view sentence) {
  return absl::StrContains(sentence, ".md") ||
         Has(words, {"guide", "guides", "guideline", "guidelines", "doc", "docs", "notes",
                     "documentation", "readme", "skill", "file", "first"});
}

// What is done with a change that is written, rather than to the code.
bool IsCheck(const Words& words) {
  if (words.empty()) return false;
  if (IsOneOf(words[0], {"run", "rerun", "rebase", "commit", "lint", "format", "squash", "sign",
                         "push", "verify", "benchmark", "test"})) {
    return true;
  }
  if (Has(words, {"committing", "commit", "commits", "rebase", "rebased", "linter", "linting",
                  "signed-off", "sign-off", "push", "autoformat", "lint"})) {
    return true;
  }
  const bool is_asked = IsOneOf(words[0], {"add", "write", "include", "update", "make", "ensure",
                                           "provide", "cover", "if", "before", "after", "when"}) ||
                        Has(words, {"must", "should", "required", "always"});
  return is_asked && Has(words, {"tests", "test", "loss", "benchmarks"});
}

Moment MomentOf(const Words& words, absl::string_view sentence) {
  const auto about = [&](std::initializer_list<absl::string_view> wanted) {
    return Has(words, wanted);
  };
  const bool names_request = about({"pr", "prs", "merge", "merging", "fork", "draft", "drafts"}) ||
                             HasPair(words, "pull", "request") ||
                             HasPair(words, "pull", "requests");
  const bool is_before_request = about({"before"}) && about({"opening", "submitting", "requesting",
                                                             "sending", "committing", "pushing"});
  const bool is_reading =
      !words.empty() && (IsOneOf(words[0], {"consult", "search", "select", "install"}) ||
                         (words[0] == "read" && NamesDocument(words, sentence)));
  if (!is_before_request && is_reading) return Moment::kBefore;
  if (!is_before_request &&
      (about({"skill", "skills", "investigate", "understand"}) || HasPair(words, "open", "an") ||
       HasPair(words, "check", "if") || HasPair(words, "before", "writing") ||
       HasPair(words, "before", "starting") || HasPair(words, "before", "editing"))) {
    return Moment::kBefore;
  }
  if (is_before_request) return Moment::kPush;
  if (IsCheck(words) && !HasPair(words, "pull", "request") && !about({"pr", "prs"})) {
    return Moment::kPush;
  }
  return names_request ? Moment::kPullRequest : Moment::kWhile;
}

// Beside the point, or not to be read here.
bool IsAside(absl::string_view sentence, const Words& words) {
  // Examples, and where to read on.
  if (HasPair(words, "for", "example") || HasPair(words, "more", "details") ||
      HasPair(words, "more", "information") || HasPair(words, "to", "view") ||
      IsOneOf(words[0], {"note", "\\*note", "*note"})) {
    return true;
  }
  // Guides in other languages have other grammars.
  const auto foreign = std::count_if(sentence.begin(), sentence.end(), [](char c) {
    return (static_cast<unsigned char>(c) & 0x80) != 0;
  });
  return foreign * 4 > static_cast<int64_t>(sentence.size());
}

// Orders that are about something else than the code: whom to ask, how to feel.
bool IsChatter(absl::string_view sentence, const Words& words) {
  if (absl::EndsWith(sentence, "?") || absl::StrContains(sentence, "{")) return true;
  if (IsOneOf(words.back(),
              {"of", "to", "with", "like", "for", "and", "or", "the", "a", "by", "see"}))
    return true;  // Its code is gone.
  if (std::any_of(words.begin(), words.end(),
                  [](const std::string& word) { return absl::StrContains(word, "http"); })) {
    return true;
  }
  if (Has(words, {"thank", "thanks", "welcome", "slack", "click", "patience", "forum", "forums",
                  "email", "mail", "conduct", "template"})) {
    return true;
  }
  if (HasPair(words, "if", "so") || Has(words, {"that's", "that’s"})) return true;
  if (IsAside(sentence, words)) return true;
  // A title with what stands below it: "Test conventions: what a change must ship".
  for (absl::string_view title : {": what ", ": which ", ": how "}) {
    if (absl::StrContains(sentence, title)) return true;
  }
  // Where something is told, rather than what.
  const bool names_document = std::any_of(words.begin(), words.end(), [](const std::string& word) {
    return absl::EndsWith(word, ".md");
  });
  if (names_document && Has(words, {"see"})) return true;
  if (HasPair(words, "feel", "free") || HasPair(words, "reach", "out") ||
      HasPair(words, "see", "the") || HasPair(words, "such", "as")) {
    return words.size() < 14 || HasPair(words, "reach", "out") || HasPair(words, "feel", "free");
  }
  // Points to what stands before it, which is not shown.
  const bool points_back = std::any_of(words.begin(), words.end(), PointsBack);
  if ((points_back && words.size() < 9) || Has(words, {"above", "below"})) return true;
  const auto upper = std::count_if(sentence.begin(), sentence.end(), [](char c) {
    return absl::ascii_isupper(static_cast<unsigned char>(c));
  });
  return upper * 2 > static_cast<int64_t>(sentence.size());
}

}  // namespace

Imperative ReadImperative(absl::string_view sentence) {
  const Words words = WordsOf(sentence);
  if (words.size() < 4 || words.size() > 75 || IsChatter(sentence, words)) return {};
  Imperative order = OrderOf(words);
  if (order.force == Force::kNone) order = OrderOf(WordsOf(MainClause(sentence)));
  if (const Imperative duty = DutyOf(words); duty.force > order.force) order = duty;
  if (order.force != Force::kNone && Has(words, {"never"})) {
    order.force = Force::kStrong;
    order.is_prohibition |= HasPair(words, "should", "never") || HasPair(words, "must", "never");
  }
  if (order.force != Force::kNone) order.moment = MomentOf(words, sentence);
  return order;
}

std::string ImperativeOfBox(absl::string_view box) {
  static constexpr std::pair<absl::string_view, absl::string_view> kForms[] = {
      {"added", "Add"},       {"run", "Run"},           {"updated", "Update"},
      {"tested", "Test"},     {"read", "Read"},         {"written", "Write"},
      {"made", "Make"},       {"checked", "Check"},     {"followed", "Follow"},
      {"reviewed", "Review"}, {"commented", "Comment"}, {"verified", "Verify"}};
  absl::string_view rest = box;
  if (absl::ConsumePrefix(&rest, "Did you ") && !rest.empty()) {
    std::string order(rest.substr(0, rest.find('?')));
    order[0] = absl::ascii_toupper(static_cast<unsigned char>(order[0]));
    return order;
  }
  if (!absl::ConsumePrefix(&rest, "I have ") && !absl::ConsumePrefix(&rest, "I've ")) {
    return std::string(box);
  }
  for (const auto& [form, verb] : kForms) {
    if (absl::StartsWith(rest, absl::StrCat(form, " "))) {
      return absl::StrCat(verb, rest.substr(form.size()));
    }
  }
  return std::string(box);
}

}  // namespace allreview::playbook
