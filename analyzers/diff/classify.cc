#include "analyzers/diff/classify.h"

#include <algorithm>
#include <optional>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/diff/file_kinds.h"
#include "analyzers/diff/generated_mark.h"
#include "analyzers/diff/lines.h"
#include "analyzers/paths/paths.h"

namespace allreview::diff {
namespace {

using paths::IsTestPath;

absl::string_view FileName(absl::string_view path) {
  size_t slash = path.rfind('/');
  return slash == absl::string_view::npos ? path : path.substr(slash + 1);
}

// Calls `visit` for each folder of the path, in lower case, until it returns true.
template <typename Visit>
bool AnyFolder(absl::string_view path, Visit visit) {
  for (size_t slash = path.find('/'); slash != absl::string_view::npos; slash = path.find('/')) {
    if (visit(absl::AsciiStrToLower(path.substr(0, slash)))) return true;
    path.remove_prefix(slash + 1);
  }
  return false;
}

bool IsVendored(absl::string_view path) {
  return AnyFolder(path, [](const std::string& folder) {
    return folder == "third_party" || folder == "third-party" || folder == "thirdparty" ||
           folder == "vendor" || folder == "vendored" || folder == "node_modules" ||
           folder == "site-packages" || folder == "3rdparty";
  });
}

bool IsDataFolder(absl::string_view path) {
  return AnyFolder(path, [](const std::string& folder) {
    return folder == "testdata" || folder == "test_data" || folder == "fixtures" ||
           folder == "golden" || folder == "goldens" || folder == "snapshots" ||
           folder == "__snapshots__" || absl::StrContains(folder, "golden_values");
  });
}

bool IsDocsFolder(absl::string_view path) {
  return AnyFolder(path,
                   [](const std::string& folder) { return folder == "docs" || folder == "doc"; });
}

bool HasGeneratedName(const std::string& name) {
  for (absl::string_view end : {"_pb2.py", "_pb2.pyi", "_pb2_grpc.py", ".pb.go", ".pb.h", ".pb.cc",
                                ".min.js", ".min.css", ".g.dart", "_generated.h"}) {
    if (absl::EndsWith(name, end)) return true;
  }
  return false;
}

// The interpreter of a "#!" line.
absl::string_view LanguageOfShebang(absl::string_view head) {
  if (!absl::StartsWith(head, "#!")) return "";
  absl::string_view line = head.substr(0, head.find('\n'));
  if (absl::StrContains(line, "python")) return "python";
  if (absl::StrContains(line, "node")) return "javascript";
  if (absl::StrContains(line, "perl")) return "perl";
  if (absl::StrContains(line, "ruby")) return "ruby";
  if (absl::EndsWith(line, "sh") || absl::StrContains(line, "sh ")) return "shell";
  return "";
}

// Definitions of CI jobs: YAML that holds shell commands.
bool IsWorkflow(absl::string_view path, const std::string& name) {
  for (absl::string_view known :
       {".gitlab-ci.yml", ".travis.yml", ".drone.yml", "azure-pipelines.yml",
        "bitbucket-pipelines.yml", "action.yml", "action.yaml"}) {
    if (name == known) return true;
  }
  if (!absl::EndsWith(name, ".yml") && !absl::EndsWith(name, ".yaml")) return false;
  return absl::StartsWith(path, ".github/workflows/") || absl::StartsWith(path, ".circleci/") ||
         absl::StartsWith(path, ".buildkite/");
}

// Tables of packages are setup, although they end in .txt; JSON is data where tests keep it.
FileClass Adjust(const FileKind& kind, absl::string_view path, const std::string& name) {
  bool is_requirements =
      absl::StartsWith(name, "requirements") || absl::StartsWith(name, "constraints");
  if (kind.name == ".txt" && is_requirements) return FileClass::kConfiguration;
  if (IsWorkflow(path, name)) return FileClass::kSource;
  if (kind.file_class == FileClass::kSource && IsTestPath(path)) return FileClass::kTest;
  bool is_plain = kind.name == ".json" || kind.name == ".txt" || kind.name == ".yaml" ||
                  kind.name == ".yml" || kind.name == ".xml";
  if (is_plain && (IsDataFolder(path) || absl::StrContains(name, "golden")))
    return FileClass::kData;
  if (kind.name == ".json" && IsTestPath(path)) return FileClass::kData;
  return kind.file_class;
}

// By name and interpreter, whatever else may be said of the file.
Classification ClassifyText(const FileFacts& facts) {
  const std::string name = absl::AsciiStrToLower(FileName(facts.path));
  const std::optional<FileKind> kind = FindFileKind(name);
  if (kind) return {Adjust(*kind, facts.path, name), kind->language};
  const absl::string_view language = LanguageOfShebang(facts.head);
  if (!language.empty()) {
    return {IsTestPath(facts.path) ? FileClass::kTest : FileClass::kSource, language};
  }
  return {IsDocsFolder(facts.path) ? FileClass::kDocumentation : FileClass::kData, ""};
}

bool IsProgramText(FileClass file_class) {
  return file_class == FileClass::kSource || file_class == FileClass::kTest;
}

bool IsMarked(FileClass file_class) {
  return file_class == FileClass::kGenerated || file_class == FileClass::kVendored;
}

// Another mark than before excuses nothing: a file that goes into a marked name as it loses the
// mark in its head is marked by the change.
bool HaveMarkInCommon(const FileFacts& before, const FileFacts& after) {
  const auto has_name = [](const FileFacts& facts) {
    return HasGeneratedName(absl::AsciiStrToLower(FileName(facts.path)));
  };
  const auto has_mark = [](const FileFacts& facts) {
    return !FindGeneratedMark(facts.head).empty();
  };
  return (IsVendored(before.path) && IsVendored(after.path)) ||
         (has_name(before) && has_name(after)) || (has_mark(before) && has_mark(after));
}

// The first lines of a version, when the change shows them; `other` is the sign of lines that only
// the other version has.
std::string HeadOf(const Diff& diff, const File& file, char other) {
  std::string head;
  const HunkRange hunks = diff.hunks(file);
  if (hunks.empty()) return head;
  const Hunk& hunk = hunks[0];
  // Only the beginning of a file says what it is.
  if ((other == '+' ? hunk.old_start : hunk.new_start) > 1) return head;
  LineReader lines(diff, file, hunk);
  while (std::optional<Line> line = lines.Next()) {
    if (line->kind == other) continue;
    absl::StrAppend(&head, line->content.substr(0, 256), "\n");
    if (static_cast<int64_t>(head.size()) > kHeadBytes) break;
  }
  return head;
}

}  // namespace

Classification Classify(const FileFacts& facts) {
  if (facts.mode == kModeSubmodule) return {FileClass::kSubmodule, ""};
  if (facts.mode == kModeSymlink) return {FileClass::kSymlink, ""};
  const Classification text = ClassifyText(facts);
  if (facts.is_binary) return {FileClass::kBinary, text.language};
  if (text.file_class == FileClass::kLock) return text;
  if (IsVendored(facts.path)) return {FileClass::kVendored, text.language};
  const std::string name = absl::AsciiStrToLower(FileName(facts.path));
  const bool can_be_generated = FindFileKind(name).has_value() &&
                                text.file_class != FileClass::kDocumentation &&
                                text.file_class != FileClass::kBinary;
  if (can_be_generated && (HasGeneratedName(name) || !FindGeneratedMark(facts.head).empty())) {
    return {FileClass::kGenerated, text.language};
  }
  return text;
}

// The class decides whether program text must be reviewed, so a change does not choose it. What
// excuses program text (a mark in its head, a name such as x_pb2.py, a folder such as vendor/)
// counts only where the file had it before, too: new files, copies, and files that the change marks
// or moves there, are program text like any other. Neither binary content nor a symbolic link makes
// a path such as x.py anything else: the interpreter may still run it.
Classification Classify(const Diff& diff, const File& file) {
  const bool is_deleted = file.status == Status::kDeleted;
  const std::string head = HeadOf(diff, file, is_deleted ? '+' : '-');
  const uint32_t mode = is_deleted || file.new_mode == 0 ? file.old_mode : file.new_mode;
  FileFacts facts{.path = file.new_path, .mode = mode, .head = head};
  const Classification text = ClassifyText(facts);
  facts.is_binary = file.is_binary && (is_deleted || !IsProgramText(text.file_class));
  const Classification kind = Classify(facts);
  const bool is_excused = IsProgramText(text.file_class) && !IsProgramText(kind.file_class) &&
                          kind.file_class != FileClass::kSubmodule;
  if (is_deleted || !is_excused) return kind;
  if (IsMarked(kind.file_class) &&
      (file.status == Status::kModified || file.status == Status::kRenamed)) {
    const std::string old_head = HeadOf(diff, file, '+');
    const FileFacts before{.path = file.old_path, .mode = file.old_mode, .head = old_head};
    const Classification old_text = ClassifyText(before);
    const bool was_code = IsProgramText(old_text.file_class) && old_text.language == text.language;
    if (was_code && HaveMarkInCommon(before, facts)) return kind;
  }
  return text;
}

}  // namespace allreview::diff
