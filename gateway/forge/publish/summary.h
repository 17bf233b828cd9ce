#ifndef GATEWAY_FORGE_PUBLISH_SUMMARY_H_
#define GATEWAY_FORGE_PUBLISH_SUMMARY_H_

// The parts of a review that its reader on the forge wants first, each a short list in Markdown:
// what was found and where, what a push fixed, what the change does, and which tests to run. A
// part that has nothing to say is empty. Pure.

#include <string>

#include "gateway/forge/publish/text.h"

namespace allreview::gateway {

// Findings that are shown in full, the most severe first, with links to their lines. After another
// review, those that are new say so.
std::string FindingList(const TextInput& input);

// What is gone since the last push.
std::string FixedList(const TextInput& input);

// The weightiest statements of what the change does.
std::string EffectList(const TextInput& input);

// The narrowest commands that test the change.
std::string TestList(const TextInput& input);

}  // namespace allreview::gateway

#endif  // GATEWAY_FORGE_PUBLISH_SUMMARY_H_
