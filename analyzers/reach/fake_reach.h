#ifndef ANALYZERS_REACH_FAKE_REACH_H_
#define ANALYZERS_REACH_FAKE_REACH_H_

// For tests.

#include <initializer_list>
#include <map>
#include <string>
#include <utility>
#include <vector>

#include "absl/strings/match.h"
#include "analyzers/reach/reach.h"
#include "analyzers/repository/fake_repository.h"
#include "analyzers/repository/project.h"
#include "analyzers/repository/repository_index.h"

namespace allreview::reach {

// A repository in memory, recipes too, and who gets where in it.
struct Fake {
  using Files = std::map<std::string, std::string>;
  Fake(std::initializer_list<Files::value_type> all) : Fake(Files(all)) {}
  explicit Fake(const Files& all) : texts(all) {
    for (const auto& [path, text] : all) {
      if (absl::EndsWith(path, ".py")) repository.files[path] = text;
    }
  }
  std::vector<Recipe> Recipes() const {
    std::vector<Recipe> recipes;
    for (const auto& [path, text] : texts) {
      if (!absl::EndsWith(path, ".py")) recipes.push_back({path, &text});
    }
    return recipes;
  }

  Files texts;
  repository::FakeRepository repository;
  repository::RepositoryIndex index{repository.source(), {}};
  repository::Project project{&index};
  Reach reach{project, index, [this] { return Recipes(); }};
};

}  // namespace allreview::reach

#endif  // ANALYZERS_REACH_FAKE_REACH_H_
