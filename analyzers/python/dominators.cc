#include "analyzers/python/dominators.h"

#include <algorithm>
#include <cstddef>
#include <utility>

#include "base/poll.h"

namespace allreview::python {
namespace {

using Graph = std::vector<std::vector<int>>;

// Vertices that the root reaches, each before those that it leads to, back edges aside.
std::vector<int> ReversePostorder(const Graph& successors, int root) {
  std::vector<int> postorder;
  std::vector<bool> seen(successors.size(), false);
  std::vector<std::pair<int, size_t>> open = {{root, 0}};  // Vertex and its next successor.
  seen[root] = true;
  while (!open.empty()) {
    Poll();
    const int vertex = open.back().first;
    if (open.back().second == successors[vertex].size()) {
      postorder.push_back(vertex);
      open.pop_back();
      continue;
    }
    const int next = successors[vertex][open.back().second++];
    if (seen[next]) continue;
    seen[next] = true;
    open.emplace_back(next, 0);
  }
  std::reverse(postorder.begin(), postorder.end());
  return postorder;
}

}  // namespace

Dominators::Dominators(const Graph& successors, int root)
    : order_(successors.size(), -1),
      idom_(successors.size(), -1),
      first_(successors.size(), 0),
      end_(successors.size(), 0) {
  const std::vector<int> vertices = ReversePostorder(successors, root);
  for (size_t i = 0; i < vertices.size(); ++i) order_[vertices[i]] = static_cast<int>(i);
  Graph predecessors(successors.size());
  for (int vertex : vertices) {
    for (int next : successors[vertex]) predecessors[next].push_back(vertex);
  }
  idom_[root] = root;
  for (bool is_changed = true; is_changed;) {
    is_changed = false;
    for (int vertex : vertices) {
      Poll();
      if (vertex == root) continue;
      const int dominator = CommonDominator(predecessors[vertex]);
      if (idom_[vertex] == dominator) continue;
      idom_[vertex] = dominator;
      is_changed = true;
    }
  }
  NumberTree(root);
}

// Counts only vertices whose dominators are known: not yet those over back edges.
int Dominators::CommonDominator(std::vector<int> vertices) const {
  vertices.erase(std::remove_if(vertices.begin(), vertices.end(),
                                [this](int vertex) { return idom_[vertex] < 0; }),
                 vertices.end());
  std::sort(vertices.begin(), vertices.end(),
            [this](int a, int b) { return order_[idom_[a]] > order_[idom_[b]]; });
  int dominator = vertices.front();
  for (int other : vertices) {
    while (dominator != other) {
      Poll();
      if (order_[dominator] > order_[other]) {
        dominator = idom_[dominator];
      } else {
        other = idom_[other];
      }
    }
  }
  return dominator;
}

void Dominators::NumberTree(int root) {
  Graph children(idom_.size());
  for (size_t vertex = 0; vertex < idom_.size(); ++vertex) {
    if (idom_[vertex] < 0 || static_cast<int>(vertex) == root) continue;
    children[idom_[vertex]].push_back(static_cast<int>(vertex));
  }
  int count = 0;
  std::vector<int> preorder, open = {root};
  while (!open.empty()) {
    const int vertex = open.back();
    Poll();
    open.pop_back();
    first_[vertex] = count++;
    end_[vertex] = count;
    preorder.push_back(vertex);
    open.insert(open.end(), children[vertex].begin(), children[vertex].end());
  }
  for (auto vertex = preorder.rbegin(); vertex != preorder.rend(); ++vertex) {
    if (*vertex == root) continue;
    end_[idom_[*vertex]] = std::max(end_[idom_[*vertex]], end_[*vertex]);
  }
}

bool Dominators::Dominates(int a, int b) const {
  return IsReachable(a) && IsReachable(b) && first_[a] <= first_[b] && first_[b] < end_[a];
}

}  // namespace allreview::python
