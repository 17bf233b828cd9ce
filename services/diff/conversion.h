#ifndef SERVICES_DIFF_CONVERSION_H_
#define SERVICES_DIFF_CONVERSION_H_

// From the records of the diff engine to the messages of proto/diff/v1.

#include "analyzers/diff/classify.h"
#include "analyzers/diff/complexity.h"
#include "analyzers/diff/model.h"
#include "analyzers/diff/moved.h"
#include "analyzers/diff/pairing.h"
#include "proto/change/v1/change.pb.h"
#include "proto/diff/v1/diff.pb.h"

namespace allreview {

change::v1::FileClass ToProto(diff::FileClass file_class);
change::v1::Diagnostic ToProto(const diff::Diagnostic& diagnostic);
diff::v1::Complexity ToProto(const diff::Complexity& complexity);

// All of a file but its hunks.
diff::v1::DiffFile ToProto(const diff::File& file, const diff::Classification& classification);

// All of a hunk but its text, pairs and moved blocks.
diff::v1::Hunk ToProto(const diff::Diff& diff, const diff::Hunk& hunk);

diff::v1::LinePair ToProto(const diff::PairedLines& pair);
diff::v1::MovedBlock ToProto(const diff::Diff& diff, const diff::MovedBlock& block);

}  // namespace allreview

#endif  // SERVICES_DIFF_CONVERSION_H_
