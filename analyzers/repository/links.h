#ifndef ANALYZERS_REPOSITORY_LINKS_H_
#define ANALYZERS_REPOSITORY_LINKS_H_

// Where the symbolic links of a tree lead. Pure.
//
//   FollowLinks({"csrc/op.py"}, {{"pkg/ops", "../csrc"}})  ->  pkg/ops/op.py is csrc/op.py
//
// A link is followed inside of the tree alone: one that leads out of it, through an absolute path
// or too many "..", leads nowhere; so do a circle, a chain of more than forty links and a folder
// that holds the link itself. Links within a linked folder are not followed from there.

#include <map>
#include <string>
#include <vector>

namespace allreview::repository {

struct Link {
  std::string path;    // Of no file of its own.
  std::string target;  // The file that it is.
  friend bool operator==(const Link&, const Link&) = default;
};

// `files` are sorted; `links` are by path what is written in them. Sorted by path; at most 20,000.
std::vector<Link> FollowLinks(const std::vector<std::string>& files,
                              const std::map<std::string, std::string>& links);

}  // namespace allreview::repository

#endif  // ANALYZERS_REPOSITORY_LINKS_H_
