#include "services/report/documents/commands.h"

#include <algorithm>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "review/display_text.h"
#include "review/markdown.h"
#include "services/report/assembly/finding_text.h"
#include "services/report/documents/test_verification.h"

namespace allreview::report {
namespace {

using analysis::v1::HouseCommand;
using analysis::v1::HouseRequest;
using review::v1::Review;

constexpr size_t kMaxLine = 2000;
constexpr int kMaxReviewers = 8;

std::string CodeLine(absl::string_view line) { return MarkdownCode(Shorten(line, kMaxLine)); }

// Or its folder.
bool NamesChangedFile(const Review& review, absl::string_view line) {
  return std::any_of(review.files().begin(), review.files().end(), [&](const auto& file) {
    const std::string& path = file.entry().new_path();
    const size_t slash = path.rfind('/');
    return absl::StrContains(line, path) ||
           (slash != std::string::npos && absl::StrContains(line, path.substr(0, slash)));
  });
}

std::string HouseLine(Language language, const HouseCommand& command) {
  return absl::StrCat("- ", MarkdownText(PurposeLabel(language, command.purpose())),
                      Colon(language), CodeLine(command.line()), "\n");
}

// "draft PR (it is none)"; empty: it is met, or nobody can say.
std::string RequestText(Language language, const HouseRequest& request, const Review& review) {
  static constexpr Phrase kIsDraft("it is a draft", "已是草稿");
  static constexpr Phrase kIsNoDraft("not a draft", "不是草稿");
  static constexpr Phrase kNotFound("not found", "未找到");
  std::string text = MarkdownText(request.text());
  const auto with = [&](const Phrase& state) {
    return absl::StrCat(text, InBrackets(language, state.In(language)));
  };
  if (request.id() == "draft") {
    // Only a pull request can be one.
    if (review.change().number() <= 0) return "";
    return with(review.change().is_draft() ? kIsDraft : kIsNoDraft);
  }
  if (!request.is_known()) return text;
  return request.is_met() ? "" : with(kNotFound);
}

std::string HygieneLine(Language language, const Review& review) {
  static constexpr Phrase kMore("and {count} more", "另有 {count} 位");
  static constexpr Phrase kReviewers("reviewers ({file}): {names}", "评审人（{file}）：{names}");
  static constexpr Phrase kHygiene("- PR hygiene: {parts}", "- PR 规范：{parts}");
  std::vector<std::string> parts;
  for (const HouseRequest& request : review.house().requests()) {
    std::string text = RequestText(language, request, review);
    if (!text.empty()) parts.push_back(std::move(text));
  }
  std::vector<std::string> reviewers;
  for (const std::string& name : review.house().reviewers()) {
    if (static_cast<int>(reviewers.size()) == kMaxReviewers) {
      const int untold = review.house().reviewers_size() - kMaxReviewers;
      reviewers.push_back(Say(language, kMore, {{"count", absl::StrCat(untold)}}));
      break;
    }
    // In code spans, which notify nobody.
    reviewers.push_back(MarkdownCode(name));
  }
  if (!reviewers.empty()) {
    parts.push_back(Say(language, kReviewers,
                        {{"file", MarkdownCode(review.house().owners_path())},
                         {"names", absl::StrJoin(reviewers, Comma(language))}}));
  }
  if (parts.empty()) return "";
  return absl::StrCat(Say(language, kHygiene, {{"parts", absl::StrJoin(parts, " · ")}}), "\n");
}

}  // namespace

std::string CommandsMarkdown(Language language, const Review& review) {
  static constexpr Phrase kTitle("**Commands for this change**", "**针对本次变更的命令**");
  std::string lines;
  for (const HouseCommand& command : review.house().commands()) {
    // What sets up or runs over everything is told by the repository's own documents.
    if (!NamesChangedFile(review, command.line())) continue;
    lines += HouseLine(language, command);
  }
  lines += TestCommandsMarkdown(language, review.tests());
  lines += HygieneLine(language, review);
  return lines.empty() ? "" : absl::StrCat(kTitle.In(language), "\n\n", lines);
}

}  // namespace allreview::report
