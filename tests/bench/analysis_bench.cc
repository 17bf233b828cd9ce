// What the analysis of a whole clone costs, as ratios against peers in the same run.
//
//   bazel run //tests/bench:analysis -- --clone DIR [--commit REV] [--runs N] [--only WORK]
//       [--findings FILE]
//
//   parse     tree-sitter alone, over every Python file
//   index     the same files to facts of a cold index              wanted: at most 2.0 x parse
//   reopen    the index from its SQLite cache, with one question   wanted: at most 0.3 s
//   one rule  every file as new code, with the cheapest rule
//   rules     the same with all rules                              wanted: at most 2.0 x one rule
//   ast-grep  its 30 rules over the same files on disk             wanted: rules at most 1.0 x this
//   two       all rules on two threads, by the wall                wanted: at least 1.75 x faster
//
// CPU seconds are of user and system together; medians over the runs. Memory is what a process
// gains that does nothing but load the index from its cache. The allocator is set as in the
// product. --only does one of these alone, for a profiler. --findings writes what all rules find,
// for comparing two builds.

#include <sys/resource.h>
#include <sys/wait.h>
#include <unistd.h>

#include <algorithm>
#include <chrono>
#include <cstdio>
#include <cstdlib>
#include <filesystem>
#include <fstream>
#include <functional>
#include <map>
#include <memory>
#include <string>
#include <vector>

#include "absl/strings/numbers.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "analyzers/python/grammar.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"
#include "analyzers/rules/analyse.h"
#include "base/hash.h"
#include "base/subprocess.h"
#include "services/analysis/file_facts_cache.h"
#include "tree_sitter/api.h"

namespace allreview {
namespace {

namespace fs = std::filesystem;
using change::ChangedFile;

struct Cost {
  double cpu = 0, wall = 0;
};

double CpuSeconds(int who) {
  rusage usage;
  getrusage(who, &usage);
  return usage.ru_utime.tv_sec + usage.ru_stime.tv_sec +
         1e-6 * (usage.ru_utime.tv_usec + usage.ru_stime.tv_usec);
}

Cost CostOf(const std::function<void()>& work) {
  const double own = CpuSeconds(RUSAGE_SELF), children = CpuSeconds(RUSAGE_CHILDREN);
  const auto start = std::chrono::steady_clock::now();
  work();
  const std::chrono::duration<double> wall = std::chrono::steady_clock::now() - start;
  return {CpuSeconds(RUSAGE_SELF) - own + CpuSeconds(RUSAGE_CHILDREN) - children, wall.count()};
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

int64_t ResidentBytes() {
  std::ifstream file("/proc/self/statm");
  int64_t total = 0, resident = 0;
  file >> total >> resident;
  return resident * sysconf(_SC_PAGESIZE);
}

std::string Git(const std::string& clone, std::vector<std::string> arguments) {
  std::vector<std::string> argv = {"git", "-C", clone};
  argv.insert(argv.end(), arguments.begin(), arguments.end());
  const CallControl control;
  absl::StatusOr<CommandResult> result =
      RunCommand({.argv = argv, .environment = {"LC_ALL=C"}}, control);
  if (!result.ok() || !result->exit.ok()) {
    std::fprintf(stderr, "git %s failed in %s\n", arguments[0].c_str(), clone.c_str());
    std::exit(1);
  }
  return result->output;
}

// The Python files of a commit, written to `folder` too, where ast-grep reads them.
std::vector<ChangedFile> ReadFiles(const std::string& clone, const std::string& commit,
                                   const fs::path& folder) {
  std::vector<ChangedFile> files;
  Git(clone, {"archive", "--format=tar", "-o", (folder / "files.tar").string(), commit});
  const std::string untar =
      absl::StrCat("tar -xf ", (folder / "files.tar").string(), " -C ", folder.string());
  if (std::system(untar.c_str()) != 0) std::exit(1);
  fs::remove(folder / "files.tar");
  for (const auto& entry : fs::recursive_directory_iterator(folder)) {
    if (!entry.is_regular_file()) continue;
    if (entry.path().extension() != ".py") {
      continue;
    }
    std::ifstream input(entry.path(), std::ios::binary);
    ChangedFile& file = files.emplace_back();
    file.path = file.old_path = fs::relative(entry.path(), folder).string();
    file.is_added = true;
    file.language = "python";
    file.after = std::string(std::istreambuf_iterator<char>(input), {});
    file.after_blob_id = GitBlobId(*file.after);
    const int lines = static_cast<int>(std::count(file.after->begin(), file.after->end(), '\n'));
    change::ChangedHunk& hunk = file.hunks.emplace_back();
    hunk.new_start = 1;
    hunk.new_lines = lines;
    for (int line = 1; line <= lines; ++line) hunk.added.push_back(line);
  }
  std::sort(files.begin(), files.end(),
            [](const ChangedFile& a, const ChangedFile& b) { return a.path < b.path; });
  return files;
}

void ParseAll(const std::vector<ChangedFile>& files) {
  TSParser* parser = ts_parser_new();
  ts_parser_set_language(parser, python::Grammar());
  for (const ChangedFile& file : files) {
    ts_tree_delete(ts_parser_parse_string(parser, nullptr, file.after->data(),
                                          static_cast<uint32_t>(file.after->size())));
  }
  ts_parser_delete(parser);
}

// Where an index gets the files and keeps their facts.
repository::Source SourceOf(const std::vector<ChangedFile>& files, change::FactsCache* cache) {
  repository::Source source;
  using File = repository::Source::File;
  source.list = [&files]() -> absl::StatusOr<std::vector<File>> {
    std::vector<File> list;
    for (const ChangedFile& file : files) list.emplace_back(file.path, file.after_blob_id);
    return list;
  };
  source.read = [&files](const std::vector<File>& wanted, const auto& receive) {
    std::map<std::string, const ChangedFile*> by_path;
    for (const ChangedFile& file : files) by_path[file.path] = &file;
    for (const File& file : wanted) receive(file, *by_path[file.first]->after);
    return absl::OkStatus();
  };
  if (cache != nullptr) {
    source.get = [cache](const std::vector<std::string>& ids) { return cache->Get(ids); };
    source.put = [cache](const auto& facts) { cache->Put(facts); };
  }
  return source;
}

// Loads an index and asks what makes it look at every class.
void AskIndex(const std::vector<ChangedFile>& files, change::FactsCache* cache) {
  repository::RepositoryIndex index(SourceOf(files, cache), nullptr);
  repository::Project project(&index);
  if (project.SubclassesOf("torch.nn.Module").empty()) {
    std::fprintf(stderr, "no class of the clone derives from torch.nn.Module\n");
  }
}

// What a process gains that loads the index from its cache: a child, so that no free memory of the
// other works hides it.
int64_t ResidentBytesOfIndex(const std::vector<ChangedFile>& files, const std::string& facts_file) {
  int ends[2];
  if (pipe(ends) != 0) std::exit(1);
  const pid_t child = fork();
  if (child < 0) std::exit(1);
  int64_t gained = 0;
  if (child == 0) {
    const int64_t before = ResidentBytes();
    analysis::FileFactsCache cache({.path = facts_file});
    repository::RepositoryIndex index(SourceOf(files, &cache), nullptr);
    repository::Project project(&index);
    project.SubclassesOf("torch.nn.Module");
    project.CallersOf("megatron.core.utils.divide");
    gained = ResidentBytes() - before;
    _exit(write(ends[1], &gained, sizeof(gained)) == sizeof(gained) ? 0 : 1);
  }
  close(ends[1]);
  if (read(ends[0], &gained, sizeof(gained)) != sizeof(gained)) std::exit(1);
  close(ends[0]);
  waitpid(child, nullptr, 0);
  return gained;
}

// In a child, so that this process keeps none of the memory that it takes.
void FillCache(const std::vector<ChangedFile>& files, const std::string& facts_file) {
  const pid_t child = fork();
  if (child < 0) std::exit(1);
  if (child == 0) {
    {
      analysis::FileFactsCache cache({.path = facts_file});
      AskIndex(files, &cache);
    }
    _exit(0);
  }
  int status = 0;
  if (waitpid(child, &status, 0) != child || status != 0) std::exit(1);
}

rules::AnalysisResult RunRules(const std::vector<ChangedFile>& files, const std::string& only,
                               int threads) {
  rules::AnalysisInput input{.files = files, .is_scan = true, .threads = threads};
  if (!only.empty()) {
    for (const rules::RuleInfo& rule : rules::ListRules()) {
      input.settings[std::string(rule.id)].is_enabled = rule.id == only;
    }
  }
  return rules::Analyze(input);
}

void WriteFindings(const rules::AnalysisResult& result, const std::string& path) {
  std::ofstream output(path);
  for (const rules::Finding& finding : result.findings) {
    output << finding.range.path << ':' << finding.range.first_line << ':'
           << finding.range.first_column << ' ' << finding.rule_id << ' ' << finding.fingerprint
           << ' ' << static_cast<int>(finding.severity) << ' ' << finding.problem << ' '
           << finding.evidence.size() << ' ' << finding.related.size() << '\n';
  }
}

struct Options {
  std::string ast_grep, ast_grep_rules, clone, commit = "HEAD", only, findings;
  int runs = 3;
};

Options ParseOptions(int argc, char** argv) {
  Options options;
  for (int i = 1; i < argc; ++i) {
    std::pair<std::string, std::string> flag = absl::StrSplit(argv[i], absl::MaxSplits('=', 1));
    if (flag.second.empty() && i + 1 < argc) flag.second = argv[++i];
    if (flag.first == "--ast_grep") options.ast_grep = fs::absolute(flag.second);
    if (flag.first == "--rules") options.ast_grep_rules = fs::absolute(flag.second);
    if (flag.first == "--clone") options.clone = flag.second;
    if (flag.first == "--commit") options.commit = flag.second;
    if (flag.first == "--only") options.only = flag.second;
    if (flag.first == "--findings") options.findings = fs::absolute(flag.second);
    if (flag.first == "--runs" && !absl::SimpleAtoi(flag.second, &options.runs)) std::exit(2);
  }
  if (options.clone.empty() || options.runs < 1) {
    std::fprintf(stderr,
                 "usage: bazel run //tests/bench:analysis -- --clone DIR [--commit REV] "
                 "[--runs N] [--only WORK] [--findings FILE]\n");
    std::exit(2);
  }
  return options;
}

int Main(int argc, char** argv) {
  const Options options = ParseOptions(argc, argv);
  std::string folder = (fs::temp_directory_path() / "analysis-bench-XXXXXX").string();
  if (mkdtemp(folder.data()) == nullptr) return 1;
  const fs::path tree = fs::path(folder) / "tree";
  fs::create_directories(tree);
  const std::vector<ChangedFile> files = ReadFiles(options.clone, options.commit, tree);
  size_t bytes = 0;
  for (const ChangedFile& file : files) bytes += file.after->size();
  std::printf("%zu files, %.1f MB, %d runs\n", files.size(), 1e-6 * bytes, options.runs);

  const std::string facts_file = (fs::path(folder) / "facts.map").string();
  FillCache(files, facts_file);
  const double resident = 1e-6 * static_cast<double>(ResidentBytesOfIndex(files, facts_file));
  const auto index = [&](bool is_kept) {
    std::unique_ptr<analysis::FileFactsCache> cache;
    if (is_kept)
      cache = std::make_unique<analysis::FileFactsCache>(
          analysis::FileFactsOptions{.path = facts_file});
    AskIndex(files, cache.get());
  };
  const auto ast_grep = [&] {
    const CallControl control;
    const auto result = RunCommand({.argv = {options.ast_grep, "scan", "-r", options.ast_grep_rules,
                                             "--threads", "1", "--json=compact", tree.string()},
                                    .environment = {"PATH=/usr/bin:/bin"}},
                                   control);
    if (!result.ok() || result->output.size() < 2) std::exit(1);
  };
  const std::string one = "compare-to-nan";
  const std::vector<std::pair<const char*, std::function<void()>>> works = {
      {"parse", [&] { ParseAll(files); }},        {"index", [&] { index(false); }},
      {"reopen", [&] { index(true); }},           {"one rule", [&] { RunRules(files, one, 1); }},
      {"rules", [&] { RunRules(files, "", 1); }}, {"ast-grep", ast_grep},
      {"two", [&] { RunRules(files, "", 2); }},
  };
  if (!options.findings.empty()) WriteFindings(RunRules(files, "", 1), options.findings);
  if (!options.only.empty()) {
    for (const auto& [name, work] : works) {
      if (name != options.only) continue;
      const Cost cost = CostOf(work);
      std::printf("%-9s %7.3f s CPU %7.3f s wall\n", name, cost.cpu, cost.wall);
    }
    fs::remove_all(folder);
    return 0;
  }
  std::map<std::string, std::vector<double>> cpu, wall;
  for (int run = 0; run < options.runs; ++run) {
    for (const auto& [name, work] : works) {
      const Cost cost = CostOf(work);
      cpu[name].push_back(cost.cpu);
      wall[name].push_back(cost.wall);
    }
  }
  for (const auto& [name, work] : works) {
    std::printf("%-9s %7.3f s CPU %7.3f s wall\n", name, Median(cpu[name]), Median(wall[name]));
  }
  const auto ratio = [&](const char* what, const char* peer) {
    return Median(cpu[what]) / Median(cpu[peer]);
  };
  std::printf("index / parse      %.2f\n", ratio("index", "parse"));
  std::printf("reopen             %.3f s\n", Median(wall["reopen"]));
  std::printf("index resident     %.0f MB\n", resident);
  std::printf("rules / ast-grep   %.2f\n", ratio("rules", "ast-grep"));
  std::printf("rules / one rule   %.2f\n", ratio("rules", "one rule"));
  std::printf("two threads        %.2f x\n", Median(wall["rules"]) / Median(wall["two"]));
  fs::remove_all(folder);
  return 0;
}

}  // namespace
}  // namespace allreview

int main(int argc, char** argv) { return allreview::Main(argc, argv); }
