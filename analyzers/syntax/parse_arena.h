#ifndef ANALYZERS_SYNTAX_PARSE_ARENA_H_
#define ANALYZERS_SYNTAX_PARSE_ARENA_H_

// Memory of tree-sitter for one file: taken from large chunks and given back all at once, so that
// nobody walks a tree to free it.
//
//   std::unique_ptr<ParseArena> arena = ParseArena::Take();
//   {
//     ParseArena::Use use(arena.get());
//     TSTree* tree = ts_parser_parse_string(...);   // Never deleted.
//   }
//   ParseArena::Return(std::move(arena));  // The tree is gone.
//
// What tree-sitter allocates in a scope of Use must be used, and may be freed, in scopes of the
// same arena only. Outside of them tree-sitter uses malloc. One thread at a time.

#include <array>
#include <cstddef>
#include <memory>
#include <vector>

namespace allreview::syntax {

class ParseArena {
 public:
  // An empty one; Return keeps one for each thread, chunks included.
  static std::unique_ptr<ParseArena> Take();
  static void Return(std::unique_ptr<ParseArena> arena);

  // While it lives, tree-sitter on this thread allocates from the arena. Null: from malloc.
  class Use {
   public:
    explicit Use(ParseArena* arena);
    ~Use();
    Use(const Use&) = delete;
    Use& operator=(const Use&) = delete;

   private:
    ParseArena* const outer_;
  };

  void* Allocate(size_t size);
  void* Resize(void* block, size_t size);
  void Free(void* block);

 private:
  struct FreeBlock {
    FreeBlock* next;
  };
  struct Chunk {
    std::unique_ptr<char[]> bytes;
    size_t size;
  };
  static constexpr int kClasses = 96;

  char* Carve(size_t bytes);
  void Clear();

  std::vector<Chunk> chunks_;
  size_t used_chunks_ = 0;
  char* next_ = nullptr;
  char* end_ = nullptr;
  std::array<FreeBlock*, kClasses> free_ = {};
};

}  // namespace allreview::syntax

#endif  // ANALYZERS_SYNTAX_PARSE_ARENA_H_
