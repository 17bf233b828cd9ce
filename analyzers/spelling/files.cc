#include "analyzers/spelling/files.h"

#include <string>

#include "absl/strings/str_cat.h"
#include "base/mapped_file.h"

namespace allreview::spelling {
namespace {

constexpr absl::string_view kMisspellings =
    "/usr/lib/python3/dist-packages/codespell_lib/data/dictionary.txt";
constexpr absl::string_view kWords = "/usr/share/dict/american-english";

Dictionary::Load Reader(absl::string_view path, absl::string_view package) {
  return [path, package]() -> absl::StatusOr<MappedFile> {
    absl::StatusOr<MappedFile> content = MappedFile::Open(std::string(path));
    if (content.ok()) return content;
    return absl::NotFoundError(
        absl::StrCat("'", path, "' cannot be read (Debian package ", package, ")"));
  };
}

}  // namespace

Dictionary::Sources InstalledLists() {
  return {.misspellings = Reader(kMisspellings, "codespell"), .words = Reader(kWords, "wamerican")};
}

}  // namespace allreview::spelling
