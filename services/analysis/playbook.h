#ifndef SERVICES_ANALYSIS_PLAYBOOK_H_
#define SERVICES_ANALYSIS_PLAYBOOK_H_

// Reads what a playbook is derived from and puts the playbook into its message.

#include "analyzers/change/analysed_change.h"
#include "analyzers/playbook/playbook.h"
#include "proto/analysis/v1/playbook.pb.h"
#include "proto/change/v1/change.pb.h"
#include "proto/change/v1/history.pb.h"

namespace allreview::analysis {

// The playbook of the repository after the change. Costs one listing of its tree, two reads and the
// index. Without a repository the sections are empty, and say why. `history` may be null.
v1::Playbook DerivePlaybook(
    const change::AnalysedChange& analysed, const change::v1::ChangeInfo& change,
    const google::protobuf::RepeatedPtrField<change::v1::PastCommit>* history = nullptr);

// Texts of the repository become display text. What goes beyond a million bytes is left out.
v1::Playbook ToProto(const playbook::Playbook& playbook);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_PLAYBOOK_H_
