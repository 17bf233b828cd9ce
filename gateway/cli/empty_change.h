#ifndef GATEWAY_CLI_EMPTY_CHANGE_H_
#define GATEWAY_CLI_EMPTY_CHANGE_H_

// What to say where a change turned out to be empty. Pure.

#include <string>

#include "proto/change/v1/change.pb.h"
#include "proto/review/v1/review.pb.h"

namespace allreview::cli {

bool IsEmptyChange(const review::v1::Receipt& receipt);

// "nothing changed between main and HEAD"
std::string NameEmptyChange(const change::v1::ChangeRef& ref);

}  // namespace allreview::cli

#endif  // GATEWAY_CLI_EMPTY_CHANGE_H_
