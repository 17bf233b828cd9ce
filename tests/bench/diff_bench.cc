// Speed and memory of the diff engine, as ratios against `git apply --numstat` and the npm package
// gitdiff-parser in the same run.
//
//   bazel run //tests/bench:diff -- FILE.diff...
//   bazel run //tests/bench:diff -- --pathological
//
// All figures are medians of CPU time (user and system) on one core, after one run to warm up. Of
// git the time of an almost empty patch is taken off, so that starting a process does not count. Of
// the npm package only parsing counts, with the text in memory and node warm, as for us.

#include <malloc.h>
#include <sys/resource.h>
#include <sys/wait.h>
#include <time.h>
#include <unistd.h>

#include <algorithm>
#include <cstdio>
#include <cstdlib>
#include <fstream>
#include <functional>
#include <iterator>
#include <optional>
#include <string>
#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "analyzers/diff/classify.h"
#include "analyzers/diff/complexity.h"
#include "analyzers/diff/intraline.h"
#include "analyzers/diff/lines.h"
#include "analyzers/diff/moved.h"
#include "analyzers/diff/pairing.h"
#include "analyzers/diff/unified_diff.h"
#include "tests/bench/diff_inputs.h"

namespace allreview::diff {
namespace {

constexpr int kRuns = 11;

double CpuSeconds() {
  timespec now{};
  clock_gettime(CLOCK_PROCESS_CPUTIME_ID, &now);
  return now.tv_sec + now.tv_nsec * 1e-9;
}

double Median(std::vector<double> values) {
  std::sort(values.begin(), values.end());
  return values[values.size() / 2];
}

double MedianCpu(int runs, const std::function<void()>& work) {
  std::vector<double> times;
  work();
  for (int run = 0; run < runs; ++run) {
    double start = CpuSeconds();
    work();
    times.push_back(CpuSeconds() - start);
  }
  return Median(times);
}

// CPU seconds of one process; its output goes to a file.
double ProcessCpu(std::vector<std::string> arguments, const std::string& output) {
  std::fflush(stdout);  // Or the child would write it, too.
  pid_t child = fork();
  if (child == 0) {
    if (freopen(output.c_str(), "w", stdout) == nullptr) _exit(126);
    std::vector<char*> argv;
    for (std::string& argument : arguments) argv.push_back(argument.data());
    argv.push_back(nullptr);
    execvp(argv[0], argv.data());
    _exit(127);
  }
  int status = 0;
  rusage usage{};
  wait4(child, &status, 0, &usage);
  if (!WIFEXITED(status) || WEXITSTATUS(status) != 0) {
    std::fprintf(stderr, "%s failed; is it on PATH, and does it accept the patch?\n",
                 arguments[0].c_str());
    std::exit(1);
  }
  auto seconds = [](timeval t) { return t.tv_sec + t.tv_usec * 1e-6; };
  return seconds(usage.ru_utime) + seconds(usage.ru_stime);
}

std::string ReadAll(const std::string& path) {
  std::ifstream file(path, std::ios::binary);
  if (!file) {
    std::fprintf(stderr, "%s: cannot be read\n", path.c_str());
    std::exit(2);
  }
  return std::string(std::istreambuf_iterator<char>(file), {});
}

std::string TemporaryFile(absl::string_view content) {
  std::string path = "/tmp/allreview_bench_XXXXXX";
  int descriptor = mkstemp(path.data());
  if (descriptor < 0 ||
      write(descriptor, content.data(), content.size()) != static_cast<ssize_t>(content.size())) {
    std::perror("temporary file");
    std::exit(1);
  }
  close(descriptor);
  return path;
}

double GitCpu(const std::string& path, const std::string& output) {
  std::vector<double> times;
  for (int run = 0; run <= kRuns; ++run) {
    times.push_back(ProcessCpu({"git", "apply", "--numstat", path}, output));
  }
  return Median(times);
}

// Lines of both sides as `git apply --numstat` sums them.
std::pair<int64_t, int64_t> SumNumstat(const std::string& path) {
  int64_t added = 0, removed = 0;
  std::ifstream file(path);
  for (std::string line; std::getline(file, line);) {
    long long plus = 0, minus = 0;
    if (std::sscanf(line.c_str(), "%lld %lld", &plus, &minus) == 2) added += plus, removed += minus;
  }
  return {added, removed};
}

size_t g_sink = 0;

void WalkLines(const Diff& diff) {
  for (const File& file : diff.files()) {
    for (const Hunk& hunk : diff.hunks(file)) {
      LineReader lines(diff, file, hunk);
      while (std::optional<Line> line = lines.Next()) g_sink += line->content.size();
    }
  }
}

void CompareAll(const Diff& diff) {
  std::vector<bool> is_code;
  for (const File& file : diff.files()) {
    FileClass kind = Classify(diff, file).file_class;
    is_code.push_back(kind == FileClass::kSource || kind == FileClass::kTest);
    if (!is_code.back()) continue;
    for (const Hunk& hunk : diff.hunks(file)) {
      for (const PairedLines& pair : PairLines(diff, file, hunk)) {
        g_sink += CompareLines(pair.before.content, pair.after.content).old_spans.size();
      }
    }
  }
  g_sink += FindMovedBlocks(diff, [&](uint32_t index) { return is_code[index]; }).size();
  g_sink += MeasureComplexity(diff).score;
}

size_t HeapBytes() {
  struct mallinfo2 info = mallinfo2();
  return info.uordblks + info.hblkhd;
}

// What a model keeps on the heap, measured at the allocator.
double HeapRatio(absl::string_view text) {
  size_t before = HeapBytes();
  Diff diff = ParseUnifiedDiff(text);
  return static_cast<double>(HeapBytes() - before) / std::max<size_t>(text.size(), 1);
}

void Report(const char* what, double seconds, size_t bytes, double git_seconds) {
  std::printf("  %-44s %8.2f ms %8.0f MB/s %7.2fx git\n", what, seconds * 1e3,
              bytes / seconds / 1e6, git_seconds / seconds);
}

void BenchFile(const std::string& path, const std::string& npm_script,
               const std::string& npm_parser) {
  std::string text = ReadAll(path), output = TemporaryFile("");
  std::string small = TemporaryFile("--- a/x\n+++ b/x\n@@ -1 +1 @@\n-a\n+b\n");
  double start = GitCpu(small, output), git = std::max(GitCpu(path, output) - start, 1e-6);
  auto [added, removed] = SumNumstat(output);
  double parse = MedianCpu(kRuns, [&] { g_sink += ParseUnifiedDiff(text).files().size(); });
  double walk = MedianCpu(kRuns, [&] { WalkLines(ParseUnifiedDiff(text)); });
  double all = MedianCpu(3, [&] { CompareAll(ParseUnifiedDiff(text)); });
  ProcessCpu({"node", npm_script, npm_parser, path, "7"}, output);
  double npm = 0;
  std::ifstream(output) >> npm;
  Diff diff = ParseUnifiedDiff(text);
  std::printf("%s: %.2f MB, %zu files, +%lld -%lld%s\n", path.c_str(), text.size() / 1e6,
              diff.files().size(), static_cast<long long>(diff.additions()),
              static_cast<long long>(diff.deletions()),
              diff.additions() == added && diff.deletions() == removed ? " (as git counts)"
                                                                       : " (GIT DIFFERS)");
  Report("git apply --numstat, less its start", git, text.size(), git);
  Report("gitdiff-parser (npm)", npm, text.size(), git);
  Report("model", parse, text.size(), git);
  Report("model, and every line walked", walk, text.size(), git);
  Report("model, classes, pairs, spans, moved, label", all, text.size(), git);
  std::printf("  model against gitdiff-parser: %.0fx; model beyond the text: %.3f of it\n",
              npm / parse, HeapRatio(text));
  unlink(output.c_str());
  unlink(small.c_str());
}

void BenchPathological() {
  std::printf("%-44s %10s %10s %9s %8s %7s\n", "input", "n MB", "n ms", "2n ms", "2n/n", "memory");
  for (const PathologicalInput& input : PathologicalInputs()) {
    double seconds[2];
    std::string text;
    for (int i : {1, 0}) {
      text = input.make(input.size << i);
      seconds[i] = MedianCpu(5, [&] {
        Diff diff = ParseUnifiedDiff(text, {.max_files = 1 << 20});
        g_sink += diff.files().size();
        if (input.is_compared) CompareAll(diff);
      });
    }
    std::printf("%-44s %10.2f %10.2f %9.2f %8.2f %7.2f\n", input.name.c_str(), text.size() / 1e6,
                seconds[0] * 1e3, seconds[1] * 1e3, seconds[1] / seconds[0], HeapRatio(text));
  }
}

// A path as the caller wrote it: `bazel run` changes the folder.
std::string FromCaller(const std::string& path) {
  const char* folder = std::getenv("BUILD_WORKING_DIRECTORY");
  return folder == nullptr || path[0] == '/' ? path : absl::StrCat(folder, "/", path);
}

int Run(const std::vector<std::string>& arguments) {
  if (arguments.size() < 3) {
    std::fprintf(stderr, "usage: bazel run //tests/bench:diff -- --pathological | FILE...\n");
    return 2;
  }
  for (size_t i = 2; i < arguments.size(); ++i) {
    if (arguments[i] == "--pathological") {
      BenchPathological();
    } else {
      BenchFile(FromCaller(arguments[i]), arguments[0], arguments[1]);
    }
  }
  return g_sink == 0;
}

}  // namespace
}  // namespace allreview::diff

int main(int argc, char** argv) {
  return allreview::diff::Run(std::vector<std::string>(argv + 1, argv + argc));
}
