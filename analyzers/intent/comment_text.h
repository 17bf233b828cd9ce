#ifndef ANALYZERS_INTENT_COMMENT_TEXT_H_
#define ANALYZERS_INTENT_COMMENT_TEXT_H_

// What kind of comment it is, by its text alone.

#include "absl/strings/string_view.h"

namespace allreview::intent {

// The text behind the marks, stripped: "x" of "#  x", "##x" and "#: x".
absl::string_view CommentText(absl::string_view comment);

// A mark that people do not read: "noqa: E501", "type: ignore", "pylint: disable=…", "!/bin/sh",
// "-*- coding: utf-8 -*-". `text` as CommentText gives it, or with '#'.
bool IsForTools(absl::string_view text);

// A line that only draws, or is empty.
bool IsDrawing(absl::string_view text);

// A line of the notice that names the owner and the licence of a file.
bool SpeaksOfLicence(absl::string_view text);

}  // namespace allreview::intent

#endif  // ANALYZERS_INTENT_COMMENT_TEXT_H_
