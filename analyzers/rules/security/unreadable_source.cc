// # coding: utf-7, and bytes that Python does not read as text.

#include <optional>
#include <string>

#include "analyzers/python/source_text.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/added_text.h"

namespace allreview::rules {
namespace {

void Check(FileContext& file, Node) {
  const auto problem = python::FindSourceProblem(StoredText(file));
  if (!problem || !AddedLines(file).Hold(problem->byte)) return;
  file.Report({.at = PlaceOf(file, problem->byte), .params = {{"what", problem->what}}});
}

}  // namespace

extern constinit const Rule kUnreadableSource = {
    .info = {.id = "unreadable-source",
             .title = {"Source that Python reads differently than people do",
                       "Python 读到的内容与人看到的不同"},
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .message = {"What this file shows is not what Python runs: {what}",
                         "该文件显示的内容不是 Python 执行的内容：{what}"},
             .consequence = {"Nobody can review the file, and this review did not either",
                             "没有人能审阅该文件，本次审阅也没有"},
             .advice = {"Save the file as UTF-8 without an encoding declaration",
                        "把文件保存为 UTF-8，不要声明编码"},
             .why = "A declared encoding decides what the bytes of a file mean before they are "
                    "parsed: in UTF-7 and the escape codecs a comment can contain code, and in "
                    "Shift JIS and GBK a character can contain a quote. Bytes that are not UTF-8, "
                    "and NUL bytes, make Python reject the file or stop reading a line.",
             .fix = "Use UTF-8, which needs no declaration.",
             .bad = R"py(
# -*- coding: utf-7 -*-
# ready +AAo-import os
)py",
             .good = R"py(
# ready
import os
)py",
             .references = {"https://peps.python.org/pep-0263/",
                            "https://peps.python.org/pep-3120/",
                            "https://cwe.mitre.org/data/definitions/838.html"}},
    .kinds = {NodeKind::kModule},
    .check = Check};

}  // namespace allreview::rules
