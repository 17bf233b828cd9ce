#include "analyzers/rules/readability/line_windows.h"

#include <utility>
#include <vector>

#include "gmock/gmock.h"
#include "gtest/gtest.h"

namespace allreview::rules {
namespace {

using repository::LineFacts;
using ::testing::ElementsAre;
using ::testing::IsEmpty;
using ::testing::Pair;

std::vector<LineFacts> Lines(const std::vector<int>& hashes) {
  std::vector<LineFacts> lines;
  for (int hash : hashes) {
    lines.push_back({.line = static_cast<int>(lines.size()) + 1,
                     .text = static_cast<uint16_t>(hash),
                     .shape = static_cast<uint16_t>(hash / 10)});
  }
  return lines;
}

// Where windows of the lines stand in others: place there, place here.
std::vector<std::pair<size_t, size_t>> Found(const Windows& windows,
                                             const std::vector<LineFacts>& lines) {
  std::vector<std::pair<size_t, size_t>> found;
  windows.LookUp(lines,
                 [&](const Windows::Place& place, size_t at) { found.emplace_back(place.at, at); });
  return found;
}

TEST(Windows, AreFoundWhereverTheyStand) {
  const std::vector<LineFacts> known = Lines({11, 22, 33, 44, 22, 33, 44});
  Windows windows(3, true);
  windows.Add(0, known, 0, known.size());
  EXPECT_THAT(Found(windows, Lines({99, 22, 33, 44, 98})), ElementsAre(Pair(1, 1), Pair(4, 1)));
  EXPECT_THAT(Found(windows, Lines({22, 33})), IsEmpty());
  EXPECT_THAT(Found(windows, Lines({21, 32, 43})), IsEmpty());
}

TEST(Windows, OfShapesAreFoundUnderOtherNames) {
  const std::vector<LineFacts> known = Lines({11, 22, 33});
  Windows windows(3, false);
  windows.Add(0, known, 0, known.size());
  EXPECT_THAT(Found(windows, Lines({15, 26, 37})), ElementsAre(Pair(0, 0)));
}

TEST(Windows, ThatWereNotedOnceAreNotKept) {
  const std::vector<LineFacts> first = Lines({11, 22, 33, 44}), second = Lines({55, 22, 33, 44});
  Windows windows(3, true);
  windows.Note(first);
  windows.Note(second);
  windows.Add(0, first, 0, first.size());
  windows.Add(1, second, 0, second.size());
  EXPECT_THAT(Found(windows, first), ElementsAre(Pair(1, 1), Pair(1, 1)));
  EXPECT_THAT(Found(windows, Lines({11, 22, 33})), IsEmpty());
}

TEST(Windows, ThatAreEverywhereAreFoundInSomePlaces) {
  const std::vector<LineFacts> known = Lines(std::vector<int>(100, 7));
  Windows windows(3, true);
  windows.Add(0, known, 0, known.size());
  EXPECT_EQ(Found(windows, Lines({7, 7, 7})).size(), 16u);
}

}  // namespace
}  // namespace allreview::rules
