#ifndef ANALYZERS_UNDERSTANDING_PROGRAM_H_
#define ANALYZERS_UNDERSTANDING_PROGRAM_H_

// The files of a repository as instructions, and what their names lead to.
//
//   Program program;
//   const uint32_t file = program.Add("pkg/loss.py", ir::Lower(*module));
//   program.AddEncoded("pkg/router.py", bytes);   // ir::Encode: read when somebody asks.
//   program.FindModule("pkg.loss")  ->  file
//
// What the program does not hold is another project's: names in it are external. A file that could
// not be read (bytes that are none of ir::Encode) may define, store and spell out anything.
//
// Filled first, then asked. Files are read as they are asked for: not for several threads.

#include <cstdint>
#include <deque>
#include <optional>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "absl/container/flat_hash_set.h"
#include "absl/strings/string_view.h"
#include "analyzers/ir/code.h"
#include "analyzers/understanding/value.h"

namespace allreview::understanding {

class Program {
 public:
  static constexpr size_t kMaxStores = 64;

  struct File {
    std::string path, module;
    bool is_package = false;
    absl::string_view encoded = {};
    bool is_read = false;
    // From here on known when the file has been read. A module's code is there in any case.
    ir::File code;
    bool has_star_import = false;  // In the body of the module; or nobody knows what is in it.
    // Views of code.names.
    absl::flat_hash_map<absl::string_view, ir::NameId> names;
    absl::flat_hash_map<std::pair<uint32_t, ir::NameId>, ir::Register> locals;  // By code and name.
    absl::flat_hash_map<ir::NameId, uint32_t> codes;  // By name; of equal ones the first.
    absl::flat_hash_map<uint32_t, std::vector<uint32_t>> inner;  // By the code around them.
    absl::flat_hash_set<std::pair<uint32_t, ir::NameId>> captured;
    absl::flat_hash_map<std::pair<uint32_t, ir::NameId>, ir::TypeId> declarations;
    // By local name of the module: the instruction that imports it, when nothing else binds it.
    std::vector<uint32_t> only_imports;
  };

  // The number of the file.
  uint32_t Add(absl::string_view path, ir::File code);
  // The bytes must outlive the program.
  uint32_t AddEncoded(absl::string_view path, absl::string_view bytes);
  // There are files that nobody could list: they may store and spell out anything.
  void NoteMissingFiles() { has_all_files_ = false; }

  uint32_t size() const { return static_cast<uint32_t>(files_.size()); }
  const std::string& path(uint32_t number) const { return files_[number].path; }
  const File& file(uint32_t number) const {
    const File& file = files_[number];
    return file.is_read ? file : Read(number);
  }
  const ir::Code& code(CodeRef ref) const { return file(ref.file).code.codes[ref.code]; }
  absl::string_view name(uint32_t number, ir::NameId name) const {
    return file(number).code.names[name];
  }
  // How many files were read so far.
  int files_read() const { return files_read_; }
  // "pkg.loss.Router.forward"; a module's own name for its body.
  std::string FullName(CodeRef ref) const;

  // By its absolute name; none: it is another project's, or there are several.
  std::optional<uint32_t> FindModule(absl::string_view module) const;
  // Begins the name of a module or package of the program: "pkg" of "pkg.loss".
  bool IsOwnPackage(absl::string_view name) const;
  // The function or class of that qualified name, when there is one.
  std::optional<CodeRef> FindCode(uint32_t file, absl::string_view qualified_name) const;
  // The local name of a code.
  std::optional<ir::Register> FindLocal(CodeRef code, absl::string_view name) const;
  // Every assignment to an attribute of that name stands in one of `codes`, the functions in them
  // included. False, too, when there are more than kMaxStores.
  bool IsStoredOnlyIn(absl::string_view attribute, const std::vector<CodeRef>& codes) const;
  // Something assigns an attribute of that name.
  bool IsStored(absl::string_view attribute) const {
    return !attributes().is_whole || attributes().stores.contains(attribute);
  }
  // Codes that assign an attribute of that name, sorted; of many more than kMaxStores.
  const std::vector<CodeRef>& StoresOf(absl::string_view attribute) const;
  // A file that has the name in its code does: `Router.__init__ = patched`.
  bool IsStoredBeside(absl::string_view attribute, absl::string_view name) const;
  // The code itself assigns an attribute of that name.
  bool IsStoredIn(absl::string_view attribute, CodeRef code) const;
  // Some text of the program is that name: it may be handed to setattr().
  bool IsSpelledOut(absl::string_view name) const {
    return !attributes().is_whole || attributes().texts.contains(name);
  }
  // How many classes bind the name in their bodies, as far as is known.
  int ClassesThatBind(absl::string_view name) const;
  // A function in that code reads its local name.
  bool IsCaptured(CodeRef code, ir::NameId name) const {
    return file(code.file).captured.contains({code.code, name});
  }
  // The annotation of a name in a code: `name: type`.
  std::optional<ir::TypeId> FindDeclaration(CodeRef code, absl::string_view name) const;
  // Functions and classes that stand in a code itself, in order.
  const std::vector<uint32_t>& InnerCodes(CodeRef code) const;

 private:
  // Of all files: made at the first question, without reading them. Views are into the files and
  // their bytes.
  struct Attributes {
    absl::flat_hash_map<absl::string_view, std::vector<CodeRef>> stores = {};  // Who assigns it.
    absl::flat_hash_map<absl::string_view, int> class_names = {};
    absl::flat_hash_set<absl::string_view> texts = {};
    bool is_whole = true;  // These are all.
  };
  File& AddFile(absl::string_view path);
  const File& Read(uint32_t number) const;
  const Attributes& attributes() const;

  mutable std::deque<File> files_;
  mutable int files_read_ = 0;
  bool has_all_files_ = true;
  absl::flat_hash_map<std::string, std::optional<uint32_t>> by_module_;  // None: several.
  absl::flat_hash_map<std::string, int> packages_;
  mutable std::optional<Attributes> attributes_;
};

}  // namespace allreview::understanding

#endif  // ANALYZERS_UNDERSTANDING_PROGRAM_H_
