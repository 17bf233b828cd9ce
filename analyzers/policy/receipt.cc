#include "analyzers/policy/receipt.h"

#include "absl/strings/str_cat.h"
#include "base/hash.h"

namespace allreview::policy {

std::string ReceiptDigest(const Receipt& receipt) {
  Sha256 hash;
  for (const std::string* field :
       {&receipt.engine, &receipt.rules, &receipt.policy, &receipt.head, &receipt.merge_base,
        &receipt.diff, &receipt.options, &receipt.outcome}) {
    hash.Update(absl::StrCat(field->size(), ":"));
    hash.Update(*field);
  }
  return absl::StrCat("ar1-", hash.Finish().substr(0, 16));
}

}  // namespace allreview::policy
