#include "services/report/documents/empty_sections.h"

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"

namespace allreview::report {
namespace {

std::string Line(Language language, const Phrase& phrase, const std::vector<std::string>& titles) {
  if (titles.empty()) return "";
  return absl::StrCat(Say(language, phrase, {{"titles", absl::StrJoin(titles, Comma(language))}}),
                      "\n");
}

// "4.3" of "4.3 Data Flow", "High" of "High Priority": enough to find it in the list of sections.
std::string ShortTitle(absl::string_view title) {
  if (absl::StartsWith(title, "The ")) return std::string(title);
  const absl::string_view first = title.substr(0, title.find(' '));
  return std::string(absl::StripSuffix(first, "."));
}

}  // namespace

std::string NothingUnder(Language language, const std::vector<std::string>& titles) {
  constexpr Phrase kNothing("Nothing under: {titles}.", "以下小节无内容，从略：{titles}。");
  std::vector<std::string> numbers;
  numbers.reserve(titles.size());
  for (absl::string_view title : titles) numbers.push_back(ShortTitle(title));
  return Line(language, kNothing, numbers);
}

std::string UnknownUnder(Language language, const std::vector<std::string>& titles) {
  constexpr Phrase kUnknown("Not known, because no file was reviewed: {titles}.",
                            "未知，因为没有文件评审完：{titles}。");
  return Line(language, kUnknown, titles);
}

}  // namespace allreview::report
