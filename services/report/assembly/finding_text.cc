#include "services/report/assembly/finding_text.h"

#include <algorithm>
#include <initializer_list>
#include <map>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_format.h"
#include "absl/strings/str_join.h"
#include "absl/strings/str_split.h"
#include "review/causes.h"
#include "review/code_change.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"

namespace allreview::report {
namespace {

using finding::v1::Evidence;
using finding::v1::Finding;

constexpr size_t kMaxEvidence = 3;
constexpr size_t kMaxRelated = 4;
constexpr int kMaxHops = 6;
constexpr size_t kMaxCodeBytes = 160;

std::string Code(absl::string_view text) {
  return MarkdownCode(Shorten(CleanLine(text), kMaxCodeBytes));
}

// What all descriptions of evidence need: whose places are told briefly, and in which language.
struct Telling {
  Language language;
  const Finding& finding;
};

// "line 12" in the finding's own file, "`other.py:12`" elsewhere; empty for no place.
std::string PlaceFrom(const Telling& telling, const change::v1::SourceRange& range) {
  if (range.path().empty()) return "";
  if (range.path() != telling.finding.range().path()) return MarkdownCode(Place(range));
  if (range.first_line() <= 0) return "";
  const int last = LastLine(range);
  static constexpr Phrase kLine("line {last}", "第 {last} 行");
  static constexpr Phrase kLines("lines {first}-{last}", "第 {first}-{last} 行");
  if (last == range.first_line()) {
    return Say(telling.language, kLine, {{"last", absl::StrCat(last)}});
  }
  return Say(telling.language, kLines,
             {{"first", absl::StrCat(range.first_line())}, {"last", absl::StrCat(last)}});
}

// " (line 12)".
std::string At(const Telling& telling, const change::v1::SourceRange& range) {
  return InBrackets(telling.language, PlaceFrom(telling, range));
}

std::string Describe(const Telling& telling, const finding::v1::SyntaxEvidence& syntax) {
  if (syntax.text().empty()) return "";
  return absl::StrCat(Code(syntax.text()), At(telling, syntax.range()));
}

std::string Describe(const Telling& telling, const finding::v1::CallChain& chain) {
  std::vector<std::string> hops;
  for (const auto& hop : chain.hops()) {
    if (static_cast<int>(hops.size()) == kMaxHops) {
      hops.push_back("…");
      break;
    }
    hops.push_back(absl::StrCat(Code(hop.symbol()), At(telling, hop.range())));
  }
  if (hops.empty()) return "";
  static constexpr Phrase kReached("call path: {hops}", "调用路径：{hops}");
  static constexpr Phrase kReachedFrom("reached from {root}: {hops}", "从 {root} 到达：{hops}");
  return Say(telling.language, chain.root_kind().empty() ? kReached : kReachedFrom,
             {{"root", Code(chain.root_kind())}, {"hops", absl::StrJoin(hops, " → ")}});
}

std::string Describe(const Telling& telling,
                     const finding::v1::ConfigurationEvidence& configuration) {
  change::v1::SourceRange line;
  line.set_path(configuration.path());
  line.set_first_line(configuration.line());
  static constexpr Phrase kSays("{place} sets {setting}", "{place} 中设置了 {setting}");
  return Say(telling.language, kSays,
             {{"place", MarkdownCode(Place(line))},
              {"setting", Code(absl::StrCat(configuration.key(), " = ", configuration.value()))}});
}

std::string RewriteText(Language language, const finding::v1::Measurement& it) {
  static constexpr Phrase kError("{rewrite} has a relative error of {error}",
                                 "{rewrite} 的相对误差为 {error}");
  static constexpr Phrase kFailures("{rewrite} fails for {failures} of {samples}",
                                    "{rewrite} 在 {samples} 个中有 {failures} 个出错");
  if (it.rewrite_samples() > 0) {
    return Say(language, kFailures,
               {{"rewrite", Code(it.rewrite())},
                {"failures", Grouped(it.rewrite_failures())},
                {"samples", Grouped(it.rewrite_samples())}});
  }
  return Say(language, kError,
             {{"rewrite", Code(it.rewrite())},
              {"error", absl::StrFormat("%.2g", it.rewrite_relative_error())}});
}

// What is known of a failing measurement beside the witness; each part begins with a semicolon.
std::string MeasurementDetails(Language language, const finding::v1::Measurement& it) {
  static constexpr Phrase kFailures("{failures} of {samples} inputs fail",
                                    "{samples} 个输入中有 {failures} 个出错");
  static constexpr Phrase kOn("{sentence} on {inputs}", "{inputs} 上 {sentence}");
  static constexpr Phrase kBoundary("every input nearer to 0 is right", "更接近 0 的输入都正确");
  static constexpr Phrase kLength("rows shorter than {length} do not fail",
                                  "长度小于 {length} 的行不出错");
  static constexpr Phrase kAssertClose(
      "{tool} would fail for {failures} of {samples} realistic inputs",
      "{samples} 个真实输入中有 {failures} 个的结果无法通过 {tool}");
  static constexpr Phrase kBefore("before the change: {verdict}", "变更前：{verdict}");
  static constexpr Phrase kWhere("{backend}, seed {seed}", "{backend}，种子 {seed}");
  std::string text;
  const auto add = [&](absl::string_view part) {
    absl::StrAppend(&text, Semicolon(language), part);
  };
  if (it.samples() > 0) {
    std::string failures =
        Say(language, kFailures,
            {{"failures", Grouped(it.failures())}, {"samples", Grouped(it.samples())}});
    add(it.stratum().empty()
            ? failures
            : Say(language, kOn, {{"sentence", failures}, {"inputs", Code(it.stratum())}}));
  }
  if (it.is_exact_boundary()) add(kBoundary.In(language));
  if (it.smallest_length() > 1) {
    add(Say(language, kLength, {{"length", Grouped(it.smallest_length())}}));
  }
  if (it.assert_close_failures() > 0) {
    add(Say(language, kAssertClose,
            {{"tool", Code("torch.testing.assert_close")},
             {"failures", Grouped(it.assert_close_failures())},
             {"samples", Grouped(it.realistic_samples())}}));
  }
  if (!it.before_verdict().empty()) {
    add(Say(language, kBefore, {{"verdict", MarkdownText(it.before_verdict())}}));
  }
  if (!it.rewrite().empty()) add(RewriteText(language, it));
  // Measurements of older services do not say where.
  if (!it.stratum().empty()) {
    add(Say(language, kWhere,
            {{"backend", MarkdownText(it.backend())}, {"seed", absl::StrCat(it.seed())}}));
  }
  return text;
}

std::string Describe(const Telling& telling, const finding::v1::Measurement& measurement) {
  static constexpr Phrase kMeasured(
      "measured in {format}: {expression} gives {result}, exact is {exact}",
      "{format} 实测：{expression} 结果为 {result}，精确值为 {exact}");
  static constexpr Phrase kMeasuredWith(
      "measured in {format}: {expression} with {inputs} gives {result}, exact is {exact}",
      "{format} 实测：{expression} 在 {inputs} 时结果为 {result}，精确值为 {exact}");
  const Language language = telling.language;
  if (measurement.verdict() == "ok") return BoundMarkdown(language, measurement);
  const std::string text =
      Say(language, measurement.witness_inputs().empty() ? kMeasured : kMeasuredWith,
          {{"format", MarkdownText(measurement.format())},
           {"expression", Code(measurement.expression())},
           {"inputs", Code(absl::StrJoin(measurement.witness_inputs(), ", "))},
           {"result", Code(measurement.result())},
           {"exact", Code(measurement.reference())}});
  return absl::StrCat(text, MeasurementDetails(language, measurement));
}

std::string Describe(const Telling& telling, const finding::v1::DeltaEvidence& delta) {
  static constexpr Phrase kNew("new {what} {after}", "新增{what} {after}");
  static constexpr Phrase kRemoved("removed {what} {before}", "删除{what} {before}");
  static constexpr Phrase kChanged("{what} changed from {before} to {after}",
                                   "{what}由 {before} 改为 {after}");
  const bool is_new = delta.before().empty();
  const bool is_removed = !is_new && delta.after().empty();
  const std::string text = Say(telling.language,
                               is_new       ? kNew
                               : is_removed ? kRemoved
                                            : kChanged,
                               {{"what", MarkdownText(delta.what())},
                                {"before", Code(delta.before())},
                                {"after", Code(delta.after())}});
  return absl::StrCat(text, At(telling, is_removed ? delta.before_range() : delta.after_range()));
}

std::string Describe(const Telling& telling, const finding::v1::TestEvidence& test) {
  static constexpr Phrase kNone("no test reaches it", "没有测试覆盖到这里");
  static constexpr Phrase kNotThis("{test} does not reach it", "{test} 没有覆盖到这里");
  static constexpr Phrase kRelated("{test} {relation} it", "{test} {relation}它");
  const std::string name = Code(test.test());
  if (name.empty()) return std::string(kNone.In(telling.language));
  if (test.relation() == "none") return Say(telling.language, kNotThis, {{"test", name}});
  const std::string relation = MarkdownText(test.relation());
  return absl::StrCat(Say(telling.language, kRelated, {{"test", name}, {"relation", relation}}),
                      At(telling, test.range()));
}

std::string Describe(const Telling& telling, const finding::v1::DataFlowEvidence& flow) {
  return absl::StrJoin(flow.steps(), " → ", [&](std::string* out, const auto& step) {
    absl::StrAppend(out, MarkdownProse(step.description()), At(telling, step.range()));
  });
}

std::string Describe(const Telling& telling, const Evidence& evidence) {
  switch (evidence.kind_case()) {
    case Evidence::kSyntax:
      return Describe(telling, evidence.syntax());
    case Evidence::kCallChain:
      return Describe(telling, evidence.call_chain());
    case Evidence::kConfiguration:
      return Describe(telling, evidence.configuration());
    case Evidence::kMeasurement:
      return Describe(telling, evidence.measurement());
    case Evidence::kDelta:
      return Describe(telling, evidence.delta());
    case Evidence::kTest:
      return Describe(telling, evidence.test());
    case Evidence::kDataFlow:
      return Describe(telling, evidence.data_flow());
    case Evidence::KIND_NOT_SET:
      break;
  }
  return "";
}

// Code that stands in the diff block of the finding, or on the commented lines.
bool IsSeenAnyway(const Finding& finding, const Evidence& evidence, Beside beside) {
  if (!evidence.has_syntax()) return false;
  const finding::v1::SyntaxEvidence& syntax = evidence.syntax();
  if (!finding.after_code().empty() && absl::StrContains(finding.before_code(), syntax.text())) {
    return true;
  }
  return beside == Beside::kCode && syntax.range().path() == finding.range().path() &&
         syntax.range().side() == finding.range().side() &&
         syntax.range().first_line() >= finding.range().first_line() &&
         syntax.range().first_line() <= LastLine(finding.range());
}

bool IsOneOf(absl::string_view word, std::initializer_list<absl::string_view> words) {
  return std::find(words.begin(), words.end(), word) != words.end();
}

// "What does it do", but not "What it covers is lost" and "When it fails, nobody knows".
bool IsQuestion(absl::string_view sentence) {
  const std::vector<std::string> words = absl::StrSplit(sentence, absl::MaxSplits(' ', 2));
  if (IsOneOf(words[0], {"Which", "Why", "How", "Is", "Are", "Does", "Do", "Should", "Can", "Could",
                         "Was", "Were", "Will", "Would", "Has", "Have"})) {
    return true;
  }
  return words.size() > 1 && IsOneOf(words[0], {"What", "Who", "When", "Where"}) &&
         IsOneOf(words[1],
                 {"is",   "are",   "was",  "were",  "does",       "do",    "did",     "should",
                  "can",  "could", "will", "would", "has",        "have",  "happens", "reads",
                  "uses", "calls", "sets", "else",  "guarantees", "makes", "keeps"});
}

// Whether a sentence is Chinese, whatever stands in its code spans.
bool IsChinese(absl::string_view sentence) {
  bool is_code = false;
  while (!sentence.empty()) {
    const uint32_t c = TakeCharacter(sentence);
    is_code ^= c == '`';
    if (!is_code && c >= 0x4E00 && c <= 0x9FFF) return true;
  }
  return false;
}

// Nothing but code spans, and the marks between them.
bool IsCode(absl::string_view sentence) {
  bool is_code = false, has_code = false;
  for (const char c : sentence) {
    is_code ^= c == '`';
    has_code |= is_code;
    if (!is_code && absl::ascii_isalnum(static_cast<unsigned char>(c))) return false;
  }
  return has_code;
}

absl::string_view EndOf(Language language, absl::string_view sentence) {
  for (absl::string_view end : {".", "!", "?", ":", "…", "。", "！", "？", "："}) {
    if (absl::EndsWith(sentence, end)) return "";
  }
  const bool ends_in_chinese =
      language == Language::kChinese && (IsChinese(sentence) || IsCode(sentence));
  if (ends_in_chinese) return "。";
  return IsQuestion(sentence) ? "?" : ".";
}

}  // namespace

std::string BoundMarkdown(Language language, const finding::v1::Measurement& measurement) {
  static constexpr Phrase kRight(
      "0 of {samples} results are wrong in {format}, so the error rate is below {bound} with 95 % "
      "confidence",
      "{format} 中 {samples} 个结果全部正确，即以 95% 置信度错误率低于 {bound}");
  return Say(language, kRight,
             {{"format", MarkdownText(measurement.format())},
              {"samples", Grouped(measurement.samples())},
              {"bound", absl::StrFormat("%.1e", measurement.rate_bound())}});
}

std::string SentenceMarkdown(Language language, absl::string_view sentence) {
  const std::string clean = CleanLine(sentence);
  if (clean.empty()) return "";
  return absl::StrCat(MarkdownProse(clean), EndOf(language, clean));
}

std::string QuotedMarkdown(Language language, absl::string_view sentence) {
  const std::string clean = CleanLine(sentence);
  if (clean.empty() || language != Language::kChinese || IsChinese(clean)) {
    return SentenceMarkdown(language, clean);
  }
  return absl::StrCat("“", MarkdownProse(absl::StripSuffix(clean, ".")), "”。");
}

std::string QuotedWords(Language language, absl::string_view markdown) {
  if (markdown.empty() || language != Language::kChinese || IsChinese(markdown)) {
    return std::string(markdown);
  }
  return absl::StrCat("“", absl::StripSuffix(markdown, "."), "”");
}

std::string ProblemMarkdown(Language language, const Finding& finding) {
  return JoinSentences(language, SentenceMarkdown(language, ProblemOf(finding)),
                       SentenceMarkdown(language, finding.impact_text()));
}

std::vector<std::string> EvidenceMarkdown(Language language, const Finding& finding,
                                          Beside beside) {
  std::vector<std::string> lines;
  size_t untold = 0;
  for (const Evidence& evidence : finding.evidence()) {
    const std::string line = Describe(Telling{language, finding}, evidence);
    if (line.empty() || IsSeenAnyway(finding, evidence, beside)) continue;
    if (lines.size() < kMaxEvidence) {
      lines.push_back(line);
    } else {
      ++untold;
    }
  }
  static constexpr Phrase kMore(" … and {count} more in the JSON format",
                                "……另有 {count} 条见 JSON 格式");
  if (untold > 0) lines.back() += Say(language, kMore, {{"count", absl::StrCat(untold)}});
  return lines;
}

std::string RelatedMarkdown(Language language, const Finding& finding) {
  std::vector<std::string> messages;
  std::map<std::string, std::vector<std::string>> places;
  for (const finding::v1::Related& related : RelatedOf(language, finding)) {
    const std::string message = MarkdownProse(related.message());
    const std::string place = PlaceFrom(Telling{language, finding}, related.range());
    if (place.empty()) continue;
    if (places.count(message) == 0) messages.push_back(message);
    places[message].push_back(place);
  }
  static constexpr Phrase kMore(" and {count} more", "，另有 {count} 处");
  return absl::StrJoin(
      messages, Semicolon(language), [&](std::string* out, const std::string& message) {
        std::vector<std::string>& at = places[message];
        const size_t total = at.size();
        if (total > kMaxRelated) at.resize(kMaxRelated);
        absl::StrAppend(out, message, message.empty() ? "" : Colon(language),
                        absl::StrJoin(at, Comma(language)));
        if (total > kMaxRelated) {
          absl::StrAppend(out,
                          Say(language, kMore, {{"count", absl::StrCat(total - kMaxRelated)}}));
        }
      });
}

std::string CodeChangeMarkdown(const Finding& finding) {
  const CodeChange change = CodeChangeOf(finding);
  std::vector<std::string> lines;
  for (const std::string& line : change.removed) lines.push_back(PrefixLines(line, "- "));
  for (const std::string& line : change.added) lines.push_back(PrefixLines(line, "+ "));
  return lines.empty() ? "" : MarkdownCodeBlock(absl::StrJoin(lines, "\n"), "diff");
}

}  // namespace allreview::report
