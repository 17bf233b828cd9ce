#ifndef BASE_MASK_MESSAGE_H_
#define BASE_MASK_MESSAGE_H_

// MaskSecrets for every text in a message.
//
//   MaskSecrets(response);
//
// Texts of one repeated field are lines that belong together: a private key that begins in one is
// hidden in the others. Keys of maps stay.

#include "google/protobuf/message.h"

namespace allreview {

void MaskSecrets(google::protobuf::Message& message);

}  // namespace allreview

#endif  // BASE_MASK_MESSAGE_H_
