#ifndef ANALYZERS_POLICY_RECEIPT_H_
#define ANALYZERS_POLICY_RECEIPT_H_

// The receipt of a review: two reviews with the same receipt are byte-identical.
//
//   receipt.digest = ReceiptDigest(receipt);   // "ar1-7f3c0d9a51b2e846"

#include <string>

namespace allreview::policy {

// Fields as review.v1.Receipt defines them.
struct Receipt {
  std::string engine = {};
  std::string rules = {};
  std::string policy = {};
  std::string head = {};
  std::string merge_base = {};
  std::string diff = {};
  std::string options = {};
  std::string outcome = {};
};

// "ar1-" and 16 hexadecimal digits. Fields are hashed with their lengths, so no two different
// receipts run together.
std::string ReceiptDigest(const Receipt& receipt);

}  // namespace allreview::policy

#endif  // ANALYZERS_POLICY_RECEIPT_H_
