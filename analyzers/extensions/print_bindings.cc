#include "analyzers/extensions/print_bindings.h"

#include <map>
#include <vector>

#include "absl/algorithm/container.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/str_join.h"
#include "base/poll.h"

namespace allreview::extensions {
namespace {

using change::Side;

constexpr absl::string_view kKinds[] = {"function", "class",          "method",    "constructor",
                                        "operator", "implementation", "submodule", "elsewhere"};

struct Calls {
  int fitting = 0, unknown = 0;
  std::vector<std::string> misfits;
};

std::string PlaceOf(const PythonCall& call) {
  return absl::StrCat(call.file->path(), ":", call.call->place.line);
}

// By binding; a call of a name with several counts for each.
class CallTable {
 public:
  CallTable(Extensions& extensions, repository::RepositoryIndex& index) {
    for (const repository::IndexedFile* file : index.AllFiles()) {
      for (const PythonCall& call : extensions.CallsIn(*file)) Add(extensions, call);
    }
  }
  const Calls& Of(const Bound* bound) { return by_bound_[bound]; }
  const std::string& text() const { return text_; }

 private:
  void Add(Extensions& extensions, const PythonCall& call) {
    Poll();
    const std::vector<const Bound*> meant = extensions.BoundTo(call, Side::kRight);
    if (meant.empty()) {
      const auto files = extensions.FilesOf(call);
      if (call.is_operator() || !files || files->empty()) return;
      absl::StrAppend(&text_, "unbound ", call.module, ".", call.name, " ", PlaceOf(call), "\n");
      return;
    }
    const bool is_refused = absl::c_all_of(meant, [&](const Bound* bound) {
      return bound->signature && MisfitOf(*bound->signature, *call.call);
    });
    if (is_refused && !call.call->is_guarded) {
      absl::StrAppend(&text_, "refused ", call.module, ".", call.name, " ", PlaceOf(call), "\n");
    }
    for (const Bound* bound : meant) {
      Calls& calls = by_bound_[bound];
      if (!bound->signature) {
        ++calls.unknown;
      } else if (MisfitOf(*bound->signature, *call.call)) {
        calls.misfits.push_back(PlaceOf(call));
      } else {
        ++calls.fitting;
      }
    }
  }

  std::map<const Bound*, Calls> by_bound_;
  std::string text_;
};

std::string Targets(const Bound& bound) {
  return absl::StrJoin(bound.functions, ", ", [](std::string* out, const FoundFunction& found) {
    absl::StrAppend(out, found.file->path, ":", found.function->line);
  });
}

std::string LineOf(const Bound& bound, const Calls& calls) {
  const BoundName& name = *bound.name;
  std::string line = absl::StrCat(
      bound.file->path, ":", name.line, " ", kKinds[static_cast<size_t>(name.kind)], " ",
      name.module, ".", name.holder, name.holder.empty() ? "" : ".", name.name, " ", name.target,
      " <", MatchName(bound.match), "> ", bound.signature ? Describe(*bound.signature) : "?");
  if (!bound.functions.empty()) absl::StrAppend(&line, " at ", Targets(bound));
  absl::StrAppend(&line, " calls ", calls.fitting, " unknown ", calls.unknown);
  for (const std::string& misfit : calls.misfits) absl::StrAppend(&line, " misfit ", misfit);
  return line;
}

}  // namespace

std::string Describe(const Signature& signature) {
  std::vector<std::string> parts;
  bool is_keyword_only = false;
  for (size_t i = 0; i < signature.parameters.size(); ++i) {
    const Parameter& parameter = signature.parameters[i];
    if (parameter.is_keyword_only && !is_keyword_only) {
      parts.push_back(signature.takes_args ? "*args" : "*");
      is_keyword_only = true;
    }
    parts.push_back(absl::StrCat(parameter.name.empty() ? absl::StrCat("arg", i) : parameter.name,
                                 parameter.has_default ? "=…" : ""));
  }
  if (signature.takes_args && !is_keyword_only) parts.push_back("*args");
  if (signature.takes_kwargs) parts.push_back("**kwargs");
  return absl::StrCat("(", absl::StrJoin(parts, ", "), ")");
}

std::string PrintBindings(Extensions& extensions, repository::RepositoryIndex& index) {
  CallTable calls(extensions, index);
  std::string text;
  std::map<absl::string_view, int> matches;
  int fitting = 0, unknown = 0, misfits = 0;
  for (const Bound& bound : extensions.bound(Side::kRight)) {
    Poll();
    const Calls& of_bound = calls.Of(&bound);
    absl::StrAppend(&text, LineOf(bound, of_bound), "\n");
    ++matches[MatchName(bound.match)];
    fitting += of_bound.fitting;
    unknown += of_bound.unknown;
    misfits += static_cast<int>(of_bound.misfits.size());
  }
  absl::StrAppend(&text, calls.text(), "bindings");
  for (const auto& [match, count] : matches) absl::StrAppend(&text, "; ", match, " ", count);
  absl::StrAppend(&text, "\ncalls; fitting ", fitting, "; unknown ", unknown, "; misfits ", misfits,
                  "\n");
  return text;
}

}  // namespace allreview::extensions
