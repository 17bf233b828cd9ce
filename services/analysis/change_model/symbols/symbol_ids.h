#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOL_IDS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOL_IDS_H_

// The two ways to name a symbol: ids as change_model.proto has them, and absolute names as the
// index has them.
//
//   IdOf("pkg/moe.py", "Router.forward")             ->  "pkg/moe.py:Router.forward"
//   AbsoluteNameOf("pkg/moe.py", "Router.forward")   ->  "pkg.moe.Router.forward"
//   IdOfAbsolute("pkg/moe.py", "pkg.moe.Router")     ->  "pkg/moe.py:Router"
//
// A file whose path is no module name (say "run-me.py") has no absolute names: the index knows its
// symbols by their own.

#include <string>

#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "absl/strings/string_view.h"
#include "absl/strings/strip.h"
#include "analyzers/paths/paths.h"
#include "analyzers/python/module.h"
#include "analyzers/repository/answers.h"
#include "analyzers/repository/dotted_names.h"
#include "base/symbol_id.h"
#include "proto/analysis/v1/change_model.pb.h"
#include "proto/finding/v1/finding.pb.h"

namespace allreview::analysis {

using paths::IsTestPath;

inline std::string IdOf(absl::string_view path, absl::string_view name) {
  return absl::StrCat(path, ":", name);
}
inline std::string IdOf(const v1::ChangedSymbol& symbol) {
  return IdOf(symbol.path(), symbol.name());
}

inline std::string AbsoluteNameOf(absl::string_view path, absl::string_view name) {
  return repository::Join(python::ModuleNameOf(path), name);
}
inline std::string AbsoluteNameOf(const v1::ChangedSymbol& symbol) {
  return AbsoluteNameOf(symbol.path(), symbol.name());
}

inline std::string IdOfAbsolute(absl::string_view path, absl::string_view absolute) {
  const std::string module = python::ModuleNameOf(path);
  if (absolute == module) return IdOf(path, "");
  if (!module.empty()) absl::ConsumePrefix(&absolute, absl::StrCat(module, "."));
  return IdOf(path, absolute);
}

// Path of an id.
inline absl::string_view PathOfId(absl::string_view id) {
  return id.substr(0, PathEndOfSymbolId(id));
}
// Qualified name of an id; empty for a module.
inline absl::string_view NameOfId(absl::string_view id) {
  return id.substr(PathEndOfSymbolId(id) + 1);  // npos + 1 is 0.
}

inline finding::v1::Confidence ToProto(repository::Confidence confidence) {
  switch (confidence) {
    case repository::Confidence::kHigh:
      return finding::v1::CONFIDENCE_HIGH;
    case repository::Confidence::kMedium:
      return finding::v1::CONFIDENCE_MEDIUM;
    case repository::Confidence::kLow:
      return finding::v1::CONFIDENCE_LOW;
  }
  return finding::v1::CONFIDENCE_UNSPECIFIED;
}

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_SYMBOL_IDS_H_
