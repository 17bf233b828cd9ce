#include "analyzers/playbook/guides.h"

#include <algorithm>
#include <iterator>
#include <map>
#include <set>
#include <tuple>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"
#include "analyzers/intent/author_text.h"
#include "analyzers/playbook/guide_files.h"
#include "analyzers/playbook/guide_text.h"

namespace allreview::playbook {
namespace {

constexpr size_t kMaxRequests = 300;  // That are compared with each other.
constexpr size_t kMaxText = 240;
// So that each guide has its say, where there are many.
constexpr int kOfGuide = 5, kProhibitionsOfGuide = 4;  // Of one moment.
constexpr int kOfSection = 3;  // Of one section of one guide; more of those for everybody.
constexpr size_t kOfMoment[] = {7, 16, 6, 6};
constexpr size_t kProhibitions = 12;

// Headings of parts that are not about changing the code.
bool IsElsewhere(absl::string_view heading) {
  const std::string lower = absl::AsciiStrToLower(heading);
  for (absl::string_view word : {"issue",
                                 "bug",
                                 "question",
                                 "security",
                                 "license",
                                 "certificate",
                                 "conduct",
                                 "translat",
                                 "help",
                                 "escalat",
                                 "welcome",
                                 "citation",
                                 "ways to contribute",
                                 "system prompt",
                                 "feature",
                                 "windows",
                                 "oncall",
                                 "release",
                                 "new trainer",
                                 "can contribute"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

// Lines below such headings, bold titles within them included.
std::vector<int> LinesElsewhere(absl::string_view text) {
  std::vector<int> lines;
  bool is_elsewhere = false;
  ForEachLine(text, [&](int number, absl::string_view line) {
    if (absl::StartsWith(line, "#")) is_elsewhere = IsElsewhere(line);
    if (is_elsewhere) lines.push_back(number);
  });
  return lines;
}

// Items below "Don't" are orders with a "don't" in front.
bool IsNegativeHeading(absl::string_view heading) {
  const std::string lower = absl::AsciiStrToLower(heading);
  return lower == "don't" || lower == "don'ts" || lower == "do not" || lower == "never" ||
         lower == "don’t";
}

// Empty: a sentence that only explains the one before it.
std::string Negated(absl::string_view sentence) {
  static constexpr absl::string_view kSubjects[] = {"This", "That", "It",  "These", "The", "A",
                                                    "An",   "We",   "You", "If",    "For", "In"};
  const absl::string_view first = sentence.substr(0, sentence.find(' '));
  if (std::find(std::begin(kSubjects), std::end(kSubjects), first) != std::end(kSubjects)) {
    return "";
  }
  std::string rest(sentence);
  rest[0] = absl::ascii_tolower(static_cast<unsigned char>(rest[0]));
  return absl::StrCat("Do not ", rest);
}

// Cut behind a clause when it is long.
std::string Shown(absl::string_view raw) {
  const std::string plain = absl::StrReplaceAll(raw, {{"``", "`"}});
  absl::string_view text = plain;
  if (absl::ConsumeSuffix(&text, ":")) absl::ConsumeSuffix(&text, ", especially for");
  while (absl::ConsumeSuffix(&text, ";") || absl::ConsumeSuffix(&text, ",")) {
  }
  const bool is_ended =
      absl::EndsWith(text, ".") || absl::EndsWith(text, "!") || absl::EndsWith(text, ".\"");
  if (!is_ended && text.size() <= kMaxText) return absl::StrCat(text, ".");
  if (text.size() <= kMaxText) return std::string(text);
  size_t end = std::string::npos;
  for (absl::string_view mark : {"; ", " (", ", so ", ": ", " -- ", " — ", ". "}) {
    const size_t found = text.rfind(mark, kMaxText);
    if (found == absl::string_view::npos || found < kMaxText / 3) continue;
    const absl::string_view before = text.substr(0, found);
    if (std::count(before.begin(), before.end(), '`') % 2 == 1) continue;
    if (end == std::string::npos || found > end) end = found;
  }
  if (end == std::string::npos) return std::string(text);
  return absl::StrCat(text.substr(0, end), ".");
}

// Words that carry the meaning; spans of code count whole.
std::set<std::string> KeyOf(absl::string_view text) {
  std::set<std::string> key;
  for (absl::string_view word : absl::StrSplit(absl::AsciiStrToLower(text),
                                               absl::ByAnyChar(" ,.;:()\"'"), absl::SkipEmpty())) {
    if (word.size() > 3) key.insert(std::string(word));
  }
  return key;
}

bool SaysTheSame(const std::set<std::string>& a, const std::set<std::string>& b) {
  size_t shared = 0;
  for (const std::string& word : a) shared += b.count(word);
  const size_t smaller = std::min(a.size(), b.size());
  return smaller >= 3 && shared * 10 >= smaller * 7;
}

int WeightOf(const Imperative& order, absl::string_view text, int rank) {
  int weight = rank + (order.force == Force::kStrong ? 14 : 0);
  weight += absl::StrContains(text, "`") ? 7 : 0;  // It names something.
  weight += order.is_prohibition ? 3 : 0;
  weight -= text.size() > 200 ? 4 : text.size() < 30 ? 4 : 0;
  return weight;
}

// Skills describe how something works; what they forbid or always want is a rule.
Imperative OrderOfSkill(absl::string_view text) {
  const Imperative order = ReadImperative(text);
  if (order.force != Force::kStrong ||
      !(order.is_prohibition || absl::StrContains(text, "lways"))) {
    return {};
  }
  return order;
}

struct Candidate {
  Request request;
  std::string section;  // Path and heading.
  std::set<std::string> key;
  size_t order = 0;  // In the guides.
  int rank = 0;      // Of its guide.
};

// Without the word that ties it to the sentence before: "Therefore, use …".
std::string Untied(absl::string_view sentence) {
  absl::string_view rest = sentence;
  for (absl::string_view word : {"Therefore", "Thus", "Hence", "Also", "In addition", "So"}) {
    if (!absl::StartsWith(rest, absl::StrCat(word, " ")) &&
        !absl::StartsWith(rest, absl::StrCat(word, ", "))) {
      continue;
    }
    rest.remove_prefix(word.size() + (rest[word.size()] == ',' ? 2 : 1));
    std::string text(rest);
    if (!text.empty()) text[0] = absl::ascii_toupper(static_cast<unsigned char>(text[0]));
    return text;
  }
  return std::string(sentence);
}

// "Shared helpers -> `pkg/common/`" says where code goes.
std::string PlacementOf(absl::string_view text) {
  for (absl::string_view arrow : {" -> `", " → `"}) {
    const size_t at = text.find(arrow);
    if (at == absl::string_view::npos || !absl::EndsWith(text, "/`") || at > 80) continue;
    std::string what(text.substr(0, at));
    what[0] = absl::ascii_tolower(static_cast<unsigned char>(what[0]));
    return absl::StrCat("Put ", what, " in ", text.substr(at + arrow.size() - 1), ".");
  }
  return "";
}

void AddGuide(const house::File& file, int rank, std::vector<Candidate>& candidates) {
  const bool is_rst = absl::EndsWith(file.path, ".rst");
  const std::string converted = is_rst ? MarkdownOfRst(file.content) : "";
  const std::string plain =
      WithoutFrontMatter(is_rst ? absl::string_view(converted) : absl::string_view(file.content));
  const std::vector<int> elsewhere = LinesElsewhere(plain);
  for (const intent::AuthorSentence& said :
       intent::ReadAuthorText(plain, intent::Voice::kGuide).sentences) {
    if (candidates.size() >= kMaxRequests) return;
    if (IsElsewhere(said.section) ||
        std::binary_search(elsewhere.begin(), elsewhere.end(), said.line)) {
      continue;
    }
    // Headers that a guide repeats in its text.
    if (absl::StartsWith(said.text, "File Pattern") || absl::StartsWith(said.text, "Apply when")) {
      continue;
    }
    const bool is_negative = IsNegativeHeading(said.section);
    const std::string placement = PlacementOf(said.text);
    const std::string text = is_negative         ? Negated(said.text)
                             : placement.empty() ? Untied(said.text)
                                                 : placement;
    const Imperative order = rank == kRankOfSkills ? OrderOfSkill(text) : ReadImperative(text);
    if (order.force == Force::kNone || text.size() > 2 * kMaxText) continue;
    // A line that only opens a list says something when it is an order by itself.
    if (absl::EndsWith(text, ":") && order.force != Force::kStrong) continue;
    Candidate candidate;
    candidate.request = {.text = Shown(text),
                         .order = order,
                         .weight = WeightOf(order, text, rank),
                         .places = {At(file.path, said.line)}};
    candidate.section = absl::StrCat(file.path, "\n", said.section);
    candidate.key = KeyOf(text);
    candidate.order = candidates.size();
    candidate.rank = rank;
    candidates.push_back(std::move(candidate));
  }
}

// Best first, each meaning once.
std::vector<Candidate> Merged(std::vector<Candidate> candidates) {
  std::stable_sort(candidates.begin(), candidates.end(), [](const auto& a, const auto& b) {
    return a.request.weight > b.request.weight;
  });
  std::vector<Candidate> unique;
  for (Candidate& candidate : candidates) {
    const auto same = std::find_if(unique.begin(), unique.end(), [&](const Candidate& other) {
      return other.request.order.is_prohibition == candidate.request.order.is_prohibition &&
             SaysTheSame(other.key, candidate.key);
    });
    if (same == unique.end()) {
      unique.push_back(std::move(candidate));
    } else if (same->request.places.size() < 2 &&
               same->request.places[0].path != candidate.request.places[0].path) {
      same->request.places.push_back(candidate.request.places[0]);
    }
  }
  return unique;
}

}  // namespace

std::vector<Request> RequestsOf(const View& view) {
  std::vector<Candidate> candidates;
  for (const auto& [rank, file] : view.guides) AddGuide(*file, rank, candidates);

  std::map<std::string, int> of_section, of_guide;
  const bool has_many = view.guides.size() > 3;
  size_t taken[std::size(kOfMoment)] = {}, prohibitions = 0;
  std::vector<Candidate> chosen;
  for (Candidate& candidate : Merged(std::move(candidates))) {
    const Imperative& order = candidate.request.order;
    size_t& count = order.is_prohibition ? prohibitions : taken[static_cast<int>(order.moment)];
    const size_t most =
        order.is_prohibition ? kProhibitions : kOfMoment[static_cast<int>(order.moment)];
    const int of_its_section = candidate.rank >= kGuideOfRepository ? 2 * kOfSection : kOfSection;
    if (count >= most || of_section[candidate.section] >= of_its_section) continue;
    int& of_its_guide =
        of_guide[absl::StrCat(candidate.request.places[0].path, order.is_prohibition ? "!" : "",
                              static_cast<int>(order.moment))];
    const int most_of_guide = order.is_prohibition ? kProhibitionsOfGuide : kOfGuide;
    const bool is_first = candidate.rank >= kGuideOfEverybody;
    if (has_many && !is_first && of_its_guide >= most_of_guide) continue;
    ++of_its_guide;
    ++count;
    ++of_section[candidate.section];
    chosen.push_back(std::move(candidate));
  }
  std::stable_sort(chosen.begin(), chosen.end(),
                   [](const auto& a, const auto& b) { return a.order < b.order; });
  std::vector<Request> requests;
  for (Candidate& candidate : chosen) requests.push_back(std::move(candidate.request));
  return requests;
}

}  // namespace allreview::playbook
