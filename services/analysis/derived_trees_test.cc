#include "services/analysis/derived_trees.h"

#include <map>

#include "absl/strings/str_cat.h"
#include "analyzers/repository/repository_index.h"
#include "base/status_matchers.h"
#include "gmock/gmock.h"
#include "gtest/gtest.h"
#include "services/analysis/every_name.h"
#include "services/analysis/index_gaps.h"

namespace allreview::analysis {
namespace {

using change::ChangedFile;
using change::Side;
using change::TreeFile;
using testing::ElementsAre;
using testing::IsEmpty;

class FakeReader : public change::RepositoryReader {
 public:
  absl::StatusOr<std::vector<TreeFile>> ListFiles(Side side,
                                                  const std::vector<std::string>&) override {
    asked.push_back(side == Side::kRight ? "right" : "left");
    return trees[side];
  }
  absl::Status Read(Side, const std::vector<TreeFile>&, const Receiver&) override {
    return absl::OkStatus();
  }
  std::map<Side, absl::StatusOr<std::vector<TreeFile>>> trees;
  std::vector<std::string> asked;
};

std::vector<std::string> Print(const absl::StatusOr<std::vector<TreeFile>>& files) {
  std::vector<std::string> lines;
  EXPECT_OK(files);
  if (!files.ok()) return lines;
  for (const TreeFile& file : *files) lines.push_back(absl::StrCat(file.path, "=", file.blob_id));
  return lines;
}

ChangedFile Changed(const std::string& old_path, const std::string& before, const std::string& path,
                    const std::string& after) {
  ChangedFile file;
  file.old_path = old_path;
  file.before_blob_id = before;
  file.path = path;
  file.after_blob_id = after;
  file.is_added = before.empty() && !after.empty();
  file.is_deleted = after.empty();
  return file;
}

TEST(DerivedTrees, TakesTheChangeBack) {
  FakeReader reader;
  reader.trees[Side::kRight] = {{{"a.py", "2"}, {"b.toml", "5"}, {"new.py", "6"}, {"to.py", "7"}}};
  const std::vector<ChangedFile> changed = {
      Changed("a.py", "1", "a.py", "2"), Changed("", "", "new.py", "6"),
      Changed("from.py", "7", "to.py", "7"), Changed("gone.py", "8", "gone.py", "")};
  DerivedTrees trees(reader, changed);
  EXPECT_THAT(Print(trees.ListFiles(Side::kLeft, {".py"})),
              ElementsAre("a.py=1", "from.py=7", "gone.py=8"));
  EXPECT_THAT(Print(trees.ListFiles(Side::kLeft, {".toml", ".cfg"})), ElementsAre("b.toml=5"));
  EXPECT_THAT(Print(trees.ListFiles(Side::kRight, {".md"})), IsEmpty());
  EXPECT_THAT(reader.asked, ElementsAre("right"));
}

TEST(DerivedTrees, AsksForTheLeftSideWhenTheChangeDoesNotExplainIt) {
  for (const ChangedFile& odd :
       {Changed("a.py", "", "a.py", "2"), Changed("a.py", "1", "a.py", "3"),
        Changed("x.py", "1", "x.py", "2")}) {
    FakeReader reader;
    reader.trees[Side::kRight] = {{{"a.py", "2"}}};
    reader.trees[Side::kLeft] = {{{"a.py", "0"}}};
    std::vector<ChangedFile> changed = {odd};
    changed[0].is_added = false;
    DerivedTrees trees(reader, changed);
    EXPECT_THAT(Print(trees.ListFiles(Side::kLeft, {".py"})), ElementsAre("a.py=0"));
  }
}

TEST(DerivedTrees, AsksAnewForTheNamesOfLinks) {
  FakeReader reader;
  reader.trees[Side::kRight] = {{{"a.py", "2"}}};
  const std::vector<ChangedFile> nothing;
  DerivedTrees trees(reader, nothing);
  EXPECT_OK(trees.ListFiles(Side::kRight, {".py"}));
  EXPECT_OK(trees.ListFiles(Side::kRight, EveryName()));
  EXPECT_THAT(reader.asked, ElementsAre("right", "right"));
}

TEST(DerivedTrees, PassesErrorsOn) {
  FakeReader reader;
  reader.trees[Side::kRight] = absl::UnavailableError("gone");
  reader.trees[Side::kLeft] = absl::UnavailableError("gone, too");
  const std::vector<ChangedFile> nothing;
  DerivedTrees trees(reader, nothing);
  EXPECT_EQ(trees.ListFiles(Side::kRight, {".py"}).status().message(), "gone");
  EXPECT_EQ(trees.ListFiles(Side::kLeft, {".py"}).status().message(), "gone, too");
}

TEST(DerivedTrees, KeepsAFolderThatCouldNotBeListedForThoseWhoLookForModules) {
  FakeReader reader;
  reader.trees[Side::kRight] = {{{"a.py", "1"}, {"b.toml", "2"}, {"pkg/", "3"}}};
  DerivedTrees trees(reader, {});
  EXPECT_THAT(Print(trees.ListFiles(Side::kRight, {".py"})), ElementsAre("a.py=1", "pkg/=3"));
  EXPECT_THAT(Print(trees.ListFiles(Side::kRight, {"b.toml"})), ElementsAre("b.toml=2"));
}

// Content by path; what is not there cannot be read.
class ContentReader : public FakeReader {
 public:
  absl::Status Read(Side, const std::vector<TreeFile>& files, const Receiver& receive) override {
    for (const TreeFile& file : files) {
      const auto found = content.find(file.path);
      if (found == content.end()) {
        receive(file, absl::UnavailableError("it is missing"));
      } else {
        receive(file, found->second);
      }
    }
    return absl::OkStatus();
  }
  std::map<std::string, std::string> content;
};

TEST(IndexGaps, NamesWhatTheParserGaveUpAndNotWhatCouldNotBeRead) {
  ContentReader reader;
  reader.trees[Side::kRight] = {{{"a.py", "1"},
                                 {"changed.py", "2"},
                                 {"large.py", "3"},
                                 {"missing.py", "4"},
                                 {"vast.py", "5"}}};
  const std::string large(100, '#');
  reader.content = {{"a.py", "x = 1\n"}, {"large.py", large}, {"vast.py", large}};
  IndexGaps gaps(reader);
  repository::Source source;
  source.list = [&]() -> absl::StatusOr<std::vector<repository::Source::File>> {
    const auto files = gaps.ListFiles(Side::kRight, {".py"});
    std::vector<repository::Source::File> list;
    for (const TreeFile& file : *files) {
      if (file.path != "changed.py") list.emplace_back(file.path, file.blob_id);
    }
    return list;
  };
  source.read = [&](const std::vector<repository::Source::File>& files, const auto& receive) {
    std::vector<TreeFile> wanted;
    for (const auto& [path, id] : files) wanted.push_back({path, id});
    return gaps.Read(Side::kRight, wanted,
                     [&](const TreeFile& file, absl::StatusOr<std::string> content) {
                       receive({file.path, file.blob_id}, std::move(content));
                     });
  };
  source.limits.max_bytes = 50;
  repository::RepositoryIndex index(source, {});
  const std::vector<ChangedFile> changed = {Changed("changed.py", "1", "changed.py", "2")};
  EXPECT_EQ(gaps.Find(index, changed).files, 0) << "nobody asked the index";
  index.AllFiles();
  const IndexGap gap = gaps.Find(index, changed);
  EXPECT_EQ(gap.files, 2);
  EXPECT_EQ(gap.first, "large.py");
}

}  // namespace
}  // namespace allreview::analysis
