#include "services/report/documents/playbook/playbook.h"

#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/strip.h"
#include "review/display_text.h"
#include "review/labels.h"
#include "review/markdown.h"
#include "services/report/documents/appendix.h"
#include "services/report/documents/empty_sections.h"
#include "services/report/documents/playbook/phrases.h"
#include "services/report/documents/playbook/statement_text.h"

namespace allreview::report {
namespace {

using analysis::v1::Contradiction;
using analysis::v1::Playbook;
using analysis::v1::PlaybookSection;
using analysis::v1::StaleStatement;
using analysis::v1::Statement;
using playbook::FindPhrase;

struct SectionTitle {
  absl::string_view id;
  Phrase title;
};
constexpr SectionTitle kTitles[] = {
    {"environment", {"1. Environment & Tooling", "1. 环境与工具"}},
    {"commands", {"2. Build / Test / Lint Commands", "2. 构建、测试与检查命令"}},
    {"conventions", {"3. Repo Conventions", "3. 仓库约定"}},
    {"domain", {"4. Domain Guidance", "4. 领域指引"}},
    {"docs", {"5. Docs & Comments", "5. 文档与注释"}},
    {"tools", {"6. Handling External Tools", "6. 外部工具"}},
    {"workflow", {"7. Workflow Tips", "7. 工作流程"}},
    {"single-test", {"8. Running a Single Test Examples", "8. 运行单个测试示例"}},
    {"performance", {"9. Performance & Memory", "9. 性能与显存"}},
    {"agents", {"10. Documentation for Agents", "10. 面向 Agent 的文档"}},
};

constexpr int kMaxStale = 5;

constexpr Phrase kTitle("{name} Playbook", "{name} 开发手册");
constexpr Phrase kIntroduction(
    "From the repository's own files at commit {commit}. Each rule names its source: a line, or "
    "how "
    "many of how many places follow it.",
    "根据仓库在提交 {commit} 处的文件得出。每条规则都注明来源：某一行，或多少处中有多少处遵守。");
constexpr Phrase kIntroductionOfChange(
    "From the repository's own files after the change. Each rule names its source: a line, or how "
    "many of how many places follow it.",
    "根据变更后仓库的文件得出。每条规则都注明来源：某一行，或多少处中有多少处遵守。");
constexpr Phrase kNoPlaybook("The repository could not be read.", "无法读取仓库。");
constexpr Phrase kContradictions("Contradictions", "相互矛盾之处");
constexpr Phrase kStale("Stale Statements", "过时的陈述");
constexpr Phrase kNoStale(
    "Checked {files}: none mentions a path, module, option or target that does not exist.",
    "检查了 {files}：没有提及不存在的路径、模块、选项或目标。");
constexpr Phrase kNoDocuments("There are no documents to check.", "没有可检查的文档。");
constexpr Phrase kStaleLine("{place} mentions {what}, which does not exist",
                            "{place} 提及的 {what} 不存在");
constexpr Phrase kStaleOften("{line} ({number} lines in all)", "{line}（共 {number} 行）");
constexpr Phrase kStaleMore("… and {number} more.", "……另有 {number} 处。");
constexpr Phrase kUnread("These files could not be parsed and are not included: {places}.",
                         "以下文件无法解析，没有计入：{places}。");
constexpr Phrase kClaim("{value} ({place})", "{value}（{place}）");
constexpr Phrase kAgainst(" versus ", " 与 ");
constexpr Phrase kColon(": ", "：");
constexpr Noun kDocument = {"document", "documents", "份文档"};

std::string TopicLabel(const std::string& topic, Language language) {
  // A folder is a topic by itself.
  if (absl::EndsWith(topic, "/")) return MarkdownCode(topic);
  const Phrase* phrase = FindPhrase(playbook::TopicPhrases(), topic);
  return phrase == nullptr ? MarkdownText(topic) : std::string(phrase->In(language));
}

std::string Item(const Statement& statement, Language language) {
  return absl::StrCat(playbook::StatementText(statement, language),
                      playbook::SourceText(statement.provenance(), language));
}

// Statements of one topic are one item of the list, or an item with a list below it.
std::string TopicText(const std::vector<const Statement*>& statements, Language language) {
  const std::string label = absl::StrCat("- **", TopicLabel(statements[0]->topic(), language), "**",
                                         Say(language, kColon));
  if (statements.size() == 1) {
    return absl::StrCat(label, Item(*statements[0], language), "\n");
  }
  std::string text = absl::StrCat(absl::StripTrailingAsciiWhitespace(label), "\n");
  for (const Statement* statement : statements) {
    absl::StrAppend(&text, "  - ", Item(*statement, language), "\n");
  }
  return text;
}

std::string SectionText(const PlaybookSection& section, Language language) {
  // Topics in the order of their first statement.
  std::vector<std::vector<const Statement*>> topics;
  for (const Statement& statement : section.statements()) {
    auto same = topics.begin();
    while (same != topics.end() && (*same)[0]->topic() != statement.topic()) ++same;
    if (same == topics.end()) same = topics.emplace(topics.end());
    same->push_back(&statement);
  }
  std::string text;
  for (const auto& topic : topics) text += TopicText(topic, language);
  return text;
}

std::string SubjectText(const std::string& topic, Language language) {
  absl::string_view tool = topic;
  if (absl::ConsumePrefix(&tool, "version-of-")) {
    return Say(language, *FindPhrase(playbook::SubjectPhrases(), "version-of"),
               {{"tool", MarkdownText(tool)}});
  }
  const Phrase* phrase = FindPhrase(playbook::SubjectPhrases(), topic);
  return phrase == nullptr ? MarkdownText(topic) : std::string(phrase->In(language));
}

std::string ContradictionsText(const Playbook& playbook, Language language) {
  if (playbook.contradictions().empty()) return "";
  std::string text = absl::StrCat("\n### ", kContradictions.In(language), "\n\n");
  for (const Contradiction& contradiction : playbook.contradictions()) {
    std::vector<std::string> claims;
    for (const Contradiction::Claim& claim : contradiction.claims()) {
      claims.push_back(Say(language, kClaim,
                           {{"value", MarkdownCode(claim.value())},
                            {"place", playbook::PlaceText(claim.provenance(), language)}}));
    }
    absl::StrAppend(&text, "- **", SubjectText(contradiction.topic(), language), "**",
                    Say(language, kColon),
                    absl::StrJoin(claims, std::string(kAgainst.In(language))), "\n");
  }
  return text;
}

std::string StaleText(const Playbook& playbook, Language language) {
  if (playbook.documents_checked() == 0) return absl::StrCat(kNoDocuments.In(language), "\n");
  if (playbook.stale().empty()) {
    return absl::StrCat(Say(language, kNoStale,
                            {{"files", Count(language, playbook.documents_checked(), kDocument)}}),
                        "\n");
  }
  std::string text;
  int shown = 0;
  for (const StaleStatement& stale : playbook.stale()) {
    if (shown == kMaxStale) break;
    ++shown;
    std::string line = Say(language, kStaleLine,
                           {{"place", playbook::PlaceText(stale.provenance(), language)},
                            {"what", MarkdownCode(stale.what())}});
    if (stale.provenance().count() > 1) {
      const std::string number = Grouped(stale.provenance().count());
      line = Say(language, kStaleOften, {{"line", line}, {"number", number}});
    }
    absl::StrAppend(&text, "- ", line, "\n");
  }
  const int left_out = playbook.stale_left_out() + playbook.stale_size() - shown;
  if (left_out > 0) {
    absl::StrAppend(&text, "- ", Say(language, kStaleMore, {{"number", Grouped(left_out)}}), "\n");
  }
  return text;
}

std::string UnreadText(const Playbook& playbook, Language language) {
  if (playbook.unread().empty()) return "";
  std::vector<std::string> places;
  for (const auto& place : playbook.unread()) {
    places.push_back(playbook::PlaceText(place, language));
  }
  return absl::StrCat(
      "\n", Say(language, kUnread, {{"places", absl::StrJoin(places, Comma(language))}}), "\n");
}

// As the project calls itself; else the folder that it lies in.
std::string NameOf(const review::v1::Review& review) {
  for (const PlaybookSection& section : review.playbook().sections()) {
    for (const Statement& statement : section.statements()) {
      const auto name = statement.values().find("name");
      if (statement.id() == "project" && name != statement.values().end()) return name->second;
    }
  }
  return review.change().repository();
}

std::string Introduction(const Assembly& assembly, Language language) {
  const std::string& commit = assembly.review.playbook().commit();
  if (assembly.review.playbook().sections().empty()) return Say(language, kNoPlaybook);
  if (commit.empty()) return Say(language, kIntroductionOfChange);
  return Say(language, kIntroduction, {{"commit", MarkdownCode(commit.substr(0, 12))}});
}

}  // namespace

std::string RenderPlaybook(const Assembly& assembly, Language language) {
  const Playbook& playbook = assembly.review.playbook();
  const std::string name = NameOf(assembly.review);
  std::string text = absl::StrCat("## ", Say(language, kTitle, {{"name", MarkdownText(name)}}),
                                  "\n\n", Introduction(assembly, language), "\n");
  std::vector<std::string> empty;
  for (const SectionTitle& title : kTitles) {
    const PlaybookSection* found = nullptr;
    for (const PlaybookSection& section : playbook.sections()) {
      if (section.id() == title.id) found = &section;
    }
    if (found == nullptr || found->statements().empty()) {
      empty.emplace_back(title.title.In(language));
      continue;
    }
    absl::StrAppend(&text, "\n### ", title.title.In(language), "\n\n",
                    SectionText(*found, language));
  }
  absl::StrAppend(&text, ContradictionsText(playbook, language), "\n### ", kStale.In(language),
                  "\n\n", StaleText(playbook, language), UnreadText(playbook, language));
  const std::string nothing = NothingUnder(language, empty);
  return nothing.empty() ? text : absl::StrCat(text, "\n", nothing);
}

}  // namespace allreview::report
