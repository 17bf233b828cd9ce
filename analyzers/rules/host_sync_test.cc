// Which names tell that a call may wait for the GPU (performance/host_sync.h).

#include "analyzers/rules/performance/host_sync.h"

#include <vector>

#include "absl/strings/str_cat.h"
#include "absl/strings/str_split.h"
#include "absl/strings/string_view.h"
#include "analyzers/python/module.h"
#include "analyzers/rules/file_facts.h"
#include "analyzers/rules/rule.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

// What waits in a function that calls the name: as a method, as a builtin, of torch.cuda.
std::vector<std::string> WaitsOf(absl::string_view name) {
  auto module = python::Module::Parse(
      "a.py", absl::StrCat("import torch\ndef f(x: torch.Tensor):\n  x.", name, "()\n  ", name,
                           "(x)\n  torch.cuda.", name, "()\n"));
  EXPECT_OK(module);
  AnalysedFile file;
  file.after = module->get();
  FileFacts facts(*file.after);
  const Rule rule = {};
  FileContext context(file, facts, rule, nullptr);
  std::vector<std::string> waits;
  for (Node call : file.after->tree().root().descendants(NodeKind::kCall)) {
    if (const HostSync sync = FindHostSync(context, call)) waits.push_back(sync.operation);
  }
  return waits;
}

TEST(HostSyncNames, AreThoseOfCallsThatWait) {
  for (absl::string_view name : absl::StrSplit(kHostSyncNames, ' ')) {
    EXPECT_THAT(WaitsOf(name), testing::Not(testing::IsEmpty())) << name;
  }
}

TEST(HostSyncNames, HoldAllOfThem) {
  for (absl::string_view name :
       {"all",   "any",        "cuda", "detach", "double", "equal",   "get_device",
        "half",  "is_nonzero", "len",  "long",   "mean",   "nonzero", "numpy",
        "print", "query",      "str",  "sum",    "to",     "wait"}) {
    EXPECT_THAT(WaitsOf(name), testing::IsEmpty()) << name;
  }
}

}  // namespace
}  // namespace allreview::rules
