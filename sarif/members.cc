#include "sarif/members.h"

#include <iterator>
#include <set>

namespace allreview::sarif {
namespace {

// Objects whose members may have any name.
constexpr absl::string_view kMaps[] = {"originalUriBaseIds", "fingerprints", "partialFingerprints",
                                       "messageStrings"};

// Members that are read, wherever they stand; all else is skipped.
constexpr absl::string_view kMembers[] = {"version",
                                          "runs",
                                          "tool",
                                          "driver",
                                          "extensions",
                                          "name",
                                          "semanticVersion",
                                          "rules",
                                          "id",
                                          "shortDescription",
                                          "fullDescription",
                                          "help",
                                          "helpUri",
                                          "text",
                                          "markdown",
                                          "defaultConfiguration",
                                          "level",
                                          "properties",
                                          "tags",
                                          "precision",
                                          "security-severity",
                                          "problem.severity",
                                          "messageStrings",
                                          "results",
                                          "ruleId",
                                          "ruleIndex",
                                          "rule",
                                          "index",
                                          "toolComponent",
                                          "kind",
                                          "message",
                                          "arguments",
                                          "locations",
                                          "relatedLocations",
                                          "physicalLocation",
                                          "artifactLocation",
                                          "uri",
                                          "uriBaseId",
                                          "region",
                                          "startLine",
                                          "startColumn",
                                          "endLine",
                                          "endColumn",
                                          "charOffset",
                                          "charLength",
                                          "byteOffset",
                                          "byteLength",
                                          "codeFlows",
                                          "threadFlows",
                                          "location",
                                          "fixes",
                                          "description",
                                          "artifactChanges",
                                          "replacements",
                                          "deletedRegion",
                                          "insertedContent",
                                          "fingerprints",
                                          "partialFingerprints",
                                          "suppressions",
                                          "status",
                                          "baselineState",
                                          "artifacts",
                                          "originalUriBaseIds",
                                          "versionControlProvenance",
                                          "mappedTo",
                                          "invocations",
                                          "executionSuccessful",
                                          "columnKind",
                                          "automationDetails"};

}  // namespace

bool IsWanted(absl::string_view owner, absl::string_view key) {
  static const auto& maps = *new std::set<absl::string_view>(std::begin(kMaps), std::end(kMaps));
  static const auto& members =
      *new std::set<absl::string_view>(std::begin(kMembers), std::end(kMembers));
  return maps.count(owner) > 0 || members.count(key) > 0;
}

}  // namespace allreview::sarif
