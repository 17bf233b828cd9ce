# === Lists of a CMake file.
# --- csrc/scale.cu unchanged
void scale() {}
# --- csrc/sub/mask.cpp unchanged
void mask() {}
# --- CMakeLists.txt
project(ops LANGUAGES CXX CUDA)
add_library(ops csrc/scale.cu)  # silent: it is there
target_sources(ops PRIVATE
  csrc/scael.cu  # expect: missing-build-source
  ${EXTRA_DIR}/other.cu  # silent: nobody knows what the variable is
  3rdparty/thing.cc  # silent: a folder without sources, perhaps a submodule
  /usr/src/far.cc  # silent: not of the repository
)
set(LISTED mask.cpp)  # silent: some folder has it
set(HEADERS csrc/gone.h)  # silent: no source
add_custom_command(OUTPUT csrc/made.cu COMMAND python make.py)
list(APPEND LISTED csrc/made.cu)  # silent: the build makes it
list(APPEND LISTED csrc/*.cu)  # silent: a pattern
# --- csrc/sub/part.cmake
set(PARTS ${CMAKE_CURRENT_LIST_DIR}/mask.cpp ../scale.cu)  # silent: both are there
# expect: missing-build-source
set(MORE ${CMAKE_CURRENT_LIST_DIR}/masks.cpp)
# === Old lines of a file that the change touches elsewhere.
# --- csrc/a.cu unchanged
void a() {}
# --- csrc/CMakeLists.txt before
add_library(ops a.cu b.cu)  # silent: it was missing before
# --- csrc/CMakeLists.txt after
set(CMAKE_CXX_STANDARD 17)
add_library(ops a.cu b.cu)  # silent: it was missing before
# === A source that the change deletes, while the list stays.
# --- csrc/CMakeLists.txt unchanged
add_library(ops keep.cu drop.cu)
# --- csrc/keep.cu unchanged
void keep() {}
# --- csrc/drop.cu before
void drop() {}  // expect: missing-build-source
# === A source that the change deletes from the list, too.
# --- csrc/CMakeLists.txt before
add_library(ops keep.cu drop.cu)
# --- csrc/CMakeLists.txt after
add_library(ops keep.cu)
# --- csrc/keep.cu unchanged
void keep() {}
# --- csrc/drop.cu before
void drop() {}  // silent: nothing lists it any more
