"""C++ rules for first-party code: one place for warnings, and the one place to change for Bazel 8,
where the native rules are gone and these must come from @rules_cc."""

_COPTS = [
    "-Wall",
    "-Wextra",
    "-Werror",
]

def cc_library(name, copts = [], **kwargs):
    """native.cc_library with our warnings.

    Args:
      name: target name
      copts: added after the warnings
      **kwargs: as native.cc_library
    """
    native.cc_library(name = name, copts = _COPTS + copts, **kwargs)

def cc_binary(name, copts = [], **kwargs):
    """native.cc_binary with our warnings and our allocator; sanitizers bring their own.

    Args:
      name: target name
      copts: added after the warnings
      **kwargs: as native.cc_binary
    """
    native.cc_binary(
        name = name,
        copts = _COPTS + copts,
        malloc = select({
            "//bazel:shared_system_libraries": "@bazel_tools//tools/cpp:malloc",
            "//conditions:default": "//third_party/system:jemalloc",
        }),
        **kwargs
    )

def cc_test(name, copts = [], size = "small", deps = [], **kwargs):
    """native.cc_test with our warnings and the main function of GoogleTest.

    Args:
      name: target name
      copts: added after the warnings
      size: as native.cc_test
      deps: without GoogleTest
      **kwargs: as native.cc_test
    """
    native.cc_test(
        name = name,
        size = size,
        copts = _COPTS + copts,
        deps = deps + ["//third_party/system:gtest_main"],
        **kwargs
    )
