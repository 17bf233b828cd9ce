#include "services/report/documents/commands.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "services/report/display_text.h"
#include "services/report/documents/test_verification.h"
#include "services/report/finding_text.h"
#include "services/report/markdown.h"

namespace allreview::report {
namespace {

using analysis::v1::HouseCommand;
using analysis::v1::HouseRequest;
using review::v1::Review;

constexpr size_t kMaxLine = 2000;
constexpr int kMaxReviewers = 8;

std::string CodeLine(absl::string_view line) { return MarkdownCode(Shorten(line, kMaxLine)); }

std::string HouseLine(const HouseCommand& command) {
  const std::string other =
      command.alternative().empty() ? "" : absl::StrCat(" or ", CodeLine(command.alternative()));
  return absl::StrCat("- ", MarkdownText(command.purpose()), ": ", CodeLine(command.line()), other,
                      "\n");
}

// "draft PR (it is none)".
std::string RequestText(const HouseRequest& request, const Review& review) {
  const std::string text = MarkdownText(request.text());
  if (request.id() == "draft") {
    // Only a pull request can be one.
    const bool is_known = review.change().number() > 0;
    return absl::StrCat(text,
                        is_known ? review.change().is_draft() ? " (it is)" : " (it is none)" : "");
  }
  if (!request.is_known()) return text;
  return absl::StrCat(text, request.is_met() ? " (ok)" : " (not found)");
}

std::string HygieneLine(const Review& review) {
  std::vector<std::string> parts;
  for (const HouseRequest& request : review.house().requests()) {
    parts.push_back(RequestText(request, review));
  }
  std::vector<std::string> reviewers;
  for (const std::string& name : review.house().reviewers()) {
    if (static_cast<int>(reviewers.size()) == kMaxReviewers) {
      reviewers.push_back(
          absl::StrCat("and ", review.house().reviewers_size() - kMaxReviewers, " more"));
      break;
    }
    // In code spans, which notify nobody.
    reviewers.push_back(MarkdownCode(name));
  }
  if (!reviewers.empty()) {
    parts.push_back(absl::StrCat("reviewers (", MarkdownCode(review.house().owners_path()),
                                 "): ", absl::StrJoin(reviewers, ", ")));
  }
  return parts.empty() ? "" : absl::StrCat("- PR hygiene: ", absl::StrJoin(parts, " · "), "\n");
}

}  // namespace

std::string CommandsMarkdown(const Review& review) {
  std::string lines;
  for (const HouseCommand& command : review.house().commands()) lines += HouseLine(command);
  lines += TestCommandsMarkdown(review.tests());
  lines += HygieneLine(review);
  return lines.empty() ? "" : absl::StrCat("**Commands for this change**\n\n", lines);
}

}  // namespace allreview::report
