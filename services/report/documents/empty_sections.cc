#include "services/report/documents/empty_sections.h"

#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"

namespace allreview::report {
namespace {

std::string Line(Language language, const Phrase& phrase, const std::vector<std::string>& titles) {
  if (titles.empty()) return "";
  return absl::StrCat(Say(language, phrase, {{"titles", absl::StrJoin(titles, Comma(language))}}),
                      "\n");
}

}  // namespace

std::string NothingUnder(Language language, const std::vector<std::string>& titles) {
  constexpr Phrase kNothing("Sections without an entry: {titles}.", "没有条目的小节：{titles}。");
  return Line(language, kNothing, titles);
}

std::string UnknownUnder(Language language, const std::vector<std::string>& titles) {
  constexpr Phrase kUnknown("Not known, because no rule read the files: {titles}.",
                            "未知，因为没有规则读过这些文件：{titles}。");
  return Line(language, kUnknown, titles);
}

}  // namespace allreview::report
