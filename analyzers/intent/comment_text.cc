#include "analyzers/intent/comment_text.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/strip.h"

namespace allreview::intent {

absl::string_view CommentText(absl::string_view comment) {
  while (absl::ConsumePrefix(&comment, "#")) {
  }
  absl::ConsumePrefix(&comment, ":");
  return absl::StripAsciiWhitespace(comment);
}

bool IsForTools(absl::string_view text) {
  // "#!" and "#:" are marks themselves.
  if (absl::StartsWith(text, "#!")) return true;
  text = CommentText(text);
  for (absl::string_view mark :
       {"noqa",         "nosec",      "type:",        "pylint:",  "fmt:",    "mypy:",    "pragma:",
        "ruff:",        "isort:",     "flake8:",      "pyright:", "yapf:",   "!",        "-*-",
        "%%",           "allreview:", "codespell:",   "NOLINT",   "pyre-",   "pyrefly:", "vim:",
        "noinspection", "shellcheck", "clang-format", "yamllint", "hadolint"}) {
    if (absl::StartsWith(text, mark)) return true;
  }
  return false;
}

bool IsDrawing(absl::string_view text) {
  return std::none_of(text.begin(), text.end(), [](char c) {
    return absl::ascii_isalnum(static_cast<unsigned char>(c)) || (c & 0x80) != 0;
  });
}

bool SpeaksOfLicence(absl::string_view text) {
  const std::string lower = absl::AsciiStrToLower(text);
  for (absl::string_view word :
       {"copyright", "licensed under", "spdx-", "all rights reserved", "the license for",
        "license.txt", "license file", "license information", "without warranties",
        "apache license", "mit license", "redistribution"}) {
    if (absl::StrContains(lower, word)) return true;
  }
  return false;
}

}  // namespace allreview::intent
