#ifndef ANALYZERS_RULES_CONTRACTS_SIGNATURE_CHANGES_H_
#define ANALYZERS_RULES_CONTRACTS_SIGNATURE_CHANGES_H_

// Definitions that take other arguments than before the change, and the calls of the repository
// that no longer fit.
//
//   SignatureChanges changes(change);
//   for (const SignatureChange& changed : changes.all()) {
//     for (const BrokenCall& call : changes.BrokenBy(changed)) ...
//   }

#include <functional>
#include <map>
#include <optional>
#include <set>
#include <string>
#include <utility>
#include <vector>

#include "absl/container/flat_hash_map.h"
#include "analyzers/rules/contracts/call_shape.h"
#include "analyzers/rules/contracts/callables.h"
#include "analyzers/rules/rule.h"
#include "sentences/sentence.h"

namespace allreview::rules::contracts {

// A function, method or class (whose constructor changed otherwise than by its own __init__).
struct SignatureChange {
  const AnalysedFile* file = nullptr;
  const python::Definition* before = nullptr;
  const python::Definition* after = nullptr;
};

// A call of what a changed definition makes.
struct CallSite {
  const repository::IndexedFile& file;
  const repository::ArgumentFacts& arguments;
  const std::string& symbol;
  const repository::Place& place;
  const Callable& callee;
  // It fitted before the change and does not fit any more.
  std::optional<Misfit> misfit;
};

// A call that fitted before the change and does not fit any more.
struct BrokenCall {
  std::string path, symbol;
  repository::Place place;
  std::string callee;  // As Callable.name.
  Words why;
};

class SignatureChanges {
 public:
  explicit SignatureChanges(ChangeContext& change);

  // By file, in source order.
  const std::vector<SignatureChange>& all() const { return all_; }
  // Calls of the repository, by file.
  void ForEachCall(const SignatureChange& changed,
                   const std::function<void(const CallSite&)>& visit);
  // Those of them that the change leaves as they were and that `is_meant`. Sorted by path and
  // place.
  std::vector<Range> UntouchedCalls(const SignatureChange& changed,
                                    const std::function<bool(const CallSite&)>& is_meant);
  // Sorted by path and place. Each call belongs to one change only.
  std::vector<BrokenCall> BrokenBy(const SignatureChange& changed);
  // The call is one that some change of a signature broke.
  template <typename Call>
  bool IsBrokenByChange(const repository::IndexedFile& file, const Call& call,
                        const Callable& callee);

  Callables& after() { return after_; }
  Callables& before() { return before_; }

 private:
  // Calls of one file as numbers: those of functions, then those of methods. Found once for all
  // changed signatures.
  struct CallsOfFile {
    // By the last part of what is called. Views into the facts of the file.
    absl::flat_hash_map<absl::string_view, std::vector<uint32_t>> by_name;
    // Calls of __init__, which may be of any class, by what they may reach.
    absl::flat_hash_map<std::string, std::vector<uint32_t>> inits_by_origin;
  };

  const CallsOfFile& CallsOf(const repository::IndexedFile& file);
  template <typename Call>
  void Add(const repository::IndexedFile& file, const Call& call, absl::string_view called,
           uint32_t number, CallsOfFile* calls);
  template <typename Call>
  void Visit(const repository::IndexedFile& file, const Call& call, const std::string& origin,
             const std::function<void(const CallSite&)>& visit);

  ChangeContext& change_;
  std::vector<SignatureChange> all_;
  std::set<std::string> names_;  // Absolute, of all.
  FilesBefore files_before_;
  Callables after_, before_;
  std::map<const repository::IndexedFile*, CallsOfFile> calls_;
  std::set<std::pair<std::string, uint32_t>> taken_;  // Path and first byte of calls.
};

template <typename Call>
bool SignatureChanges::IsBrokenByChange(const repository::IndexedFile& file, const Call& call,
                                        const Callable& callee) {
  for (const std::string& origin : callee.origins) {
    if (!names_.count(origin)) continue;
    const CallableRef old = before_.Of(file, call);
    return old != nullptr && !FindMisfit(call, old->parameters);
  }
  return false;
}

// Code of the repository assigns a method anew that decides what the call takes:
// `Router.__init__ = patched`, perhaps by another name of the class.
bool MayBeReplaced(ChangeContext& change, const Callable& callee);

// The only definition of that name, defined whatever happens. Null: there is none.
const python::Definition* OnlyDefinition(const python::Module& module, absl::string_view name);

// Names under which other modules re-export it, too: "pkg.f" when pkg/__init__.py imports
// pkg.mod.f.
std::set<std::string> ReexportsOf(repository::RepositoryIndex& index, const std::string& name);

// "1 call in this repository (a.py:3)", "4 calls in this repository, for example a.py:3". Needs
// one.
Sentence CallsText(const std::vector<Range>& calls);
// A parameter on a new line, else the name.
Node PlaceOfChange(const AnalysedFile& file, const python::Definition& definition);
// The parameters before and after.
Evidence SignatureDelta(const SignatureChange& changed);
// What stands in the definition's header made something elsewhere wrong.
Cause CauseInHeader(const AnalysedFile& file, const python::Definition& definition);

}  // namespace allreview::rules::contracts

#endif  // ANALYZERS_RULES_CONTRACTS_SIGNATURE_CHANGES_H_
