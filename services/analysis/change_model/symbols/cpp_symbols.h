#ifndef SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_CPP_SYMBOLS_H_
#define SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_CPP_SYMBOLS_H_

// Functions and kernels of C++ and CUDA that the change adds, removes, edits or moves to another
// file, with their signatures on either side.
//
//   for (v1::ChangedSymbol& symbol : CppSymbols(change.cpp_files())) ...
//
// Compared by their tokens, without comments: a function that is only laid out anew is not listed.
// Names are those that a reader of the file uses: "Router::route", without namespaces.

#include <vector>

#include "analyzers/change/analysed_file.h"
#include "proto/analysis/v1/change_model.pb.h"

namespace allreview::analysis {

// Sorted by path, then position.
std::vector<v1::ChangedSymbol> CppSymbols(const std::vector<change::AnalysedCppFile>& files);

}  // namespace allreview::analysis

#endif  // SERVICES_ANALYSIS_CHANGE_MODEL_SYMBOLS_CPP_SYMBOLS_H_
