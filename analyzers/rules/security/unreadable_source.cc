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
             .title = "Source that Python reads in another way than people",
             .category = "security",
             .severity = Severity::kP1,
             .impact = Impact::kHigh,
             .pillar = Pillar::kCorrectness,
             .confidence = Confidence::kHigh,
             .message = "What this file shows is not what Python runs: {what}",
             .consequence = "Nobody can review the file, and this review did not",
             .advice = "Save the file as UTF-8 without a declaration of its encoding",
             .why = "A declared encoding decides what the bytes of a file mean before they are "
                    "parsed: in UTF-7 and the escape codecs a comment can hold code, in Shift JIS "
                    "and GBK a character can hold a quote. Bytes that are not UTF-8, and NUL "
                    "bytes, make Python refuse the file or stop reading a line.",
             .fix = "UTF-8, which needs no declaration.",
             .bad = "# -*- coding: utf-7 -*-\n"
                    "# ready +AAo-import os\n",
             .good = "# ready\n"
                     "import os\n",
             .references = {"PEP 263", "PEP 3120", "CWE-838"}},
    .kinds = {NodeKind::kModule},
    .check = Check};

}  // namespace allreview::rules
