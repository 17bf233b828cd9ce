#ifndef HOST_LIMITS_H_
#define HOST_LIMITS_H_

// Sizes that both ends of a call must agree on.

namespace allreview::host {

// Largest message that servers and channels take, in-process ones too. Content travels in pieces of
// kChunkBytes, so only a finished review comes near it.
inline constexpr int kMaxMessageBytes = 64 << 20;

// How diff text, file content and documents are cut for streams.
inline constexpr int kChunkBytes = 512 << 10;

}  // namespace allreview::host

#endif  // HOST_LIMITS_H_
