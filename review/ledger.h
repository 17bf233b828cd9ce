#ifndef REVIEW_LEDGER_H_
#define REVIEW_LEDGER_H_

// The coverage ledger as messages carry it. What it means is decided in analyzers/policy/ledger.h;
// here its questions are answered for messages. Pure.

#include "analyzers/policy/ledger.h"
#include "proto/change/v1/change.pb.h"

namespace allreview {

policy::FileClass FromProto(change::v1::FileClass file_class);
policy::LedgerEntry FromProto(const change::v1::LedgerEntry& entry);
change::v1::LedgerEntry ToProto(const policy::LedgerEntry& entry);

// A part that had to be reviewed and was not, and that policy does not accept.
bool IsGap(const change::v1::LedgerEntry& entry);

}  // namespace allreview

#endif  // REVIEW_LEDGER_H_
