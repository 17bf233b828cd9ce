#ifndef ANALYZERS_REPOSITORY_REPOSITORY_INDEX_H_
#define ANALYZERS_REPOSITORY_REPOSITORY_INDEX_H_

// Facts of every Python file of the repository after the change, loaded at the first question.
//
//   for (IndexedFile* file : index.FilesMentioning("all_reduce")) {
//     for (const CallFacts& call : file->facts().calls) { ... file->Absolute(call.callee) ... }
//   }
//
// What the cache lacks is read and parsed once and put there. Safe from any thread.

#include <functional>
#include <map>
#include <memory>
#include <mutex>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/base/thread_annotations.h"
#include "absl/container/flat_hash_map.h"
#include "absl/status/statusor.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/facts.h"
#include "analyzers/repository/links.h"
#include "analyzers/repository/part_index.h"
#include "base/mutex.h"
#include "base/name_hash.h"
#include "base/shared_bytes.h"

namespace allreview::repository {

class IndexedFile {
 public:
  // Encoded facts, where the cache keeps them; empty: nothing is known of the file.
  IndexedFile(std::string path, SharedBytes bytes)
      : path_(std::move(path)),
        module_(python::ModuleNameOf(path_)),
        bytes_(std::move(bytes)),
        identifiers_(IdentifiersOfFacts(bytes_.view())) {}
  IndexedFile(std::string path, FileFacts facts)
      : IndexedFile(std::move(path), SharedBytes(EncodeFacts(facts))) {
    decoded_ = std::make_unique<Decoded>();
    decoded_->facts = std::move(facts);
  }
  IndexedFile(const IndexedFile&) = delete;  // Views point into it.
  IndexedFile& operator=(const IndexedFile&) = delete;

  const std::string& path() const { return path_; }
  const std::string& module() const { return module_; }
  bool is_package() const;
  absl::string_view encoded_facts() const { return bytes_.view(); }
  bool Mentions(absl::string_view part) const { return FactsMention(encoded_facts(), part); }
  // In its code.
  bool HasIdentifier(absl::string_view word) const { return HasWord(identifiers_, word); }
  // In its code or its strings.
  bool HasWordAnywhere(absl::string_view word) const {
    return HasIdentifier(word) || HasWord(StringWordsOfFacts(encoded_facts()), word);
  }
  // At the first call decoded, if need be. Empty when nothing is known of the file. Safe from any
  // thread.
  const FileFacts& facts() const { return decoded().facts; }
  // By name qualified within the file; the last one of that name. Null: none.
  const DefinitionFacts* FindDefinition(absl::string_view name) const;
  bool is_known() const { return !bytes_.empty(); }
  // "..utils.f" in megatron/core/x.py -> "megatron.utils.f".
  std::string Absolute(absl::string_view as_written) const {
    return python::AbsoluteName(as_written, module_, is_package());
  }

 private:
  // Most files of a repository are never asked for more than words: their lists stay encoded.
  struct Decoded {
    FileFacts facts;
    absl::flat_hash_map<absl::string_view, const DefinitionFacts*, NameHash> by_name;
  };
  const Decoded& decoded() const;

  const std::string path_, module_;
  const SharedBytes bytes_;
  const absl::string_view identifiers_;  // In `bytes_`.
  mutable std::once_flag are_facts_ready_;
  mutable std::unique_ptr<Decoded> decoded_;  // Null: nobody has asked.
};

// Where the index gets what it lacks. All may be empty but `threads`.
struct Source {
  using File = std::pair<std::string, std::string>;  // Path, blob id.
  std::function<absl::StatusOr<std::vector<File>>()> list;
  // Other paths of listed files, by which modules may be imported, too.
  std::function<std::vector<Link>()> links;
  std::function<absl::Status(
      const std::vector<File>& files,
      const std::function<void(const File&, absl::StatusOr<std::string>)>& receive)>
      read;
  std::function<std::vector<std::optional<SharedBytes>>(const std::vector<std::string>& ids)> get;
  std::function<void(const std::vector<std::pair<std::string, SharedBytes>>& facts)> put;
  python::ParseLimits limits;
  int threads = 1;
  std::function<bool()> should_stop;
  std::function<void(int64_t done, int64_t total)> on_progress;
};

class RepositoryIndex {
 public:
  // `changed`, called once when the index is needed: the changed files as they are after the
  // change, each once. Of one that is gone nothing is known.
  using Changed = std::function<std::vector<std::unique_ptr<IndexedFile>>()>;
  RepositoryIndex(Source source, Changed changed)
      : source_(std::move(source)), changed_(std::move(changed)) {}

  // Files whose facts have that name, "f" or "ops.f", between the dots of some name, sorted by
  // path. Without a repository: of the changed files.
  std::vector<IndexedFile*> FilesMentioning(absl::string_view name);
  // Files that may name it, sorted by path: "pkg.ops.scale" as they would write it, by absolute or
  // relative import, or from inside of its own module. A sieve: look at the facts.
  std::vector<IndexedFile*> FilesNaming(absl::string_view absolute_name);
  // Files whose code has the identifier, sorted by path.
  std::vector<IndexedFile*> FilesWithIdentifier(absl::string_view identifier);
  // Files whose code or strings have the word, sorted by path.
  std::vector<IndexedFile*> FilesWithWord(absl::string_view word);
  // All files, sorted by path.
  std::vector<IndexedFile*> AllFiles();
  // File of an absolute module name. Null: there is none, or several. By the name of a symbolic
  // link it is the file to which that leads, which has another name of its own.
  IndexedFile* FindModule(absl::string_view module);
  // The whole repository could be listed and read.
  bool is_complete();

  int files_cached() const { return files_cached_; }
  int files_parsed() const { return files_parsed_; }

 private:
  void Load() {
    std::call_once(is_loaded_, [this] { LoadOnce(); });
  }
  void LoadOnce();
  struct Candidates {
    std::vector<IndexedFile*> files;
    bool are_certain = false;  // Each of them mentions the name.
  };
  Candidates CandidatesFor(absl::string_view name);
  // Null as long as it does not pay. It stays when it is there.
  const PartIndex* Parts();
  void AddLinks();
  void ReadMissing(const std::vector<Source::File>& missing);

  Source source_;
  Changed changed_;
  std::once_flag is_loaded_;
  bool is_complete_ = false;
  int files_cached_ = 0, files_parsed_ = 0;
  std::vector<std::unique_ptr<IndexedFile>> files_;  // Sorted by path.
  Mutex mutex_;
  int free_searches_ ABSL_GUARDED_BY(mutex_) = 0;             // Before the index of parts pays.
  std::unique_ptr<PartIndex> parts_ ABSL_GUARDED_BY(mutex_);  // Null until it pays.
  // By absolute name. Null: several have it.
  absl::flat_hash_map<absl::string_view, IndexedFile*, NameHash> by_module_;
  std::map<std::string, IndexedFile*, std::less<>> by_linked_module_;
};

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_REPOSITORY_INDEX_H_
