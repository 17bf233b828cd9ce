// pickle.load and its kin on what comes from a file or socket.

#include <algorithm>
#include <string>

#include "absl/strings/ascii.h"
#include "absl/strings/match.h"
#include "absl/strings/str_cat.h"
#include "analyzers/rules/rule.h"
#include "analyzers/rules/security/sources.h"
#include "analyzers/rules/shared/function_body.h"
#include "analyzers/rules/shared/linter_marks.h"
#include "analyzers/rules/shared/listed_names.h"

namespace allreview::rules {
namespace {

using python::Module;

constexpr absl::string_view kLoaders[] = {
    "pickle.load",        "pickle.loads",     "pickle.Unpickler",  "_pickle.load",
    "_pickle.loads",      "cPickle.load",     "cPickle.loads",     "dill.load",
    "dill.loads",         "cloudpickle.load", "cloudpickle.loads", "joblib.load",
    "jsonpickle.decode",  "marshal.load",     "marshal.loads",     "shelve.open",
    "pandas.read_pickle", "numpy.load"};
constexpr absl::string_view kLoaderNames = "Unpickler decode load loads open read_pickle";
static_assert(ListsLastParts(kLoaderNames, kLoaders));

bool MayBeLoader(absl::string_view callee) {
  return std::any_of(std::begin(kLoaders), std::end(kLoaders), [&](absl::string_view name) {
    return name.substr(name.rfind('.') + 1) == callee;
  });
}

// The function that unpickles; empty: none.
std::string LoaderOf(const Module& module, Node call) {
  if (!MayBeLoader(CalleeName(call))) return "";
  const std::string name = module.Resolve(call.child(Field::kFunction));
  if (name == "numpy.load") {
    return python::KeywordArgument(call, "allow_pickle").Is(NodeKind::kTrue)
               ? "numpy.load(allow_pickle=True)"
               : "";
  }
  const bool is_known = IsOneOf(name, kLoaders);
  return is_known ? name : "";
}

// What another process of the same job sent: a pipe, a queue, shared memory, a collective.
bool IsFromOwnProcesses(const Module& module, Node source) {
  const std::string text = absl::AsciiStrToLower(
      absl::StrCat(source.text(), " ", module.Dereference(source).text().substr(0, 300)));
  for (absl::string_view word : {"recv_bytes", "queue", "pipe", "shm", "shared_memory", "gather",
                                 "broadcast", "all_reduce", ".numpy()", "tobytes()"}) {
    if (absl::StrContains(text, word)) return true;
  }
  return false;
}

void Check(FileContext& file, Node call) {
  const Module& module = file.module();
  const std::string loader = LoaderOf(module, call);
  if (loader.empty()) return;
  const Node source = python::ArgumentsOf(call).positional.empty()
                          ? Node()
                          : python::ArgumentsOf(call).positional[0];
  if (!source || IsConstantText(module, source) || IsFromOwnProcesses(module, source) ||
      IsOwnBuffer(module, source, "dumps") ||
      IsWaived(call, {"S301", "S302", "B301", "B302", "B403"})) {
    return;
  }
  file.Report({.at = call, .params = {{"loader", loader}, {"source", OneLine(source)}}});
}

}  // namespace

extern constinit const Rule kUnpickledData = {
    .info =
        {.id = "unpickled-data",
         .title = {"Data from outside unpickled", "对外部数据做 unpickle"},
         .severity = Severity::kP1,
         .impact = Impact::kHigh,
         .confidence = Confidence::kMedium,
         .message = {"`{loader}` on `{source}` can run any code that the data names",
                     "对 `{source}` 调用 `{loader}` 可能执行数据中指定的任意代码"},
         .consequence = {"Anyone who can write that file or reach that socket can run code with "
                         "the rights of the job, on every rank that reads it",
                         "任何能写入该文件或访问该 socket 的人，都能在每个读取它的 rank "
                         "上以作业的权限执行代码"},
         .advice = {"Store it as JSON, safetensors or npz; otherwise say in a comment who writes "
                    "`{source}`, and mark the line `noqa: S301`",
                    "改用 JSON、safetensors 或 npz 存储；否则用注释说明 `{source}` "
                    "由谁写入，并在该行标注 `noqa: S301`"},
         .why = "Unpickling calls functions that the data names. Many people write datasets and "
                "caches on shared storage, and strangers write downloaded ones.",
         .fix =
             "Use a format that holds only data: JSON, numpy without pickles, safetensors, Arrow.",
         .bad = R"py(
import pickle

def read_index(path):
    with open(path, "rb") as file:
        return pickle.load(file)
)py",
         .good = R"py(
import json

def read_index(path):
    with open(path) as file:
        return json.load(file)
)py",
         .references = {"https://cwe.mitre.org/data/definitions/502.html",
                        "https://docs.astral.sh/ruff/rules/suspicious-pickle-usage/"}},
    .kinds = {NodeKind::kCall},
    .names = kLoaderNames,
    .skips_tests = true,
    .check = Check};

}  // namespace allreview::rules
