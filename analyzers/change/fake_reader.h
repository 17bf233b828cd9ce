#ifndef ANALYZERS_CHANGE_FAKE_READER_H_
#define ANALYZERS_CHANGE_FAKE_READER_H_

// A repository for tests: texts by path, the same on both sides.
//
//   FakeReader reader({{"pkg/a.py", "x = 1\n"}});
//   const AnalysedChange change = ParseChange({.files = files, .repository = &reader});

#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/status/status.h"
#include "absl/status/statusor.h"
#include "absl/strings/str_cat.h"
#include "analyzers/change/repository_reader.h"

namespace allreview::change {

class FakeReader : public RepositoryReader {
 public:
  explicit FakeReader(std::map<std::string, std::string> files) : files_(std::move(files)) {}
  absl::StatusOr<std::vector<TreeFile>> ListFiles(Side, const std::vector<std::string>&) override {
    ++lists;
    std::vector<TreeFile> list;
    for (const auto& [path, text] : files_) list.push_back({path, absl::StrCat("id of ", path)});
    return list;
  }
  absl::Status Read(Side, const std::vector<TreeFile>& files, const Receiver& receive) override {
    for (const TreeFile& file : files) receive(file, files_[file.path]);
    return absl::OkStatus();
  }

  int lists = 0;  // How often the files were asked for.

 private:
  std::map<std::string, std::string> files_;
};

}  // namespace allreview::change

#endif  // ANALYZERS_CHANGE_FAKE_READER_H_
