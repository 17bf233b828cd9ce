#ifndef SERVICES_REPORT_STORY_PLACE_CODE_H_
#define SERVICES_REPORT_STORY_PLACE_CODE_H_

// Places as documents write them: "`a/b.py:12-15`", and for the left side that it is one before the
// change, where no reader can open it any more. Empty for a range without a path. Pure.

#include <string>

#include "proto/change/v1/change.pb.h"
#include "review/language/phrase.h"

namespace allreview::report {

std::string PlaceCode(Language language, const change::v1::SourceRange& range);
// The first line alone.
std::string StartCode(Language language, const change::v1::SourceRange& range);
// The same, safe for a cell of a table.
std::string StartCell(Language language, const change::v1::SourceRange& range);

}  // namespace allreview::report

#endif  // SERVICES_REPORT_STORY_PLACE_CODE_H_
