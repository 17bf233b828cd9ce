#ifndef ANALYZERS_RULES_FILE_CHECK_H_
#define ANALYZERS_RULES_FILE_CHECK_H_

// The check of a rule that carries data, such as a query of an organisation, and therefore is no
// constant.

#include <functional>
#include <vector>

#include "absl/status/status.h"
#include "analyzers/rules/rule.h"

namespace allreview::rules {

struct FileVisit {
  FileContext& file;
  const std::vector<python::ByteRange>& regions;  // New lines and the functions that were touched.
  const std::function<bool()>& should_stop;       // Polled often: true when time is up.
};

class FileCheck {
 public:
  virtual ~FileCheck() = default;
  // Called once for each version of a file, from several threads. An error says which limit kept
  // the rule from seeing all of the file.
  virtual absl::Status Check(const FileVisit& visit) const = 0;
};

}  // namespace allreview::rules

#endif  // ANALYZERS_RULES_FILE_CHECK_H_
