#include "gateway/cli/empty_change.h"

#include "absl/strings/str_cat.h"
#include "base/hash.h"
#include "gateway/cli/output.h"

namespace allreview::cli {
namespace {

using change::v1::ChangeRef;
using change::v1::LocalRepository;

std::string NameLocal(const LocalRepository& local) {
  const std::string base = local.base().empty() ? "HEAD" : PrintableText(local.base());
  const std::string head = PrintableText(local.head());
  switch (local.mode()) {
    case LocalRepository::MODE_RANGE:
      return absl::StrCat("nothing changed between ", base, " and ", head);
    case LocalRepository::MODE_MERGE_BASE:
      return absl::StrCat("nothing changed in ", head, " since it left ", base);
    case LocalRepository::MODE_INDEX:
      return absl::StrCat("nothing is staged that differs from ", base);
    case LocalRepository::MODE_WORKING_TREE:
      return absl::StrCat("no tracked file differs from ", base);
    default:
      return "nothing changed";
  }
}

}  // namespace

bool IsEmptyChange(const review::v1::Receipt& receipt) { return receipt.diff() == Sha256Hex(""); }

std::string NameEmptyChange(const ChangeRef& ref) {
  switch (ref.source_case()) {
    case ChangeRef::kLocal:
      return NameLocal(ref.local());
    case ChangeRef::kPatch:
      return "the patch is empty";
    case ChangeRef::kDirectories:
      return absl::StrCat("\"", PrintableText(ref.directories().before()), "\" and \"",
                          PrintableText(ref.directories().after()), "\" hold the same");
    case ChangeRef::kGithub:
      return absl::StrCat("pull request ", ref.github().owner(), "/", ref.github().repository(),
                          "#", ref.github().number(), " changes nothing");
    default:
      return "nothing changed";
  }
}

}  // namespace allreview::cli
