#include "base/languages.h"

#include "absl/strings/ascii.h"
#include "absl/strings/str_split.h"

namespace allreview {
namespace {

constexpr CommentMark kHash = CommentMark::kHash;
constexpr CommentMark kSlashes = CommentMark::kSlashes;
constexpr CommentMark kDashes = CommentMark::kDashes;
constexpr CommentMark kNone = CommentMark::kNone;

// Those that rules read stand first: they are asked for most.
constexpr ProgrammingLanguage kLanguages[] = {
    {"python", ".py .pyi .pyw", kHash, Reader::kPython},
    {"c++", ".cc .cpp .cxx .h .hpp .hxx .inc .inl .ipp", kSlashes, Reader::kCpp, "cpp"},
    {"cuda", ".cu .cuh", kSlashes, Reader::kCpp},
    {"c", ".c", kSlashes, Reader::kCpp},
    {"assembly", ".asm .s", kNone},
    {"awk", ".awk", kHash},
    {"batch", ".bat", kNone},
    {"c#", ".cs", kSlashes, Reader::kNobody, "csharp"},
    {"cmake", ".cmake", kHash, Reader::kText},
    {"css", ".css .scss", kSlashes},
    {"cython", ".pyx .pxd", kHash},
    {"dart", ".dart", kSlashes},
    {"dockerfile", ".dockerfile", kHash, Reader::kText},
    {"elixir", ".ex", kHash},
    {"fortran", ".f90", kNone},
    {"go", ".go", kSlashes},
    {"groovy", ".groovy", kSlashes},
    {"haskell", ".hs", kDashes},
    {"hcl", "", kHash},
    {"html", ".html", kNone},
    {"ini", "", kHash},
    {"java", ".java", kSlashes},
    {"javascript", ".cjs .js .jsx .mjs", kSlashes},
    {"julia", ".jl", kHash},
    {"jupyter", ".ipynb", kNone, Reader::kNotebook, "json"},
    {"kotlin", ".kt", kSlashes},
    {"lua", ".lua", kDashes},
    {"makefile", ".mk", kHash, Reader::kText},
    {"nix", "", kHash},
    {"objective-c", ".m .mm", kSlashes, Reader::kNobody, "objc"},
    {"opencl", ".cl", kSlashes, Reader::kNobody, "c"},
    {"perl", ".pl", kHash},
    {"php", ".php", kSlashes},
    {"powershell", ".ps1", kHash},
    {"protobuf", ".proto", kSlashes},
    {"ptx", ".ptx", kSlashes, Reader::kNobody, "text"},
    {"r", ".r", kHash},
    {"ruby", ".rb", kHash},
    {"rust", ".rs", kSlashes},
    {"scala", ".scala", kSlashes},
    {"shell", ".bash .sh .sub .sbatch .slurm .zsh", kHash, Reader::kText},
    {"sql", ".sql", kDashes},
    {"starlark", "", kHash, Reader::kNobody, "python"},
    {"swift", ".swift", kSlashes},
    {"toml", "", kHash},
    {"typescript", ".ts .tsx", kSlashes},
    {"yaml", "", kHash, Reader::kText},
    {"zig", ".zig", kSlashes},
};

bool HasSuffix(const ProgrammingLanguage& language, absl::string_view suffix) {
  for (absl::string_view known : absl::StrSplit(language.suffixes, ' ')) {
    if (known == suffix) return !known.empty();
  }
  return false;
}

template <typename Wanted>
std::vector<std::string> Suffixes(Wanted is_wanted) {
  std::vector<std::string> suffixes;
  for (const ProgrammingLanguage& language : kLanguages) {
    if (!is_wanted(language)) continue;
    for (absl::string_view suffix : absl::StrSplit(language.suffixes, ' ', absl::SkipEmpty())) {
      suffixes.emplace_back(suffix);
    }
  }
  return suffixes;
}

}  // namespace

const ProgrammingLanguage* FindLanguage(absl::string_view name) {
  for (const ProgrammingLanguage& language : kLanguages) {
    if (language.name == name) return &language;
  }
  return nullptr;
}

const ProgrammingLanguage* LanguageOfPath(absl::string_view path) {
  const size_t dot = path.find_last_of("./");
  if (dot == absl::string_view::npos || path[dot] == '/') return nullptr;
  const std::string suffix = absl::AsciiStrToLower(path.substr(dot));
  for (const ProgrammingLanguage& language : kLanguages) {
    if (HasSuffix(language, suffix)) return &language;
  }
  return nullptr;
}

Reader ReaderOf(absl::string_view language) {
  const ProgrammingLanguage* const found = FindLanguage(language);
  return found == nullptr ? Reader::kNobody : found->reader;
}

Reader ReaderOfPath(absl::string_view path) {
  const ProgrammingLanguage* const found = LanguageOfPath(path);
  return found == nullptr ? Reader::kNobody : found->reader;
}

absl::string_view FenceOf(absl::string_view language) {
  const ProgrammingLanguage* const found = FindLanguage(language);
  if (found == nullptr) return "";
  return found->fence.empty() ? found->name : found->fence;
}

absl::string_view FenceOfPath(absl::string_view path) {
  const ProgrammingLanguage* const found = LanguageOfPath(path);
  return found == nullptr ? "" : FenceOf(found->name);
}

std::vector<std::string> SuffixesOf(Reader reader) {
  return Suffixes([&](const ProgrammingLanguage& language) { return language.reader == reader; });
}

std::vector<std::string> SuffixesOfParsedFiles() {
  return Suffixes([](const ProgrammingLanguage& language) { return IsParsed(language.reader); });
}

}  // namespace allreview
