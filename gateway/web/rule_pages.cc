#include "gateway/web/rule_pages.h"

#include <algorithm>
#include <map>
#include <set>
#include <vector>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "gateway/web/chart.h"
#include "gateway/web/page.h"
#include "gateway/web/review_list.h"
#include "gateway/web/words.h"

namespace allreview::web {
namespace {

using analysis::v1::RuleInfo;
using review::v1::RuleStanding;

constexpr size_t kShownReasons = 20;

absl::string_view TierName(analysis::v1::Tier tier) {
  switch (tier) {
    case analysis::v1::TIER_HINT:
      return "hint";
    case analysis::v1::TIER_OFF:
      return "off by default";
    default:
      return "on";
  }
}

// Sums over organisations; of the interval, the one with most impressions.
struct Usefulness {
  int64_t impressions = 0;
  int64_t not_useful = 0;
  int64_t fixed = 0;
  bool is_on_probation = false;
};

std::map<std::string, Usefulness> ByRule(const review::v1::ListRuleStandingsResponse& standings) {
  std::map<std::string, Usefulness> rules;
  for (const RuleStanding& standing : standings.standings()) {
    Usefulness& rule = rules[standing.rule_id()];
    rule.impressions += standing.impressions();
    rule.not_useful += standing.not_useful();
    rule.fixed += standing.fixed();
    rule.is_on_probation |= standing.is_on_probation();
  }
  return rules;
}

bool Matches(const RuleInfo& rule, const RuleListView& view) {
  if (!view.category.empty() && rule.category() != view.category) return false;
  if (!view.severity.empty() && LabelOf(rule.severity()).text != view.severity) return false;
  if (!view.tier.empty() && TierName(rule.tier()) != view.tier) return false;
  const std::string text = absl::AsciiStrToLower(view.text);
  return absl::StrContains(rule.id(), text) ||
         absl::StrContains(absl::AsciiStrToLower(rule.title()), text);
}

Html Choice(absl::string_view label, absl::string_view name, const std::set<std::string>& values,
            absl::string_view selected) {
  Html options = El("option", {Attr("value", ""), "All"});
  for (const std::string& value : values)
    options += El("option", {Attr("value", value), AttrIf(value == selected, "selected"), value});
  return El("label", {El("span", {label}), El("select", {Attr("name", name), options})});
}

Html Form(const RuleListView& view) {
  std::set<std::string> categories;
  std::set<std::string> severities;
  std::set<std::string> tiers;
  for (const RuleInfo& rule : view.rules.rules()) {
    categories.insert(rule.category());
    severities.insert(std::string(LabelOf(rule.severity()).text));
    tiers.insert(std::string(TierName(rule.tier())));
  }
  const bool is_empty =
      view.text.empty() && view.category.empty() && view.severity.empty() && view.tier.empty();
  return El("form",
            {Class("filters"), Attr("role", "search"), Attr("aria-label", "Filter rules"),
             Attr("method", "get"), Action(Url::Local({"rules"})),
             El("label",
                {El("span", {"Text"}), El("input", {Attr("name", "text"), Attr("value", view.text),
                                                    Attr("placeholder", "id or title")})}),
             Choice("Category", "category", categories, view.category),
             Choice("Severity", "severity", severities, view.severity),
             Choice("Runs", "tier", tiers, view.tier),
             view.sort.empty() ? Html()
                               : El("input", {Attr("type", "hidden"), Attr("name", "sort"),
                                              Attr("value", view.sort)}),
             El("div", {Class("actions"), El("button", {Class("primary"), "Filter"}),
                        is_empty ? Html() : El("a", {Href(Url::Local({"rules"})), "Clear"})})});
}

struct ListedRule {
  const RuleInfo* rule = nullptr;
  Usefulness usefulness;
};

double ShareOf(int64_t part, int64_t whole) {
  return whole == 0 ? 0 : static_cast<double>(part) / static_cast<double>(whole);
}

// Rules without impressions have no shares, so they come last.
double SortKey(const ListedRule& listed, absl::string_view sort) {
  const Usefulness& usefulness = listed.usefulness;
  if (sort == "severity") return -static_cast<double>(listed.rule->severity());
  if (sort == "shown") return static_cast<double>(usefulness.impressions);
  if (usefulness.impressions < kLeastImpressions) return -1;
  if (sort == "fixed") return ShareOf(usefulness.fixed, usefulness.impressions);
  return ShareOf(usefulness.not_useful, usefulness.impressions);
}

void Sort(std::vector<ListedRule>& rules, absl::string_view sort) {
  if (sort.empty()) return;  // By id, as they come.
  std::stable_sort(rules.begin(), rules.end(), [&](const ListedRule& a, const ListedRule& b) {
    if (sort == "category") return a.rule->category() < b.rule->category();
    return SortKey(a, sort) > SortKey(b, sort);
  });
}

// The head of a column, which sorts by it.
Html ColumnHead(const RuleListView& view, absl::string_view name, absl::string_view sort,
                absl::string_view css) {
  const Url url = Url::Local({"rules"})
                      .With("text", view.text)
                      .With("category", view.category)
                      .With("severity", view.severity)
                      .With("tier", view.tier)
                      .With("sort", sort);
  const bool is_sorted = view.sort == sort;
  const bool is_by_text = sort.empty() || sort == "category";
  return El("th", {Attr("scope", "col"), Class(css),
                   AttrIf(is_sorted, "aria-sort", is_by_text ? "ascending" : "descending"),
                   El("a", {Href(url), name, is_sorted ? (is_by_text ? " ▴" : " ▾") : ""})});
}

// A share of few findings says nothing.
std::string ShareText(int64_t part, int64_t impressions) {
  if (impressions == 0) return "–";
  if (impressions < kLeastImpressions) return "too few";
  return Percent(static_cast<double>(part), static_cast<double>(impressions));
}

Html Row(const RuleInfo& rule, const Usefulness& usefulness) {
  const bool is_plain = rule.tier() == analysis::v1::TIER_ON && !usefulness.is_on_probation;
  const Html tier = is_plain
                        ? Html()
                        : Chip({usefulness.is_on_probation ? "on probation" : TierName(rule.tier()),
                                usefulness.is_on_probation ? "incomplete" : "none"});
  return El(
      "tr",
      {El("th", {Attr("scope", "row"), El("a", {Href(Url::Local({"rules", rule.id()})), rule.id()}),
                 El("div", {Class("faint"), Prose(rule.title())})}),
       El("td", {Chip(LabelOf(rule.severity())), " ", tier}), El("td", {rule.category()}),
       El("td",
          {Class("number"), usefulness.impressions == 0 ? "–" : Grouped(usefulness.impressions)}),
       El("td", {Class("number"), ShareText(usefulness.fixed, usefulness.impressions)}),
       El("td", {Class("number"), ShareText(usefulness.not_useful, usefulness.impressions)})});
}

Html Example(absl::string_view title, const std::string& code, absl::string_view css) {
  if (code.empty()) return Html();
  return El("div", {El("h3", {title}), El("pre", {Class(css), Attr("tabindex", "0"),
                                                  Attr("aria-label", title), El("code", {code})})});
}

Label StandingOf(const RuleStanding& standing) {
  if (standing.is_on_probation()) return {"on probation", "incomplete"};
  if (standing.impressions() < kLeastImpressions) return {"too few votes", "none"};
  return {"trusted", "success"};
}

Html StandingRow(const RuleStanding& standing) {
  const bool is_few = standing.impressions() < kLeastImpressions;
  const std::string share =
      is_few ? absl::StrCat(standing.not_useful(), " of ", standing.impressions())
             : Percent(standing.not_useful(), standing.impressions());
  const std::string interval = absl::StrCat(Percent(standing.not_useful_low(), 1), " to ",
                                            Percent(standing.not_useful_high(), 1));
  const double value =
      standing.impressions() > 0 ? double{1} * standing.not_useful() / standing.impressions() : 0;
  const Html bar = IntervalBar({.value = value,
                                .low = standing.not_useful_low(),
                                .high = standing.not_useful_high(),
                                .mark = kNotUsefulLimit,
                                .label = absl::StrCat(share, " not useful, interval ", interval)});
  return El("tr", {El("th", {Attr("scope", "row"), standing.organisation()}),
                   El("td", {Class("number"), absl::StrCat(standing.rule_version())}),
                   El("td", {Class("number"), Grouped(standing.impressions())}),
                   El("td", {Class("number"), Grouped(standing.useful())}),
                   El("td", {Class("number"), Grouped(standing.fixed())}),
                   El("td", {Class("number"), Grouped(standing.not_useful())}),
                   El("td", {bar, " ", share, El("span", {Class("faint"), " (", interval, ")"})}),
                   El("td", {Chip(StandingOf(standing))})});
}

Html Standings(const RuleInfo& rule, const review::v1::ListRuleStandingsResponse& standings) {
  Html rows;
  for (const RuleStanding& standing : standings.standings()) {
    if (standing.rule_id() == rule.id()) rows += StandingRow(standing);
  }
  if (rows.is_empty()) return El("p", {"No finding of this rule has been shown yet."});
  Html head;
  for (const char* name : {"Organisation", "Version", "Shown", "Useful", "Fixed", "Not useful",
                           "Not useful, 95 % interval", "Standing"})
    head += El("th", {Attr("scope", "col"), name});
  return Join({El("div", {Class("table"), Attr("tabindex", "0"), Attr("role", "region"),
                          Attr("aria-label", "Usefulness"),
                          El("table", {El("thead", {El("tr", {head})}), El("tbody", {rows})})}),
               El("p", {Class("faint"),
                        "A rule goes on probation when the lower end of the interval exceeds 10 % "
                        "over at least 20 shown findings; its findings are then counted, not "
                        "posted. A new version of the rule starts again."})});
}

Label VoteLabel(review::v1::Vote vote) {
  if (vote == review::v1::VOTE_USEFUL) return {"useful", "success"};
  if (vote == review::v1::VOTE_NOT_USEFUL) return {"not useful", "incomplete"};
  return {"other", "none"};
}

Html ReasonRow(const review::v1::Feedback& vote, absl::Time now) {
  const std::string& repository = vote.repository().full_name();
  const std::string place =
      vote.number() == 0 ? repository : absl::StrCat(repository, " #", vote.number());
  const Url reviews = UrlOf(
      {.repository_id = vote.repository().id(), .number = static_cast<int32_t>(vote.number())});
  return El("li", {El("p", {Chip(VoteLabel(vote.vote())), " ", vote.reason()}),
                   El("p", {Class("details"), El("span", {vote.voter()}),
                            If(!repository.empty(), El("a", {Href(reviews), place})),
                            If(!vote.rule_version().empty(),
                               El("span", {absl::StrCat("version ", vote.rule_version())})),
                            TimeAgo(vote.at(), now)})});
}

// The newest reasons; the answer has them by repository.
Html Reasons(const RuleView& view) {
  std::vector<const review::v1::Feedback*> votes;
  for (const review::v1::Feedback& vote : view.reasons.feedback()) votes.push_back(&vote);
  const bool is_all = view.reasons.next_page_token().empty();
  if (votes.empty()) {
    return El("p", {is_all ? "Nobody has given a reason with a vote yet."
                           : "None of the first votes has a reason; the API lists them all."});
  }
  std::stable_sort(votes.begin(), votes.end(),
                   [](const auto* a, const auto* b) { return TimeOf(a->at()) > TimeOf(b->at()); });
  Html rows;
  for (size_t i = 0; i < std::min(votes.size(), kShownReasons); ++i)
    rows += ReasonRow(*votes[i], view.now);
  const std::string count =
      absl::StrCat(is_all ? "" : "more than ", Grouped(static_cast<int64_t>(votes.size())));
  const Html more =
      El("p", {Class("faint"), "The newest ", Grouped(kShownReasons), " of ", count, ". ",
               El("a", {Href(Url::Local({"api", "v1", "feedback"})
                                 .With("rule_id", view.rule.id())
                                 .With("has_reason", "true")),
                        "All of them, as JSON"})});
  return Join(
      {El("ul", {Class("reasons"), rows}), If(votes.size() > kShownReasons || !is_all, more)});
}

Html References(const RuleInfo& rule) {
  Html items;
  for (const std::string& reference : rule.references()) {
    const std::optional<Url> url = Url::External(reference);
    items += El("li", {url.has_value() ? El("a", {Href(*url), Attr("rel", "noreferrer"), reference})
                                       : Join({reference})});
  }
  return items.is_empty() ? Html() : Join({El("h2", {"Further reading"}), El("ul", {items})});
}

}  // namespace

Html RuleListPage(const RuleListView& view) {
  const std::map<std::string, Usefulness> usefulness = ByRule(view.standings);
  std::vector<ListedRule> rules;
  for (const RuleInfo& rule : view.rules.rules()) {
    if (!Matches(rule, view)) continue;
    const auto found = usefulness.find(rule.id());
    rules.push_back({&rule, found == usefulness.end() ? Usefulness() : found->second});
  }
  if (rules.empty())
    return Join(
        {Title("Rules"), Form(view),
         EmptyState("No rule matches",
                    El("p", {El("a", {Href(Url::Local({"rules"})), "Look at all rules"})}))});
  Sort(rules, view.sort);
  Html rows;
  for (const ListedRule& listed : rules) rows += Row(*listed.rule, listed.usefulness);
  const Html head = Join(
      {ColumnHead(view, "Rule", "", ""), ColumnHead(view, "Severity", "severity", ""),
       ColumnHead(view, "Category", "category", ""), ColumnHead(view, "Shown", "shown", "number"),
       ColumnHead(view, "Fixed", "fixed", "number"),
       ColumnHead(view, "Not useful", "not-useful", "number")});
  return Join({Title("Rules"), Form(view),
               El("p", {Class("faint"), Plural(static_cast<int64_t>(rules.size()), "rule"),
                        " · rule set ", El("code", {view.rules.rules_hash()})}),
               El("div", {Class("table"), Attr("tabindex", "0"), Attr("role", "region"),
                          Attr("aria-label", "Rules"),
                          El("table", {Class("whole"), El("thead", {El("tr", {head})}),
                                       El("tbody", {rows})})})});
}

Html RulePage(const RuleView& view) {
  const RuleInfo& rule = view.rule;
  const Html facts =
      El("dl",
         {Class("facts"), Fact("Severity", Chip(LabelOf(rule.severity()))),
          Fact("Impact", Join({NameOf(rule.impact())})),
          Fact("Pillar", Join({NameOf(rule.pillar())})), Fact("Category", Join({rule.category()})),
          Fact("Confidence", Join({NameOf(rule.confidence())})),
          Fact("Runs", Join({TierName(rule.tier())})),
          Fact("Version", Join({absl::StrCat(rule.version())})),
          rule.file().empty() ? Html() : Fact("From", El("code", {rule.file()}))});
  return Join(
      {El("p", {Class("crumbs"), El("a", {Href(Url::Local({"rules"})), "Rules"}), " / ",
                rule.category()}),
       Title(rule.title().empty() ? rule.id() : rule.title()),
       El("p", {Class("lead"), El("code", {rule.id()})}), facts, El("h2", {"Why"}),
       El("p", {Prose(rule.why())}),
       rule.fix().empty() ? Html() : Join({El("h2", {"What to do"}), El("p", {Prose(rule.fix())})}),
       El("div", {Class("examples"), Example("Bad", rule.bad(), "bad"),
                  Example("Good", rule.good(), "good")}),
       References(rule), El("h2", {"How useful it is"}), Standings(rule, view.standings),
       El("h2", {"What people say of it"}), Reasons(view),
       El("p", {El("a", {Href(UrlOf({.rule = rule.id()})), "Reviews with this finding"})})});
}

}  // namespace allreview::web
