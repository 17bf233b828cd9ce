#include "analyzers/python/source_text.h"

#include <optional>
#include <string>

#include "absl/strings/str_cat.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::python {
namespace {

using testing::HasSubstr;
using testing::Optional;

// What CPython 3.11 says of each first line, by tokenize and by running it.
TEST(DeclaredEncoding, IsWhatPythonFinds) {
  struct Case {
    absl::string_view text, encoding;
  };
  const Case kCases[] = {
      {"# -*- coding: utf-7 -*-\n", "utf-7"},
      {"#coding=latin-1\n", "latin-1"},
      {"# vim: set fileencoding=cp1252 :\n", "cp1252"},
      {" \t\f# coding:\t gbk\n", "gbk"},
      {"\n# coding: koi8-r\n", "koi8-r"},
      {"#!/usr/bin/python\n# coding: big5\n", "big5"},
      {"#!/usr/bin/python\r# coding: big5\r", "big5"},
      {"\xEF\xBB\xBF# coding: utf-8\n", "utf-8"},
      {"# coding coding: utf-7\n", "utf-7"},
      {"# coding:\xC2\xA0utf-7\n# coding: rot13\n", "rot13"},
      {"# encoding=unicode_escape", "unicode_escape"},
      {"x = 1  # coding: utf-7\n", ""},
      {"x = 1\n# coding: utf-7\n", ""},
      {"\n\n# coding: utf-7\n", ""},
      {"# Coding: utf-7\n", ""},
      {"# coding : utf-7\n", ""},
      {"\"\"\"\n# coding: utf-7\n\"\"\"\n", ""},
      {"\\\n# coding: utf-7\n", ""},
      {"", ""},
  };
  for (const Case& c : kCases) EXPECT_EQ(DeclaredEncoding(c.text), c.encoding) << c.text;
}

TEST(FindSourceProblem, AcceptsEncodingsThatKeepAscii) {
  for (absl::string_view name :
       {"utf-8", "UTF8", "utf_8_sig", "utf-8-unix", "ascii", "latin-1", "Latin_1", "iso-8859-15",
        "iso-latin-1-unix", "cp1252", "windows-1251", "koi8-r", "euc-jp", "euc_kr", "gb2312"}) {
    EXPECT_EQ(FindSourceProblem(absl::StrCat("# coding: ", name, "\nx = 1\n")), std::nullopt)
        << name;
  }
}

TEST(FindSourceProblem, RefusesAllOtherEncodings) {
  for (absl::string_view name :
       {"utf-7",     "utf-16",  "utf_16_le", "utf-32",    "unicode_escape", "raw_unicode_escape",
        "rot13",     "hex",     "punycode",  "idna",      "iso2022_jp",     "hz",
        "gbk",       "gb18030", "big5",      "big5hkscs", "shift_jis",      "cp932",
        "cp949",     "johab",   "cp037",     "cp500",     "mbcs",           "charmap",
        "undefined", "mine",    "latin",     "utf",       "utf-8x"}) {
    const auto problem = FindSourceProblem(absl::StrCat("#!x\n# coding: ", name, "\nx = 1\n"));
    ASSERT_TRUE(problem) << name;
    EXPECT_EQ(problem->kind, SourceProblem::Kind::kEncoding);
    EXPECT_EQ(problem->line, 2);
    EXPECT_THAT(English(problem->what), HasSubstr(absl::StrCat("`", name, "`")));
  }
}

TEST(FindSourceProblem, NamesTheBytesThatPythonDoesNotRead) {
  struct Case {
    std::string text;
    int line;
    absl::string_view what;
  };
  const Case kCases[] = {
      {std::string("x = 1\n# \0\n", 10), 2, "NUL"},
      {std::string("\xFF\xFEx\0", 4), 1, "UTF-16"},
      {std::string("\xFE\xFF\0x", 4), 1, "UTF-16"},
      {"a\nb\n# \xFF\nc\n", 3, "not UTF-8"},
      {"# \xC3", 1, "not UTF-8"},
      {"# é\n# \xE9 é\n", 2, "not UTF-8"},
      {"\xEF\xBB\xBF# coding: latin-1\n", 1, "`latin-1`"},
  };
  for (const Case& c : kCases) {
    const auto problem = FindSourceProblem(c.text);
    ASSERT_TRUE(problem) << c.what;
    EXPECT_EQ(problem->line, c.line);
    EXPECT_THAT(English(problem->what), HasSubstr(std::string(c.what)));
  }
}

TEST(FindSourceProblem, AcceptsOrdinaryText) {
  for (absl::string_view text : {"", "x = 1\n", "# é 中文 🙂\n", "\xEF\xBB\xBFx = 1\r\n",
                                 "# coding: latin-1\n# \xE9\n", "x\f\n"}) {
    EXPECT_EQ(FindSourceProblem(text), std::nullopt) << text;
  }
}

TEST(TextForParser, EndsLinesWherePythonDoes) {
  EXPECT_EQ(TextForParser("# a\rb\r\nc\n"), "# a\nb\r\nc\n");
  EXPECT_EQ(TextForParser("a\r\rb\r"), "a\n\nb\n");
  EXPECT_EQ(TextForParser("a\r\nb\n"), std::nullopt);
  // None of these is a line end for Python's tokenizer.
  EXPECT_EQ(TextForParser("# a\x0B b\x0C c\x1C d\x1D e\x1E f\xC2\x85 g\xE2\x80\xA8 h"),
            std::nullopt);
}

TEST(TextForParser, LeavesNoNameInAnotherEncoding) {
  EXPECT_EQ(TextForParser("# coding: latin-1\nx = '\xE9'\n\xAA = 1\n"),
            "# coding: latin-1\nx = '$'\n$ = 1\n");
  EXPECT_EQ(TextForParser("x = 'é'\n"), std::nullopt);
}

TEST(AsciiNameOf, IsTheNormalForm) {
  EXPECT_THAT(AsciiNameOf("ａll_reduce"), Optional(std::string("all_reduce")));
  EXPECT_THAT(AsciiNameOf("𝐚𝐥𝐥_𝒓𝒆𝒅𝒖𝒄𝒆"), Optional(std::string("all_reduce")));
  EXPECT_THAT(AsciiNameOf("ﬁll"), Optional(std::string("fill")));
  EXPECT_THAT(AsciiNameOf("Ⅷ"), Optional(std::string("VIII")));
  EXPECT_EQ(AsciiNameOf("all_reduce"), std::nullopt);
  EXPECT_EQ(AsciiNameOf("µ"), std::nullopt);  // U+03BC.
  EXPECT_EQ(AsciiNameOf("größe"), std::nullopt);
  EXPECT_EQ(AsciiNameOf("損失"), std::nullopt);
  EXPECT_EQ(AsciiNameOf("ｉｆ"), std::nullopt) << "a name to Python, not the keyword";
  EXPECT_EQ(AsciiNameOf("\xFF"), std::nullopt);
}

}  // namespace
}  // namespace allreview::python
