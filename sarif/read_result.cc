#include "sarif/read_result.h"

#include <algorithm>
#include <utility>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "base/status_macros.h"
#include "base/utf8.h"
#include "sarif/fields.h"

namespace allreview::sarif {
namespace {

using Kind = JsonNode::Kind;

// Of one result. What is beyond them nobody would read.
constexpr size_t kMaxLocations = 20, kMaxSteps = 30, kMaxFixes = 5, kMaxReplacements = 200;
constexpr size_t kMaxMessageBytes = 4'000, kMaxArguments = 30, kMaxFingerprints = 20;

absl::StatusOr<Region> ReadRegion(const JsonNode& node) {
  Region region;
  ASSIGN_OR_RETURN(region.start_line, IntegerOf(node, "startLine", 0));
  ASSIGN_OR_RETURN(region.start_column, IntegerOf(node, "startColumn", 0));
  ASSIGN_OR_RETURN(region.end_line, IntegerOf(node, "endLine", 0));
  ASSIGN_OR_RETURN(region.end_column, IntegerOf(node, "endColumn", 0));
  ASSIGN_OR_RETURN(region.char_offset, IntegerOf(node, "charOffset", -1));
  ASSIGN_OR_RETURN(region.char_length, IntegerOf(node, "charLength", 0));
  ASSIGN_OR_RETURN(region.byte_offset, IntegerOf(node, "byteOffset", -1));
  ASSIGN_OR_RETURN(region.byte_length, IntegerOf(node, "byteLength", 0));
  return region;
}

// Where a location has no file it is of no use here: only logical locations, for example.
absl::StatusOr<Location> ReadLocation(const JsonNode& node) {
  Location location;
  location.message = WithoutLinks(CutToBytes(LooseText(node, "message", "text"), kMaxMessageBytes));
  ASSIGN_OR_RETURN(const JsonNode* physical, Member(node, "physicalLocation", Kind::kObject));
  if (physical == nullptr) return location;
  const auto read = [&]() -> absl::Status {
    ASSIGN_OR_RETURN(const JsonNode* file, Member(*physical, "artifactLocation", Kind::kObject));
    if (file != nullptr) {
      absl::StatusOr<FileReference> reference = ReadFileReference(*file);
      if (!reference.ok()) return Within("artifactLocation", reference.status());
      location.file = *std::move(reference);
    }
    ASSIGN_OR_RETURN(const JsonNode* region, Member(*physical, "region", Kind::kObject));
    if (region == nullptr) return absl::OkStatus();
    absl::StatusOr<Region> place = ReadRegion(*region);
    if (place.ok()) location.region = *place;
    return Within("region", place.status());
  };
  RETURN_IF_ERROR(Within("physicalLocation", read()));
  return location;
}

bool HasFile(const Location& location) {
  return !location.file.uri.empty() || location.file.index >= 0;
}

// Each element of an array of objects, at most so many.
template <typename Read>
absl::Status ForEach(const JsonNode& owner, absl::string_view key, size_t most, const Read& read) {
  ASSIGN_OR_RETURN(const JsonNode* list, Member(owner, key, Kind::kArray));
  if (list == nullptr) return absl::OkStatus();
  for (size_t i = 0; i < std::min(list->items.size(), most); ++i) {
    const std::string at = absl::StrCat(key, "[", i, "]");
    if (!list->items[i].Is(Kind::kObject)) return WrongType(at, list->items[i], Kind::kObject);
    RETURN_IF_ERROR(Within(at, read(list->items[i])));
  }
  return absl::OkStatus();
}

absl::Status ReadLocations(const JsonNode& owner, absl::string_view key,
                           std::vector<Location>& locations) {
  return ForEach(owner, key, kMaxLocations, [&](const JsonNode& node) -> absl::Status {
    ASSIGN_OR_RETURN(Location location, ReadLocation(node));
    if (HasFile(location)) locations.push_back(std::move(location));
    return absl::OkStatus();
  });
}

// The steps of the first thread of the first flow. What is wrong with them costs only them.
std::vector<Location> ReadSteps(const JsonNode& result) {
  std::vector<Location> steps;
  const JsonNode& flows = LooseMember(result, "codeFlows");
  if (!flows.Is(Kind::kArray) || flows.items.empty()) return steps;
  const JsonNode& threads = LooseMember(flows.items[0], "threadFlows");
  if (!threads.Is(Kind::kArray) || threads.items.empty()) return steps;
  const JsonNode& locations = LooseMember(threads.items[0], "locations");
  if (!locations.Is(Kind::kArray)) return steps;
  for (const JsonNode& step : locations.items) {
    if (steps.size() == kMaxSteps) break;
    absl::StatusOr<Location> location = ReadLocation(LooseMember(step, "location"));
    if (location.ok() && HasFile(*location)) steps.push_back(*std::move(location));
  }
  return steps;
}

absl::StatusOr<FileChange> ReadFileChange(const JsonNode& node) {
  FileChange change;
  ASSIGN_OR_RETURN(const JsonNode* file, Member(node, "artifactLocation", Kind::kObject));
  if (file != nullptr) {
    ASSIGN_OR_RETURN(change.file, ReadFileReference(*file));
  }
  RETURN_IF_ERROR(
      ForEach(node, "replacements", kMaxReplacements, [&](const JsonNode& it) -> absl::Status {
        Replacement replacement;
        ASSIGN_OR_RETURN(const JsonNode* deleted, Member(it, "deletedRegion", Kind::kObject));
        if (deleted != nullptr) {
          ASSIGN_OR_RETURN(replacement.deleted, ReadRegion(*deleted));
        }
        replacement.inserted = LooseText(it, "insertedContent", "text");
        change.replacements.push_back(std::move(replacement));
        return absl::OkStatus();
      }));
  return change;
}

absl::Status ReadFixes(const JsonNode& node, std::vector<Fix>& fixes) {
  return ForEach(node, "fixes", kMaxFixes, [&](const JsonNode& it) -> absl::Status {
    Fix fix;
    fix.description = LooseText(it, "description", "text");
    RETURN_IF_ERROR(
        ForEach(it, "artifactChanges", kMaxLocations, [&](const JsonNode& change) -> absl::Status {
          ASSIGN_OR_RETURN(FileChange read, ReadFileChange(change));
          fix.changes.push_back(std::move(read));
          return absl::OkStatus();
        }));
    fixes.push_back(std::move(fix));
    return absl::OkStatus();
  });
}

absl::Status ReadMessage(const JsonNode& node, UnresolvedResult& read) {
  ASSIGN_OR_RETURN(const JsonNode* message, Member(node, "message", Kind::kObject));
  if (message == nullptr) {
    return absl::InvalidArgumentError("message: missing, wanted an object with \"text\" or \"id\"");
  }
  absl::StatusOr<std::string> text = TextOf(*message, "text");
  if (!text.ok()) return Within("message", text.status());
  const JsonNode& arguments = LooseMember(*message, "arguments");
  for (const JsonNode& it : arguments.items) {
    if (read.arguments.size() == kMaxArguments) break;
    read.arguments.emplace_back(CutToBytes(it.text, kMaxMessageBytes));
  }
  read.message_id = LooseText(*message, "id");
  std::string said = std::move(*text);
  if (said.empty() && read.message_id.empty()) said = LooseText(*message, "markdown");
  if (said.empty() && read.message_id.empty()) {
    return absl::InvalidArgumentError("message: has neither \"text\" nor \"id\"");
  }
  read.result.message =
      WithoutLinks(WithArguments(CutToBytes(said, kMaxMessageBytes), read.arguments));
  return absl::OkStatus();
}

// `rule` repeats and completes what `ruleId` and `ruleIndex` say.
absl::Status ReadRuleReference(const JsonNode& node, UnresolvedResult& read) {
  ASSIGN_OR_RETURN(read.result.rule_id, TextOf(node, "ruleId"));
  ASSIGN_OR_RETURN(read.rule_index, IntegerOf(node, "ruleIndex", -1));
  ASSIGN_OR_RETURN(const JsonNode* rule, Member(node, "rule", Kind::kObject));
  if (rule == nullptr) return absl::OkStatus();
  const auto complete = [&]() -> absl::Status {
    ASSIGN_OR_RETURN(const std::string id, TextOf(*rule, "id"));
    if (read.result.rule_id.empty()) read.result.rule_id = id;
    ASSIGN_OR_RETURN(read.rule_index, IntegerOf(*rule, "index", read.rule_index));
    ASSIGN_OR_RETURN(read.component_index,
                     IntegerOf(LooseMember(*rule, "toolComponent"), "index", -1));
    return absl::OkStatus();
  };
  return Within("rule", complete());
}

// A suppression that somebody has to look at, or has rejected, is none yet.
bool IsSuppressed(const JsonNode& node) {
  const JsonNode& suppressions = LooseMember(node, "suppressions");
  if (!suppressions.Is(Kind::kArray) || suppressions.items.empty()) return false;
  return std::all_of(suppressions.items.begin(), suppressions.items.end(), [](const JsonNode& it) {
    const std::string status = LooseText(it, "status");
    return status.empty() || status == "accepted";
  });
}

void ReadFingerprints(const JsonNode& node, absl::string_view key,
                      std::map<std::string, std::string>& fingerprints) {
  const JsonNode& list = LooseMember(node, key);
  for (size_t i = 0; i < list.keys.size() && fingerprints.size() < kMaxFingerprints; ++i) {
    if (!list.items[i].Is(Kind::kString)) continue;
    fingerprints.emplace(absl::StrCat(key, ".", CutToBytes(list.keys[i], 200)),
                         std::string(CutToBytes(list.items[i].text, 500)));
  }
}

}  // namespace

absl::StatusOr<FileReference> ReadFileReference(const JsonNode& artifact_location) {
  FileReference file;
  ASSIGN_OR_RETURN(file.uri, TextOf(artifact_location, "uri"));
  ASSIGN_OR_RETURN(file.uri_base_id, TextOf(artifact_location, "uriBaseId"));
  ASSIGN_OR_RETURN(file.index, IntegerOf(artifact_location, "index", -1));
  return file;
}

absl::StatusOr<UnresolvedResult> ReadResult(const JsonNode& node) {
  UnresolvedResult read;
  RETURN_IF_ERROR(ReadMessage(node, read));
  RETURN_IF_ERROR(ReadRuleReference(node, read));
  ASSIGN_OR_RETURN(read.result.level, TextOf(node, "level"));
  ASSIGN_OR_RETURN(read.result.kind, TextOf(node, "kind"));
  RETURN_IF_ERROR(ReadLocations(node, "locations", read.result.locations));
  RETURN_IF_ERROR(ReadLocations(node, "relatedLocations", read.result.related));
  RETURN_IF_ERROR(ReadFixes(node, read.result.fixes));
  read.result.steps = ReadSteps(node);
  ReadFingerprints(node, "fingerprints", read.result.fingerprints);
  ReadFingerprints(node, "partialFingerprints", read.result.fingerprints);
  read.result.is_suppressed = IsSuppressed(node);
  read.result.is_absent = LooseText(node, "baselineState") == "absent";
  return read;
}

std::string WithoutLinks(absl::string_view text) {
  std::string plain;
  for (size_t i = 0; i < text.size(); ++i) {
    if (text[i] == '\\' && i + 1 < text.size() && (text[i + 1] == '[' || text[i + 1] == ']')) {
      plain += text[++i];
      continue;
    }
    if (text[i] != '[') {
      plain += text[i];
      continue;
    }
    const size_t stop = text.find_first_of("[]", i + 1);
    const bool is_link =
        stop != absl::string_view::npos && text[stop] == ']' && text.substr(stop + 1, 1) == "(";
    const size_t close =
        is_link ? text.substr(0, stop + 2'002).find(')', stop) : absl::string_view::npos;
    if (close == absl::string_view::npos) {
      plain += '[';
      continue;
    }
    plain.append(text.data() + i + 1, stop - i - 1);
    i = close;
  }
  return plain;
}

std::string WithArguments(absl::string_view text, const std::vector<std::string>& arguments) {
  if (arguments.empty()) return std::string(text);
  std::string filled;
  for (size_t i = 0; i < text.size() && filled.size() <= kMaxMessageBytes; ++i) {
    const bool is_brace = text[i] == '{' || text[i] == '}';
    if (is_brace && i + 1 < text.size() && text[i + 1] == text[i]) {
      filled += text[i++];
      continue;
    }
    const size_t close = text[i] == '{' ? text.substr(0, i + 6).find('}', i) : std::string::npos;
    size_t number = 0;
    if (close == std::string::npos ||
        !absl::SimpleAtoi(text.substr(i + 1, close - i - 1), &number) ||
        number >= arguments.size()) {
      filled += text[i];
      continue;
    }
    absl::StrAppend(&filled, arguments[number]);
    i = close;
  }
  return std::string(CutToBytes(filled, kMaxMessageBytes));
}

}  // namespace allreview::sarif
