#include "analyzers/diff/classify.h"

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/diff/lines.h"

namespace allreview::diff {
namespace {

constexpr size_t kHeadBytes = 2048;

struct Kind {
  absl::string_view name;  // Of a file, or its extension with the dot, in lower case.
  absl::string_view language;
  FileClass file_class;
};

constexpr FileClass kProgram = FileClass::kSource;
constexpr FileClass kText = FileClass::kDocumentation;
constexpr FileClass kSetup = FileClass::kConfiguration;
constexpr FileClass kValues = FileClass::kData;
constexpr FileClass kOpaque = FileClass::kBinary;

constexpr Kind kNames[] = {
    {".bazelrc", "", kSetup},
    {".clang-format", "yaml", kSetup},
    {".coveragerc", "ini", kSetup},
    {".dockerignore", "", kSetup},
    {".editorconfig", "ini", kSetup},
    {".flake8", "ini", kSetup},
    {".gitattributes", "", kSetup},
    {".gitignore", "", kSetup},
    {".gitmodules", "ini", kSetup},
    {".pylintrc", "ini", kSetup},
    {"authors", "", kText},
    {"build", "starlark", kSetup},
    {"build.bazel", "starlark", kSetup},
    {"cargo.lock", "toml", FileClass::kLock},
    {"changelog", "", kText},
    {"cmakelists.txt", "cmake", kSetup},
    {"codeowners", "", kSetup},
    {"composer.lock", "json", FileClass::kLock},
    {"contributing", "", kText},
    {"copying", "", kText},
    {"dockerfile", "dockerfile", kSetup},
    {"flake.lock", "json", FileClass::kLock},
    {"gemfile.lock", "", FileClass::kLock},
    {"go.mod", "", kSetup},
    {"go.sum", "", FileClass::kLock},
    {"gnumakefile", "makefile", kSetup},
    {"jenkinsfile", "groovy", kSetup},
    {"license", "", kText},
    {"makefile", "makefile", kSetup},
    {"manifest.in", "", kSetup},
    {"module.bazel", "starlark", kSetup},
    {"notice", "", kText},
    {"npm-shrinkwrap.json", "json", FileClass::kLock},
    {"package-lock.json", "json", FileClass::kLock},
    {"pdm.lock", "toml", FileClass::kLock},
    {"pipfile", "toml", kSetup},
    {"pipfile.lock", "json", FileClass::kLock},
    {"pnpm-lock.yaml", "yaml", FileClass::kLock},
    {"poetry.lock", "toml", FileClass::kLock},
    {"readme", "", kText},
    {"security", "", kText},
    {"uv.lock", "toml", FileClass::kLock},
    {"version", "", kSetup},
    {"workspace", "starlark", kSetup},
    {"yarn.lock", "", FileClass::kLock},
};

constexpr Kind kExtensions[] = {
    {".7z", "", kOpaque},
    {".a", "", kOpaque},
    {".adoc", "asciidoc", kText},
    {".asm", "assembly", kProgram},
    {".awk", "awk", kProgram},
    {".bash", "shell", kProgram},
    {".bat", "batch", kProgram},
    {".bin", "", kOpaque},
    {".bmp", "", kOpaque},
    {".bz2", "", kOpaque},
    {".bzl", "starlark", kSetup},
    {".c", "c", kProgram},
    {".cc", "c++", kProgram},
    {".cfg", "ini", kSetup},
    {".cjs", "javascript", kProgram},
    {".cl", "opencl", kProgram},
    {".cmake", "cmake", kSetup},
    {".conf", "", kSetup},
    {".cpp", "c++", kProgram},
    {".cs", "c#", kProgram},
    {".css", "css", kProgram},
    {".csv", "csv", kValues},
    {".cu", "cuda", kProgram},
    {".cuh", "cuda", kProgram},
    {".cxx", "c++", kProgram},
    {".dat", "", kValues},
    {".dart", "dart", kProgram},
    {".diff", "diff", kValues},
    {".dll", "", kOpaque},
    {".dylib", "", kOpaque},
    {".ex", "elixir", kProgram},
    {".exe", "", kOpaque},
    {".f90", "fortran", kProgram},
    {".gif", "", kOpaque},
    {".go", "go", kProgram},
    {".gradle", "groovy", kSetup},
    {".groovy", "groovy", kProgram},
    {".gz", "", kOpaque},
    {".h", "c++", kProgram},
    {".hcl", "hcl", kSetup},
    {".hpp", "c++", kProgram},
    {".hs", "haskell", kProgram},
    {".html", "html", kProgram},
    {".hxx", "c++", kProgram},
    {".ico", "", kOpaque},
    {".inc", "c++", kProgram},
    {".ini", "ini", kSetup},
    {".ipynb", "jupyter", kValues},
    {".j2", "jinja", kSetup},
    {".jar", "", kOpaque},
    {".java", "java", kProgram},
    {".jl", "julia", kProgram},
    {".jpeg", "", kOpaque},
    {".jpg", "", kOpaque},
    {".js", "javascript", kProgram},
    {".json", "json", kSetup},
    {".jsonl", "json", kValues},
    {".jsx", "javascript", kProgram},
    {".kt", "kotlin", kProgram},
    {".lock", "", FileClass::kLock},
    {".log", "", kValues},
    {".lua", "lua", kProgram},
    {".m", "objective-c", kProgram},
    {".markdown", "markdown", kText},
    {".md", "markdown", kText},
    {".mdx", "markdown", kText},
    {".mjs", "javascript", kProgram},
    {".mk", "makefile", kSetup},
    {".mm", "objective-c", kProgram},
    {".mp4", "", kOpaque},
    {".nix", "nix", kSetup},
    {".npy", "", kOpaque},
    {".npz", "", kOpaque},
    {".o", "", kOpaque},
    {".parquet", "", kOpaque},
    {".patch", "diff", kValues},
    {".pdf", "", kOpaque},
    {".php", "php", kProgram},
    {".pickle", "", kOpaque},
    {".pkl", "", kOpaque},
    {".pl", "perl", kProgram},
    {".png", "", kOpaque},
    {".proto", "protobuf", kProgram},
    {".ps1", "powershell", kProgram},
    {".pt", "", kOpaque},
    {".pth", "", kOpaque},
    {".ptx", "ptx", kProgram},
    {".py", "python", kProgram},
    {".pyi", "python", kProgram},
    {".pyx", "cython", kProgram},
    {".pxd", "cython", kProgram},
    {".r", "r", kProgram},
    {".rb", "ruby", kProgram},
    {".rs", "rust", kProgram},
    {".rst", "restructuredtext", kText},
    {".s", "assembly", kProgram},
    {".safetensors", "", kOpaque},
    {".scala", "scala", kProgram},
    {".scss", "css", kProgram},
    {".sh", "shell", kProgram},
    {".so", "", kOpaque},
    {".sql", "sql", kProgram},
    {".sub", "shell", kProgram},
    {".sbatch", "shell", kProgram},
    {".slurm", "shell", kProgram},
    {".svg", "svg", kValues},
    {".swift", "swift", kProgram},
    {".tar", "", kOpaque},
    {".tex", "tex", kText},
    {".tf", "hcl", kSetup},
    {".tgz", "", kOpaque},
    {".toml", "toml", kSetup},
    {".ts", "typescript", kProgram},
    {".tsv", "csv", kValues},
    {".tsx", "typescript", kProgram},
    {".ttf", "", kOpaque},
    {".txt", "text", kText},
    {".wav", "", kOpaque},
    {".webp", "", kOpaque},
    {".whl", "", kOpaque},
    {".woff", "", kOpaque},
    {".woff2", "", kOpaque},
    {".xml", "xml", kSetup},
    {".xz", "", kOpaque},
    {".yaml", "yaml", kSetup},
    {".yml", "yaml", kSetup},
    {".zig", "zig", kProgram},
    {".zip", "", kOpaque},
    {".zsh", "shell", kProgram},
};

const Kind* Find(const Kind* begin, const Kind* end, absl::string_view name) {
  const Kind* kind = std::find_if(begin, end, [&](const Kind& k) { return k.name == name; });
  return kind == end ? nullptr : kind;
}

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

// The marks that generators leave in their first lines.
bool SaysGenerated(absl::string_view head) {
  // In two parts, so that this file does not carry the mark itself.
  if (absl::StrContains(head, absl::StrCat("@", "generated"))) return true;
  std::string text = absl::AsciiStrToLower(head);
  if (absl::StrContains(text, "generated by the protocol buffer compiler")) return true;
  return absl::StrContains(text, "generated") &&
         (absl::StrContains(text, "do not edit") || absl::StrContains(text, "do not modify"));
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

const Kind* FindKind(const std::string& name) {
  if (const Kind* kind = Find(std::begin(kNames), std::end(kNames), name)) return kind;
  if (absl::StartsWith(name, "dockerfile")) {
    return Find(std::begin(kNames), std::end(kNames), "dockerfile");
  }
  size_t dot = name.rfind('.');
  if (dot == std::string::npos) return nullptr;
  return Find(std::begin(kExtensions), std::end(kExtensions), absl::string_view(name).substr(dot));
}

// Tables of packages are setup, although they end in .txt; JSON is data where tests keep it.
FileClass Adjust(const Kind& kind, absl::string_view path, const std::string& name) {
  bool is_requirements =
      absl::StartsWith(name, "requirements") || absl::StartsWith(name, "constraints");
  if (kind.name == ".txt" && is_requirements) return kSetup;
  if (kind.file_class == kProgram && IsTestPath(path)) return FileClass::kTest;
  bool is_plain = kind.name == ".json" || kind.name == ".txt" || kind.name == ".yaml" ||
                  kind.name == ".yml" || kind.name == ".xml";
  if (is_plain && (IsDataFolder(path) || absl::StrContains(name, "golden"))) return kValues;
  if (kind.name == ".json" && IsTestPath(path)) return kValues;
  return kind.file_class;
}

}  // namespace

bool IsTestPath(absl::string_view path) {
  bool is_in_folder = AnyFolder(path, [](const std::string& folder) {
    return folder == "test" || folder == "tests" || folder == "__tests__" || folder == "spec" ||
           absl::EndsWith(folder, "_test") || absl::EndsWith(folder, "_tests");
  });
  if (is_in_folder) return true;
  std::string name = absl::AsciiStrToLower(FileName(path));
  absl::string_view stem = absl::string_view(name).substr(0, name.rfind('.'));
  return absl::StartsWith(stem, "test_") || absl::EndsWith(stem, "_test") ||
         absl::EndsWith(stem, "_tests") || absl::EndsWith(stem, ".test") ||
         absl::EndsWith(stem, ".spec") || stem == "conftest";
}

Classification Classify(const FileFacts& facts) {
  if (facts.mode == kModeSubmodule) return {FileClass::kSubmodule, ""};
  if (facts.mode == kModeSymlink) return {FileClass::kSymlink, ""};
  std::string name = absl::AsciiStrToLower(FileName(facts.path));
  const Kind* kind = FindKind(name);
  absl::string_view language = kind != nullptr ? kind->language : LanguageOfShebang(facts.head);
  if (facts.is_binary) return {FileClass::kBinary, language};
  if (kind != nullptr && kind->file_class == FileClass::kLock) return {FileClass::kLock, language};
  if (IsVendored(facts.path)) return {FileClass::kVendored, language};
  if (kind == nullptr && !language.empty()) {
    return {IsTestPath(facts.path) ? FileClass::kTest : FileClass::kSource, language};
  }
  if (kind == nullptr) {
    return {IsDocsFolder(facts.path) ? FileClass::kDocumentation : FileClass::kData, ""};
  }
  FileClass file_class = Adjust(*kind, facts.path, name);
  bool can_be_generated = file_class != kText && file_class != kOpaque;
  if (can_be_generated && (HasGeneratedName(name) || SaysGenerated(facts.head))) {
    return {FileClass::kGenerated, language};
  }
  return {file_class, language};
}

Classification Classify(const Diff& diff, const File& file) {
  bool is_deleted = file.status == Status::kDeleted;
  std::string head;
  HunkRange hunks = diff.hunks(file);
  if (!hunks.empty()) {
    const Hunk& hunk = hunks[0];
    // Only the beginning of a file says what it is.
    if ((is_deleted ? hunk.old_start : hunk.new_start) <= 1) {
      LineReader lines(diff, file, hunk);
      while (std::optional<Line> line = lines.Next()) {
        if (line->kind == (is_deleted ? '+' : '-')) continue;
        absl::StrAppend(&head, line->content.substr(0, 256), "\n");
        if (head.size() > kHeadBytes) break;
      }
    }
  }
  uint32_t mode = is_deleted || file.new_mode == 0 ? file.old_mode : file.new_mode;
  return Classify({.path = file.new_path, .mode = mode, .is_binary = file.is_binary, .head = head});
}

}  // namespace allreview::diff
