# === Sources that setup.py names one by one.
# --- csrc/add.cu unchanged
void add() {}
# --- csrc/mul.cu unchanged
void mul() {}
# --- csrc/sub.cu unchanged
void sub() {}
# --- csrc/pow.cu unchanged
void pow_all() {}
# --- setup.py unchanged
SOURCES = ["csrc/add.cu", "csrc/mul.cu", "csrc/sub.cu", "csrc/pow.cu", "csrc/late.cu"]
# --- csrc/div.cu
void div_all() {}  // expect: unlisted-source
# --- csrc/late.cu
void late() {}  // silent: it is named already
# --- csrc/tables.cuh
int table;  // silent: a header
# --- other/alone.cu
void alone() {}  // silent: no sources beside it
# === Sources that a CMake file above names, and a new one with its header.
# --- CMakeLists.txt unchanged
add_library(ops csrc/add.cpp csrc/mul.cpp csrc/sub.cpp csrc/pow.cpp)
# --- csrc/add.cpp unchanged
void add() {}
# --- csrc/mul.cpp unchanged
void mul() {}
# --- csrc/sub.cpp unchanged
void sub() {}
# --- csrc/pow.cpp unchanged
void pow_all() {}
# --- csrc/div.h
void div_all();
# --- csrc/div.cpp
#include "div.h"  // expect: unlisted-source
void div_all() {}
# === Two new kernels beside four of five that a make file names.
# --- kernels/Makefile unchanged
SRCS = add.cu mul.cu sub.cu pow.cu
# --- kernels/add.cu unchanged
void add() {}
# --- kernels/mul.cu unchanged
void mul() {}
# --- kernels/sub.cu unchanged
void sub() {}
# --- kernels/pow.cu unchanged
void pow_all() {}
# --- kernels/old.cu unchanged
void old() {}
# --- kernels/div.cu
void div_all() {}  // expect: unlisted-source
# --- kernels/root.cu
void root() {}  // expect: unlisted-source
# === A build that takes what there is.
# --- csrc/add.cu unchanged
void add() {}
# --- csrc/mul.cu unchanged
void mul() {}
# --- csrc/sub.cu unchanged
void sub() {}
# --- CMakeLists.txt unchanged
file(GLOB SOURCES csrc/*.cu)
add_library(ops ${SOURCES} csrc/add.cu csrc/mul.cu csrc/sub.cu)
# --- csrc/div.cu
void div_all() {}  // silent: the pattern has it
# === A source that others include, and one of a folder of which few are named.
# --- csrc/add.cpp unchanged
#include "parts.cpp"
# --- csrc/mul.cpp unchanged
void mul() {}
# --- csrc/sub.cpp unchanged
void sub() {}
# --- tools/a.cpp unchanged
void a() {}
# --- tools/b.cpp unchanged
void b() {}
# --- tools/c.cpp unchanged
void c() {}
# --- CMakeLists.txt unchanged
add_library(ops csrc/add.cpp csrc/mul.cpp csrc/sub.cpp tools/a.cpp)
# --- csrc/parts.cpp
void part() {}  // silent: add.cpp includes it
# --- tools/d.cpp
void d() {}  // silent: one of three is named
