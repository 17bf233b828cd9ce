#include "analyzers/diff/file_kinds.h"

#include <algorithm>
#include <iterator>

#include "absl/strings/match.h"
#include "base/languages.h"

namespace allreview::diff {
namespace {

constexpr FileClass kProgram = FileClass::kSource;
constexpr FileClass kText = FileClass::kDocumentation;
constexpr FileClass kSetup = FileClass::kConfiguration;
constexpr FileClass kValues = FileClass::kData;
constexpr FileClass kOpaque = FileClass::kBinary;

constexpr FileKind kNames[] = {
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
    {"cmakelists.txt", "cmake", kProgram},
    {"codeowners", "", kSetup},
    {"composer.lock", "json", FileClass::kLock},
    {"contributing", "", kText},
    {"copying", "", kText},
    {"dockerfile", "dockerfile", kProgram},
    {"flake.lock", "json", FileClass::kLock},
    {"gemfile.lock", "", FileClass::kLock},
    {"go.mod", "", kSetup},
    {"go.sum", "", FileClass::kLock},
    {"gnumakefile", "makefile", kProgram},
    {"jenkinsfile", "groovy", kProgram},
    {"license", "", kText},
    {"makefile", "makefile", kProgram},
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

constexpr FileKind kExtensions[] = {
    {".7z", "", kOpaque},          {".a", "", kOpaque},
    {".adoc", "asciidoc", kText},  {".bin", "", kOpaque},
    {".bmp", "", kOpaque},         {".bz2", "", kOpaque},
    {".bzl", "starlark", kSetup},  {".cfg", "ini", kSetup},
    {".conf", "", kSetup},         {".csv", "csv", kValues},
    {".dat", "", kValues},         {".diff", "diff", kValues},
    {".dll", "", kOpaque},         {".dylib", "", kOpaque},
    {".exe", "", kOpaque},         {".gif", "", kOpaque},
    {".gradle", "groovy", kSetup}, {".gz", "", kOpaque},
    {".hcl", "hcl", kSetup},       {".ico", "", kOpaque},
    {".ini", "ini", kSetup},       {".j2", "jinja", kSetup},
    {".jar", "", kOpaque},         {".jpeg", "", kOpaque},
    {".jpg", "", kOpaque},         {".json", "json", kSetup},
    {".jsonl", "json", kValues},   {".lock", "", FileClass::kLock},
    {".log", "", kValues},         {".markdown", "markdown", kText},
    {".md", "markdown", kText},    {".mdx", "markdown", kText},
    {".mp4", "", kOpaque},         {".nix", "nix", kSetup},
    {".npy", "", kOpaque},         {".npz", "", kOpaque},
    {".o", "", kOpaque},           {".parquet", "", kOpaque},
    {".patch", "diff", kValues},   {".pdf", "", kOpaque},
    {".pickle", "", kOpaque},      {".pkl", "", kOpaque},
    {".png", "", kOpaque},         {".pt", "", kOpaque},
    {".pth", "", kOpaque},         {".rst", "restructuredtext", kText},
    {".safetensors", "", kOpaque}, {".so", "", kOpaque},
    {".svg", "svg", kValues},      {".tar", "", kOpaque},
    {".tex", "tex", kText},        {".tf", "hcl", kSetup},
    {".tgz", "", kOpaque},         {".toml", "toml", kSetup},
    {".tsv", "csv", kValues},      {".ttf", "", kOpaque},
    {".txt", "text", kText},       {".wav", "", kOpaque},
    {".webp", "", kOpaque},        {".whl", "", kOpaque},
    {".woff", "", kOpaque},        {".woff2", "", kOpaque},
    {".xml", "xml", kSetup},       {".xz", "", kOpaque},
    {".yaml", "yaml", kSetup},     {".yml", "yaml", kSetup},
    {".zip", "", kOpaque},
};

std::optional<FileKind> Find(const FileKind* begin, const FileKind* end, absl::string_view name) {
  const FileKind* kind =
      std::find_if(begin, end, [&](const FileKind& k) { return k.name == name; });
  if (kind == end) return std::nullopt;
  return *kind;
}

}  // namespace

std::optional<FileKind> FindFileKind(absl::string_view name) {
  if (const auto kind = Find(std::begin(kNames), std::end(kNames), name)) return kind;
  if (absl::StartsWith(name, "dockerfile") && LanguageOfPath(name) == nullptr) {
    return Find(std::begin(kNames), std::end(kNames), "dockerfile");
  }
  const size_t dot = name.rfind('.');
  if (dot == absl::string_view::npos) return std::nullopt;
  if (const ProgrammingLanguage* const language = LanguageOfPath(name)) {
    return FileKind{name.substr(dot), language->name, kProgram};
  }
  return Find(std::begin(kExtensions), std::end(kExtensions), name.substr(dot));
}

}  // namespace allreview::diff
