#include "gateway/document_check/shapes.h"

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_replace.h"
#include "absl/strings/str_split.h"
#include "absl/strings/strip.h"

namespace allreview::document_check {
namespace {

constexpr Section kReview[] = {
    {"1", "1. PR Summary"},           {"2", "2. Critical Issues [P0/P1]"},
    {"3", "3. Suggestions [P2]"},     {"4", "4. Nitpicks [P3]"},
    {"5", "5. Questions for Author"}, {"6", "6. GitHub Review Comments"},
};

constexpr Section kDeepDive[] = {
    {"1", "1. TL;DR"},
    {"2", "2. Big Picture"},
    {"2.1", "2.1 Before vs After Architecture"},
    {"2.2", "2.2 Change Scope Summary"},
    {"3", "3. Design Rationale"},
    {"3.1", "3.1 Problem Background"},
    {"3.2", "3.2 Solution Approach"},
    {"3.3", "3.3 Key Design Points"},
    {"4", "4. Execution Path Deep Dive"},
    {"4.1", "4.1 Entry Point"},
    {"4.2", "4.2 Call Chain Visualization"},
    {"4.3", "4.3 Data Flow"},
    {"4.4", "4.4 Core Code Walkthrough"},
    {"5", "5. Module Relationships"},
    {"6", "6. Risks & Edge Cases"},
    {"7", "7. Quick Reference"},
    {"7.1", "7.1 File Change Summary"},
    {"7.2", "7.2 Key Functions Index"},
    {"7.3", "7.3 Related Code Pointers"},
};

// What else an explanation tells depends on the change.
constexpr Section kExplanation[] = {
    {"", "The problem", "要解决的问题"},
    {"", "The solution", "解决方案"},
};

constexpr Section kAudit[] = {
    {"", "Summary", "摘要"},           {"", "Critical Issues", "严重问题"},
    {"", "High Priority", "高优先级"}, {"", "Medium Priority", "中优先级"},
    {"", "Low Priority", "低优先级"},  {"", "Positive Observations", "值得肯定之处"},
    {"", "Recommendations", "建议"},
};

constexpr Section kPlaybook[] = {
    {"1", "1. Environment & Tooling"}, {"2", "2. Build / Test / Lint Commands"},
    {"3", "3. Repo Conventions"},      {"4", "4. Domain Guidance"},
    {"5", "5. Docs & Comments"},       {"6", "6. Handling External Tools"},
    {"7", "7. Workflow Tips"},         {"8", "8. Running a Single Test Examples"},
    {"9", "9. Performance & Memory"},  {"10", "10. Documentation for Agents"},
};

}  // namespace

absl::Span<const Section> SectionsOf(Document document) {
  switch (document) {
    case report::v1::DOCUMENT_REVIEW:
      return kReview;
    case report::v1::DOCUMENT_DEEP_DIVE:
      return kDeepDive;
    case report::v1::DOCUMENT_PLAYBOOK:
      return kPlaybook;
    case report::v1::DOCUMENT_EXPLANATION:
      return kExplanation;
    case report::v1::DOCUMENT_AUDIT:
      return kAudit;
    default:
      return {};
  }
}

bool IsOf(const Heading& heading, const Section& section) {
  if (!section.number.empty()) return heading.number == section.number;
  return heading.text == section.english || heading.text == section.chinese;
}

namespace {

// "High" of "High Priority".
bool IsShortOf(absl::string_view item, absl::string_view title) {
  return item == title || (!item.empty() && absl::StartsWith(title, absl::StrCat(item, " ")));
}

}  // namespace

bool StandsFor(absl::string_view line, const Section& section) {
  bool is_list = false;
  for (absl::string_view start : {"Nothing under: ", "Not known, because no file was reviewed: ",
                                  "以下小节无内容，从略：", "未知，因为没有文件评审完："}) {
    is_list = is_list || absl::ConsumePrefix(&line, start);
  }
  if (!is_list) return false;
  absl::ConsumeSuffix(&line, ".");
  absl::ConsumeSuffix(&line, "。");
  const std::string items = absl::StrReplaceAll(line, {{"、", ", "}});
  for (absl::string_view item : absl::StrSplit(items, ", ")) {
    const absl::string_view number = absl::StripSuffix(item.substr(0, item.find(' ')), ".");
    if (section.number.empty()
            ? IsShortOf(item, section.english) || IsShortOf(item, section.chinese)
            : number == section.number ||
                  absl::StartsWith(section.number, absl::StrCat(number, "."))) {
      return true;
    }
  }
  return false;
}

}  // namespace allreview::document_check
