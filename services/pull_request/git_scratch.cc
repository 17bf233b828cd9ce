#include "services/pull_request/git_scratch.h"

#include <dirent.h>
#include <fcntl.h>
#include <sys/prctl.h>
#include <sys/stat.h>
#include <unistd.h>

#include <algorithm>
#include <cerrno>
#include <cstring>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/statusor.h"
#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "base/file.h"
#include "base/status_macros.h"

namespace allreview::pull_request {
namespace {

// What git would otherwise take from configuration that we don't read, and what keeps the output of
// every git version the same.
constexpr char kFixedConfig[] = R"([core]
	hooksPath = /dev/null
	fsmonitor = false
	untrackedCache = false
	attributesFile = /dev/null
	excludesFile = /dev/null
	quotePath = true
	warnAmbiguousRefs = false
	pager = cat
[protocol]
	allow = never
[gc]
	auto = 0
[maintenance]
	auto = false
[diff]
	renameLimit = 1000
	indentHeuristic = true
	suppressBlankEmpty = false
	ignoreSubmodules = dirty
[submodule]
	recurse = false
[fastimport]
	unpackLimit = 0
[pack]
	compression = 0
[advice]
	graftFileDeprecated = false
)";

// Where git and its libraries lie, and what these read. Not /etc as a whole.
constexpr const char* kPrograms[] = {"/usr",   "/bin", "/sbin", "/lib",
                                     "/lib64", "/opt", "/nix",  "/gnu"};
constexpr const char* kReadBySystem[] = {"/etc/ld.so.cache", "/etc/ld.so.preload", "/dev/zero",
                                         "/dev/urandom", "/sys/devices/system/cpu"};

absl::Status SystemError(absl::string_view what, const std::string& path, int error) {
  return absl::UnavailableError(absl::StrCat(what, " \"", path, "\": ", strerror(error)));
}

// Also to what does not exist: git takes that for a file that is not there, and finds it as soon as
// it is.
absl::Status Link(const std::string& target, const std::string& link) {
  if (symlink(target.c_str(), link.c_str()) != 0) return SystemError("cannot make", link, errno);
  return absl::OkStatus();
}

absl::Status MakeDir(const std::string& path) {
  if (mkdir(path.c_str(), 0700) != 0) return SystemError("cannot make the folder", path, errno);
  return absl::OkStatus();
}

// In the form that GIT_ALTERNATE_OBJECT_DIRECTORIES takes: a list separated by ':'.
std::string QuotedForList(absl::string_view path) {
  std::string quoted = "\"";
  for (char c : path) {
    if (c == '"' || c == '\\') quoted += '\\';
    quoted += c;
  }
  return quoted + "\"";
}

std::string ConfigFor(const GitLayout& layout) {
  std::string version = layout.config.Get("core", "", "repositoryformatversion").value_or("0");
  bool is_number = !version.empty() && std::all_of(version.begin(), version.end(), [](char c) {
    return absl::ascii_isdigit(static_cast<unsigned char>(c));
  });
  // Ours comes last and wins.
  return absl::StrCat("[core]\n\trepositoryformatversion = ", is_number ? version : "0", "\n",
                      FormatGitConfig(SafePartOf(layout.config)), kFixedConfig);
}

// The index is copied with its time stamp, because git compares that with those of the files to see
// which of them it must look at.
absl::Status CopyFile(const std::string& from, const std::string& to, const LocalAccess& access) {
  struct stat info;
  if (lstat(from.c_str(), &info) != 0) return absl::OkStatus();  // No index: nothing is tracked.
  ASSIGN_OR_RETURN(std::string content, access.Read(from));
  if (stat(from.c_str(), &info) != 0) return SystemError("cannot read", from, errno);
  RETURN_IF_ERROR(WriteFile(to, content));
  timespec times[2] = {info.st_atim, info.st_mtim};
  if (utimensat(AT_FDCWD, to.c_str(), times, 0) != 0) {
    return SystemError("cannot set the time of", to, errno);
  }
  return absl::OkStatus();
}

}  // namespace

absl::Status GitScratch::MakeFolder(const std::string& config) {
  ASSIGN_OR_RETURN(folder_, ScratchFolder::Make("allreview-git-"));
  path_ = directory_ = folder_->path();
  RETURN_IF_ERROR(MakeDir(path_ + "/objects"));
  RETURN_IF_ERROR(WriteFile(path_ + "/config", config));
  std::string no_home = path_ + "/no-home";
  environment_ = {
      "PATH=/usr/local/bin:/usr/bin:/bin",
      "HOME=" + no_home,
      "XDG_CONFIG_HOME=" + no_home,
      "LC_ALL=C.UTF-8",
      "TZ=UTC",
      "GIT_DIR=" + path_,
      "GIT_CONFIG_NOSYSTEM=1",
      "GIT_CONFIG_SYSTEM=/dev/null",
      "GIT_CONFIG_GLOBAL=/dev/null",
      "GIT_ATTR_NOSYSTEM=1",
      "GIT_TERMINAL_PROMPT=0",
      "GIT_OPTIONAL_LOCKS=0",
      "GIT_NO_LAZY_FETCH=1",
      "GIT_NO_REPLACE_OBJECTS=1",
      "GIT_ALLOW_PROTOCOL=",
      "GIT_ASKPASS=/bin/false",
      "GIT_SSH_COMMAND=/bin/false",
      "GIT_PAGER=cat",
      "GIT_EDITOR=/bin/false",
  };
  return absl::OkStatus();
}

absl::StatusOr<std::unique_ptr<GitScratch>> GitScratch::MakeEmpty() {
  auto scratch = std::unique_ptr<GitScratch>(new GitScratch());
  RETURN_IF_ERROR(scratch->MakeFolder(
      absl::StrCat("[core]\n\trepositoryformatversion = 0\n\tbare = true\n", kFixedConfig)));
  RETURN_IF_ERROR(MakeDir(scratch->path_ + "/refs"));
  RETURN_IF_ERROR(WriteFile(scratch->path_ + "/HEAD", "ref: refs/heads/main\n"));
  return scratch;
}

absl::StatusOr<std::unique_ptr<GitScratch>> GitScratch::Make(const GitLayout& layout,
                                                             const LocalAccess& access) {
  auto scratch = std::unique_ptr<GitScratch>(new GitScratch());
  RETURN_IF_ERROR(scratch->MakeFolder(ConfigFor(layout) + "[core]\n\tbare = true\n"));
  const std::string& path = scratch->path_;
  scratch->environment_.push_back("GIT_ALTERNATE_OBJECT_DIRECTORIES=" +
                                  QuotedForList(layout.common_dir + "/objects"));
  // Git accepts only a regular HEAD; the others it reads through links.
  RETURN_IF_ERROR(WriteFile(path + "/HEAD", layout.head));
  for (const char* name : {"FETCH_HEAD", "MERGE_HEAD", "ORIG_HEAD"}) {
    RETURN_IF_ERROR(Link(absl::StrCat(layout.git_dir, "/", name), absl::StrCat(path, "/", name)));
  }
  for (const char* name : {"refs", "packed-refs", "reftable", "shallow"}) {
    RETURN_IF_ERROR(
        Link(absl::StrCat(layout.common_dir, "/", name), absl::StrCat(path, "/", name)));
  }
  RETURN_IF_ERROR(MakeDir(path + "/logs"));
  RETURN_IF_ERROR(Link(layout.git_dir + "/logs/HEAD", path + "/logs/HEAD"));
  RETURN_IF_ERROR(Link(layout.common_dir + "/logs/refs", path + "/logs/refs"));
  RETURN_IF_ERROR(scratch->Confine(access));
  return scratch;
}

absl::Status GitScratch::Confine(const LocalAccess& access) {
  if (access.is_unrestricted() || host::LandlockRules::Version() == 0) return absl::OkStatus();
  using Rules = host::LandlockRules;
  rules_ =
      std::make_unique<Rules>(Rules::kRead | Rules::kWrite | Rules::kExecute | Rules::kDeviceIoctl);
  for (const char* folder : kPrograms) {
    RETURN_IF_ERROR(rules_->Allow(folder, Rules::kRead | Rules::kExecute));
  }
  for (const char* file : kReadBySystem) RETURN_IF_ERROR(rules_->Allow(file, Rules::kRead));
  RETURN_IF_ERROR(rules_->Allow("/dev/null", Rules::kRead | Rules::kWriteFile | Rules::kTruncate));
  for (const std::string& root : access.roots()) {
    RETURN_IF_ERROR(rules_->Allow(root, Rules::kRead));
  }
  return rules_->Allow(path_, Rules::kRead | Rules::kWrite);
}

SubprocessOptions GitScratch::Command(std::vector<std::string> arguments) const {
  arguments.insert(arguments.begin(), "git");
  SubprocessOptions options = {.argv = std::move(arguments),
                               .environment = environment_,
                               .directory = directory_,
                               .max_memory_bytes = kGitMemoryBytes};
  if (rules_ == nullptr) return options;
  options.before_start = [rules = rules_.get()]() -> absl::Status {
    if (prctl(PR_SET_NO_NEW_PRIVS, 1, 0, 0, 0) != 0) {
      return absl::FailedPreconditionError(
          absl::StrCat("cannot set no_new_privs: ", strerror(errno)));
    }
    return rules->EnforceOnThisThread();
  };
  return options;
}

absl::Status GitScratch::UseIndex(const GitLayout& layout, const LocalAccess& access) {
  const std::string& of_hook = access.index_file();
  const bool is_of_hook = absl::StartsWith(of_hook, layout.git_dir + "/");
  RETURN_IF_ERROR(
      CopyFile(is_of_hook ? of_hook : layout.git_dir + "/index", path_ + "/index", access));
  // A split index keeps most entries in another file.
  if (DIR* folder = opendir(layout.git_dir.c_str()); folder != nullptr) {
    std::vector<std::string> shared;
    while (dirent* entry = readdir(folder)) {
      if (absl::StartsWith(entry->d_name, "sharedindex.")) shared.push_back(entry->d_name);
    }
    closedir(folder);
    for (const std::string& name : shared) {
      RETURN_IF_ERROR(CopyFile(absl::StrCat(layout.git_dir, "/", name),
                               absl::StrCat(path_, "/", name), access));
    }
  }
  if (layout.work_tree.empty()) return absl::OkStatus();
  RETURN_IF_ERROR(MakeDir(path_ + "/info"));
  RETURN_IF_ERROR(CopyFile(layout.common_dir + "/info/exclude", path_ + "/info/exclude", access));
  ASSIGN_OR_RETURN(std::string config, ReadFile(path_ + "/config"));
  RETURN_IF_ERROR(WriteFile(path_ + "/config", config + "[core]\n\tbare = false\n"));
  environment_.push_back("GIT_WORK_TREE=" + layout.work_tree);
  directory_ = layout.work_tree;
  return absl::OkStatus();
}

}  // namespace allreview::pull_request
