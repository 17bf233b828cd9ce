#ifndef ANALYZERS_BUILD_FILES_VERSION_RANGE_H_
#define ANALYZERS_BUILD_FILES_VERSION_RANGE_H_

// Which versions of a package requirements allow.
//
//   std::optional<VersionRange> range = VersionRange::Read(">=2.6,<3");
//   range->Meet(*VersionRange::Read("==2.5.1"));
//   range->IsEmpty()  ->  true
//
// https://packaging.python.org/en/latest/specifications/version-specifiers/, of which plain
// releases are read: a local part ("+cu126") is left out, anything else (2.6rc1, 1!2.0, ===) is not
// read. What a range allows between two releases may never have been published: IsEmpty() says what
// is certain. Pure.

#include <cstdint>
#include <optional>
#include <vector>

#include "absl/strings/string_view.h"

namespace allreview::build_files {

class VersionRange {
 public:
  // nullopt: it cannot be read. Empty text: all versions.
  static std::optional<VersionRange> Read(absl::string_view specifier);

  // Leaves what both allow.
  void Meet(const VersionRange& other);
  // No version is allowed.
  bool IsEmpty() const;

 private:
  using Version = std::vector<int64_t>;  // Without zeros at the end.
  struct Bound {
    Version version;
    bool is_included = true;
  };

  static std::optional<Version> ReadVersion(absl::string_view text);
  static Version NextOf(Version version);
  bool MeetClause(absl::string_view clause);
  void RaiseTo(Bound bound);
  void LowerTo(Bound bound);

  Bound low_;                  // At first everything.
  std::optional<Bound> high_;  // nullopt: no end.
  std::vector<Version> excluded_;
};

}  // namespace allreview::build_files

#endif  // ANALYZERS_BUILD_FILES_VERSION_RANGE_H_
