#include "analyzers/intent/markup.h"

#include <algorithm>
#include <iterator>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"

namespace allreview::intent {
namespace {

// Like find, but does not look further than a tag or link is long, so that a body full of openings
// takes linear time.
size_t FindNear(absl::string_view text, absl::string_view mark, size_t from) {
  constexpr size_t kMaxBytes = 500;
  const size_t found = text.substr(from, kMaxBytes).find(mark);
  return found == absl::string_view::npos ? found : from + found;
}

// "a" of "<a href=…"; empty: no name of a tag that descriptions use.
bool OpensHtml(absl::string_view text) {
  constexpr absl::string_view kNames[] = {"a",  "img", "picture", "source", "br",
                                          "p",  "div", "details", "video",  "summary",
                                          "td", "th",  "table",   "span",   "svg"};
  absl::ConsumePrefix(&text, "<");
  absl::ConsumePrefix(&text, "/");
  size_t end = 0;
  while (end < text.size() && absl::ascii_isalpha(static_cast<unsigned char>(text[end]))) ++end;
  const bool is_whole = end < text.size() && absl::StrContains(" \n\t\r/>", text.substr(end, 1));
  return is_whole &&
         std::find(std::begin(kNames), std::end(kNames), text.substr(0, end)) != std::end(kNames);
}

// Behind "[![text](url)](url)", an image that links, which begins at `at`; npos: none does.
size_t EndOfBadge(absl::string_view line, size_t at) {
  if (!absl::StartsWith(line.substr(at), "[![")) return absl::string_view::npos;
  const size_t middle = FindNear(line, "](", at);
  const size_t image = middle == absl::string_view::npos ? middle : FindNear(line, ")", middle);
  if (image == absl::string_view::npos) return image;
  if (!absl::StartsWith(line.substr(image + 1), "](")) return absl::string_view::npos;
  return FindNear(line, ")", image + 1);
}

}  // namespace

std::string RemoveTags(absl::string_view line) {
  std::string result;
  bool is_code = false;
  for (size_t i = 0; i < line.size(); ++i) {
    is_code ^= line[i] == '`';
    const bool may_open = line[i] == '<' && !is_code && i + 1 < line.size() &&
                          (absl::ascii_isalpha(line[i + 1]) || line[i + 1] == '/');
    const size_t end = may_open ? FindNear(line, ">", i) : absl::string_view::npos;
    if (end == absl::string_view::npos) {
      result += line[i];
    } else {
      i = end;
    }
  }
  return result;
}

std::string RemoveLongTags(absl::string_view text) {
  constexpr size_t kMaxBytes = 2'000;
  std::string result;
  bool is_code = false;
  for (size_t i = 0; i < text.size(); ++i) {
    is_code = text[i] != '\n' && (is_code ^ (text[i] == '`'));
    if (text[i] != '<' || is_code || !OpensHtml(text.substr(i, 12))) {
      result += text[i];
      continue;
    }
    absl::string_view tag = text.substr(i, kMaxBytes);
    tag = tag.substr(0, tag.find("\n\n"));
    size_t end = tag.find('>');
    if (end == absl::string_view::npos) {
      tag = tag.substr(0, tag.find('\n'));
      const bool is_cut = absl::StrContains(tag, "=\"") || absl::StrContains(tag, "=http");
      if (!is_cut) {
        result += text[i];
        continue;
      }
      end = tag.size() - 1;
    }
    tag = tag.substr(0, end);
    result.append(static_cast<size_t>(std::count(tag.begin(), tag.end(), '\n')), '\n');
    i += end;
  }
  return result;
}

std::string RemoveMarkup(absl::string_view line) {
  std::string result;
  bool is_code = false;
  for (size_t i = 0; i < line.size(); ++i) {
    if (line[i] == '`') {  // ``code`` as `code`.
      while (i + 1 < line.size() && line[i + 1] == '`') ++i;
      is_code = !is_code;
      result += '`';
      continue;
    }
    if (is_code) {
      result += line[i];
      continue;
    }
    if (const size_t end = EndOfBadge(line, i); end != absl::string_view::npos) {
      i = end;
      continue;
    }
    const bool is_image = line[i] == '!' && i + 1 < line.size() && line[i + 1] == '[';
    if (line[i] == '[' || is_image) {
      const size_t open = i + is_image;
      const size_t middle = FindNear(line, "](", open);
      const size_t end = middle == absl::string_view::npos ? middle : FindNear(line, ")", middle);
      if (end != absl::string_view::npos) {
        if (!is_image) absl::StrAppend(&result, line.substr(open + 1, middle - open - 1));
        i = end;
        continue;
      }
    }
    const bool is_double = i + 1 < line.size() && line[i + 1] == line[i];
    if ((line[i] == '*' || line[i] == '_' || line[i] == '~') && is_double) {
      ++i;
      continue;
    }
    result += line[i];
  }
  return result;
}

}  // namespace allreview::intent
