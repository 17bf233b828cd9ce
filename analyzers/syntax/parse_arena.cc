#include "analyzers/syntax/parse_arena.h"

#include <algorithm>
#include <bit>
#include <cstdint>
#include <cstdlib>
#include <cstring>
#include <new>
#include <utility>

#include "base/check.h"
#include "tree_sitter/api.h"

namespace allreview::syntax {
namespace {

constexpr size_t kChunkBytes = 256 << 10;
constexpr size_t kKeptChunks = 16;
constexpr size_t kHeaderBytes = 8;  // Holds the class of the block.
constexpr size_t kSmallBytes = 1024;
constexpr int kSmallClasses = kSmallBytes / 16 + 1;

thread_local ParseArena* current = nullptr;

// Blocks up to 1 KiB come in steps of 16 bytes, larger ones in powers of two.
int ClassOf(size_t size) {
  if (size <= kSmallBytes) return static_cast<int>((size + 15) / 16);
  return kSmallClasses + std::bit_width(size - 1) - std::bit_width(kSmallBytes);
}

size_t BytesOf(int size_class) {
  if (size_class < kSmallClasses) return std::max<size_t>(size_class, 1) * 16;
  return kSmallBytes << (size_class - kSmallClasses + 1);
}

int64_t& ClassIn(void* block) {
  return *reinterpret_cast<int64_t*>(static_cast<char*>(block) - kHeaderBytes);
}

void* Checked(void* block, size_t size) {
  if (block == nullptr && size != 0) throw std::bad_alloc();
  return block;
}

void* Malloc(size_t size) {
  return current != nullptr ? current->Allocate(size) : Checked(std::malloc(size), size);
}

void* Calloc(size_t count, size_t size) {
  if (current == nullptr) return Checked(std::calloc(count, size), count * size);
  return std::memset(current->Allocate(count * size), 0, count * size);
}

void* Realloc(void* block, size_t size) {
  return current != nullptr ? current->Resize(block, size)
                            : Checked(std::realloc(block, size), size);
}

void Free(void* block) { current != nullptr ? current->Free(block) : std::free(block); }

// Before main: tree-sitter reads its allocator on any thread without a lock.
[[maybe_unused]] const bool is_installed = [] {
  ts_set_allocator(Malloc, Calloc, Realloc, Free);
  return true;
}();

thread_local std::unique_ptr<ParseArena> spare;

}  // namespace

std::unique_ptr<ParseArena> ParseArena::Take() {
  return spare != nullptr ? std::move(spare) : std::make_unique<ParseArena>();
}

void ParseArena::Return(std::unique_ptr<ParseArena> arena) {
  if (arena == nullptr || spare != nullptr) return;
  arena->Clear();
  spare = std::move(arena);
}

ParseArena::Use::Use(ParseArena* arena) : outer_(std::exchange(current, arena)) {}
ParseArena::Use::~Use() { current = outer_; }

void* ParseArena::Allocate(size_t size) {
  const int size_class = ClassOf(size);
  if (FreeBlock* block = free_[size_class]) {
    free_[size_class] = block->next;
    return block;
  }
  char* block = Carve(BytesOf(size_class) + kHeaderBytes) + kHeaderBytes;
  ClassIn(block) = size_class;
  return block;
}

void* ParseArena::Resize(void* block, size_t size) {
  if (block == nullptr) return Allocate(size);
  const size_t old_size = BytesOf(static_cast<int>(ClassIn(block)));
  if (size <= old_size) return block;
  void* larger = Allocate(size);
  std::memcpy(larger, block, old_size);
  Free(block);
  return larger;
}

void ParseArena::Free(void* block) {
  if (block == nullptr) return;
  FreeBlock*& first = free_[ClassIn(block)];
  first = new (block) FreeBlock{first};
}

char* ParseArena::Carve(size_t bytes) {
  if (bytes > static_cast<size_t>(end_ - next_)) {
    const size_t wanted = std::max(bytes, kChunkBytes);
    if (used_chunks_ == chunks_.size() || chunks_[used_chunks_].size < bytes) {
      // Uninitialised: a chunk may never be used whole.
      Chunk chunk = {std::unique_ptr<char[]>(new char[wanted]), wanted};
      chunks_.insert(chunks_.begin() + static_cast<ptrdiff_t>(used_chunks_), std::move(chunk));
    }
    next_ = chunks_[used_chunks_].bytes.get();
    end_ = next_ + chunks_[used_chunks_].size;
    ++used_chunks_;
  }
  return std::exchange(next_, next_ + bytes);
}

void ParseArena::Clear() {
  if (chunks_.size() > kKeptChunks) chunks_.resize(kKeptChunks);
  std::erase_if(chunks_, [](const Chunk& chunk) { return chunk.size > kChunkBytes; });
  used_chunks_ = 0;
  next_ = end_ = nullptr;
  free_ = {};
}

}  // namespace allreview::syntax
