#include "services/analysis/change_model/intent/intent_kind.h"

#include <algorithm>
#include <iterator>
#include <utility>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"

namespace allreview::analysis {
namespace {

using policy::FileClass;

struct KindName {
  absl::string_view word, kind;
};

constexpr KindName kPrefixes[] = {
    {"fix", "fix"},           {"bugfix", "fix"},     {"hotfix", "fix"},
    {"bug", "fix"},           {"feat", "feature"},   {"feature", "feature"},
    {"refactor", "refactor"}, {"style", "refactor"}, {"perf", "performance"},
    {"cleanup", "refactor"},  {"test", "test"},      {"tests", "test"},
    {"docs", "docs"},         {"doc", "docs"},       {"documentation", "docs"},
    {"build", "build"},       {"ci", "build"},       {"chore", "build"},
    {"deps", "build"},        {"revert", "revert"},
};

constexpr KindName kVerbs[] = {
    {"fix", "fix"},
    {"fixes", "fix"},
    {"fixed", "fix"},
    {"fixing", "fix"},
    {"bugfix", "fix"},
    {"hotfix", "fix"},
    {"correct", "fix"},
    {"repair", "fix"},
    {"resolve", "fix"},
    {"prevent", "fix"},
    {"avoid", "fix"},
    {"add", "feature"},
    {"adds", "feature"},
    {"added", "feature"},
    {"adding", "feature"},
    {"support", "feature"},
    {"implement", "feature"},
    {"introduce", "feature"},
    {"enable", "feature"},
    {"allow", "feature"},
    {"refactor", "refactor"},
    {"simplify", "refactor"},
    {"clean", "refactor"},
    {"cleanup", "refactor"},
    {"rename", "refactor"},
    {"move", "refactor"},
    {"extract", "refactor"},
    {"unify", "refactor"},
    {"reorganize", "refactor"},
    {"restructure", "refactor"},
    {"consolidate", "refactor"},
    {"encapsulate", "refactor"},
    {"deduplicate", "refactor"},
    {"optimize", "performance"},
    {"optimise", "performance"},
    {"speed", "performance"},
    {"accelerate", "performance"},
    {"remove", "removal"},
    {"removes", "removal"},
    {"removed", "removal"},
    {"delete", "removal"},
    {"drop", "removal"},
    {"deprecate", "removal"},
    {"revert", "revert"},
    {"rollback", "revert"},
    {"bump", "build"},
    {"upgrade", "build"},
    {"pin", "build"},
    {"unpin", "build"},
    {"document", "docs"},
    {"test", "test"},
    {"修复", "fix"},
    {"解决", "fix"},
    {"修正", "fix"},
    {"新增", "feature"},
    {"添加", "feature"},
    {"增加", "feature"},
    {"支持", "feature"},
    {"实现", "feature"},
    {"重构", "refactor"},
    {"优化", "performance"},
    {"加速", "performance"},
    {"清理", "refactor"},
    {"删除", "removal"},
    {"移除", "removal"},
    {"回滚", "revert"},
    {"撤销", "revert"},
    {"升级", "build"},
    {"文档", "docs"},
    {"测试", "test"},
};

template <typename Names>
absl::string_view Find(const Names& names, absl::string_view word) {
  const auto found = std::find_if(std::begin(names), std::end(names),
                                  [&](const KindName& name) { return name.word == word; });
  return found == std::end(names) ? absl::string_view() : found->kind;
}

bool IsWordByte(char c) {
  const unsigned char byte = static_cast<unsigned char>(c);
  return absl::ascii_isalnum(byte) || c == '_' || c == '-' || c == '/' || c == '.';
}

// "fix" of "fix(router)!: text", what is in the brackets of "[feat] text", "moe" of "MoE: text";
// the rest of the title stays in `title`. Empty: the title has no prefix any more.
std::string TakePrefix(absl::string_view& title) {
  title = absl::StripLeadingAsciiWhitespace(title);
  if (absl::StartsWith(title, "[")) {
    const size_t end = title.find(']');
    if (end == absl::string_view::npos) return "";
    std::string prefix = absl::AsciiStrToLower(title.substr(1, end - 1));
    title.remove_prefix(end + 1);
    absl::ConsumePrefix(&title, ":");
    return prefix.empty() ? " " : prefix;
  }
  size_t end = 0;
  while (end < title.size() && IsWordByte(title[end])) ++end;
  std::string prefix = absl::AsciiStrToLower(title.substr(0, end));
  absl::string_view rest = title.substr(end);
  if (absl::StartsWith(rest, "("))
    rest.remove_prefix(std::min(rest.find(')'), rest.size() - 1) + 1);
  absl::ConsumePrefix(&rest, "!");
  if (prefix.empty() || !absl::ConsumePrefix(&rest, ":")) return "";
  title = rest;
  return prefix;
}

// What "add" adds, and "update" brings up to date.
absl::string_view KindOfObject(absl::string_view rest) {
  const std::string text = absl::StrCat(" ", absl::AsciiStrToLower(rest), " ");
  const auto has = [&](std::initializer_list<absl::string_view> words) {
    return std::any_of(words.begin(), words.end(),
                       [&](absl::string_view word) { return absl::StrContains(text, word); });
  };
  // "tests for X", not "X for tests": the words in front tell.
  if (has({" unit test", " functional test", " tests for ", " test for ", " tests ",
           " golden value", " test case"})) {
    return "test";
  }
  if (has({" docs ", " readme", " documentation", " docstring", " user guide", " changelog"})) {
    return "docs";
  }
  if (has({" ci ", " workflow", " dockerfile", " docker image", " submodule", " codeowners",
           " dependabot"})) {
    return "build";
  }
  return "";
}

// "avoid redundant copies" mends nothing that was wrong.
bool SavesWork(absl::string_view rest) {
  const std::string text = absl::AsciiStrToLower(rest);
  for (absl::string_view word : {"redundant", "unnecessary", "needless", "extra cop", "reload",
                                 "overhead", "recompil", "duplicate work", "d2h", "h2d"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

absl::string_view KindByVerb(absl::string_view title) {
  title = absl::StripLeadingAsciiWhitespace(title);
  if (absl::StartsWithIgnoreCase(title, "add files via upload")) return "";
  for (absl::string_view adverb : {"fully ", "partially ", "properly ", "temporarily "}) {
    if (absl::StartsWithIgnoreCase(title, adverb)) title.remove_prefix(adverb.size());
  }
  for (const KindName& verb : kVerbs) {
    const bool is_chinese = static_cast<unsigned char>(verb.word[0]) >= 0x80;
    if (is_chinese && absl::StartsWith(title, verb.word)) return verb.kind;
  }
  size_t end = 0;
  while (end < title.size() && absl::ascii_isalpha(static_cast<unsigned char>(title[end]))) ++end;
  const std::string word = absl::AsciiStrToLower(title.substr(0, end));
  // "Add-on …" begins with no verb.
  if (end < title.size() && IsWordByte(title[end])) return "";
  const absl::string_view kind = Find(kVerbs, word);
  if (kind == "fix" && SavesWork(title.substr(end))) return "performance";
  const bool takes_any_object =
      kind == "feature" || kind == "refactor" || kind == "removal" || word == "update";
  const absl::string_view object = takes_any_object ? KindOfObject(title.substr(end)) : "";
  return object.empty() ? kind : object;
}

bool IsTestFile(const ClassifiedFile& file) {
  return file.file_class == FileClass::kTest || paths::IsTestPath(file.path);
}

bool IsBuildFile(const ClassifiedFile& file) {
  if (file.file_class == FileClass::kLock || file.file_class == FileClass::kSubmodule) return true;
  for (absl::string_view place : {".github/", ".gitlab", "ci/", "docker/"}) {
    if (absl::StartsWith(file.path, place)) return true;
  }
  const absl::string_view name =
      absl::string_view(file.path).substr(file.path.rfind('/') + 1);  // npos + 1 is 0.
  for (absl::string_view known : {"Dockerfile", "Jenkinsfile", "requirements", "pyproject.toml",
                                  "setup.py", "setup.cfg", "CODEOWNERS", ".pre-commit"}) {
    if (absl::StartsWith(name, known)) return true;
  }
  return false;
}

absl::string_view KindByFiles(const std::vector<ClassifiedFile>& files) {
  if (files.empty()) return "";
  const auto are = [&](const auto& is_such) {
    return std::all_of(files.begin(), files.end(), is_such);
  };
  if (are([](const ClassifiedFile& f) { return f.file_class == FileClass::kDocumentation; })) {
    return "docs";
  }
  if (are(IsBuildFile)) return "build";
  return are(IsTestFile) ? "test" : "";
}

}  // namespace

std::string KindOfIntent(absl::string_view title, const std::vector<ClassifiedFile>& files) {
  title = absl::StripAsciiWhitespace(title);
  // Names of parts and branches may stand in front: "[dev] MoE: fix …".
  for (int i = 0; i < 4; ++i) {
    const std::string prefix = TakePrefix(title);
    if (prefix.empty()) break;
    if (const absl::string_view kind = Find(kPrefixes, prefix); !kind.empty()) {
      return std::string(kind);
    }
  }
  const absl::string_view kind = KindByVerb(title);
  return std::string(kind.empty() ? KindByFiles(files) : kind);
}

}  // namespace allreview::analysis
