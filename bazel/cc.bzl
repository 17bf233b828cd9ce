"""C++ rules for first-party code: one place for warnings, precompiled headers and links, and the one place
to change for Bazel 8, where the native rules are gone and these must come from @rules_cc.

Libraries are archives only: `bazel build //...` makes no shared library beside each, which nothing would load.
"""

_WARNINGS = [
    "-Wall",
    "-Wextra",
    "-Werror",
]

# False of GCC 12's own std::string and std::optional, which precompiled headers and -O1 make count as ours.
_FALSE_WARNINGS = [
    "-Wno-array-bounds",
    "-Wno-stringop-overflow",
    "-Wno-stringop-overread",
]
_FALSE_WARNINGS_OF_O1 = ["-Wno-maybe-uninitialized"]

# Elsewhere, and in all tests, code that is fast to compile counts for more than fast code: -O1 takes a quarter less.
# docs/measurements.md says what either costs.
_SPENDS_THE_TIME = (
    "analyzers/change",
    "analyzers/cpp",
    "analyzers/diff",
    "analyzers/ir",
    "analyzers/numerics",
    "analyzers/python",
    "analyzers/repository",
    "analyzers/spelling",
    "analyzers/syntax",
    "analyzers/tensor_expressions",
    "analyzers/understanding",
    "base",
    "storage",
    "third_party",
)

# Where no message of a service is included.
_WITHOUT_MESSAGES = ("analyzers", "base", "github", "host", "sarif", "sentences", "storage", "third_party")

def _options(srcs, deps, copts, is_test):
    """The options of a target, and the deps that bring the precompiled headers in front of each of its files."""
    is_fast = not is_test and native.package_name().startswith(_SPENDS_THE_TIME)
    options = _WARNINGS + (copts if copts or is_fast else ["-O1"])
    for_gcc = ([] if copts or is_fast else _FALSE_WARNINGS_OF_O1) + _FALSE_WARNINGS
    if copts or not [src for src in srcs if src.endswith(".cc")]:
        return options + select({"//bazel:compiler_is_clang": [], "//conditions:default": for_gcc}), []
    if type(deps) == "list" and [dep for dep in deps if dep.endswith("_cc_grpc")]:
        name = "with_services"
    elif native.package_name().startswith(_WITHOUT_MESSAGES):
        name = "without_messages"
    else:
        name = "with_messages"
    if name != "without_messages":
        # So that Bazel hears of headers that a file reads only as a part of the precompiled one (precompiled.bzl).
        for_gcc = for_gcc + ["-fpch-deps"]
    if is_test:
        name = "tests_" + name
    return (
        options + select({
            "//bazel:compiler_is_clang": [],
            "//conditions:default": for_gcc + ["-Winvalid-pch", "-include", "bazel/%s.h" % name],
        }),
        select({
            "//bazel:compiler_is_clang": [],
            "//conditions:default": ["//bazel:" + name],
        }),
    )

def _link_only_impl(ctx):
    # buildifier: disable=native-cc-common
    merged = cc_common.merge_cc_infos(cc_infos = [dep[CcInfo] for dep in ctx.attr.deps])
    return [CcInfo(linking_context = merged.linking_context)]

_link_only = rule(
    attrs = {"deps": attr.label_list(providers = [CcInfo])},
    doc = "What links its deps and does not let anybody include their headers.",
    implementation = _link_only_impl,
)

def cc_library(name, copts = [], implementation_deps = [], **kwargs):
    """native.cc_library with our warnings.

    Args:
      name: target name
      copts: added after the warnings
      implementation_deps: as of Bazel 7: what only the .cc files include, so that who depends on this
        target is not compiled again when one of these headers changes
      **kwargs: as native.cc_library
    """
    deps = kwargs.pop("deps", [])
    srcs = kwargs.pop("srcs", [])
    options, pch_deps = _options(srcs, deps + implementation_deps, copts, is_test = False)
    if not implementation_deps:
        native.cc_library(
            name = name,
            srcs = srcs,
            copts = options,
            linkstatic = True,
            deps = deps + pch_deps,
            **kwargs
        )
        return
    headers = [src for src in srcs if src.endswith(".h")]
    hdrs = kwargs.pop("hdrs", [])
    alwayslink = kwargs.pop("alwayslink", False)
    native.cc_library(
        name = name + "_headers",
        hdrs = hdrs + headers,
        linkstatic = True,
        visibility = ["//visibility:private"],
        deps = deps,
    )
    native.cc_library(
        name = name + "_code",
        srcs = [src for src in srcs if not src.endswith(".h")],
        copts = options,
        linkstatic = True,
        visibility = ["//visibility:private"],
        deps = [name + "_headers"] + deps + implementation_deps + pch_deps,
        alwayslink = alwayslink,
    )
    _link_only(
        name = name + "_link",
        visibility = ["//visibility:private"],
        deps = [name + "_code"],
    )
    native.cc_library(
        name = name,
        srcs = headers,
        hdrs = hdrs,
        linkstatic = True,
        deps = deps + [name + "_link"],
        **kwargs
    )

def cc_binary(name, srcs, copts = [], deps = [], **kwargs):
    """native.cc_binary with our warnings and our allocator; sanitizers bring their own.

    Args:
      name: target name
      srcs: as native.cc_binary
      copts: added after the warnings
      deps: as native.cc_binary
      **kwargs: as native.cc_binary
    """
    options, pch_deps = _options(srcs, deps, copts, is_test = False)
    native.cc_binary(
        name = name,
        srcs = srcs,
        copts = options,
        deps = deps + pch_deps,
        malloc = select({
            "//bazel:shared_system_libraries": "@bazel_tools//tools/cpp:malloc",
            "//conditions:default": "//third_party/system:jemalloc",
        }),
        **kwargs
    )

def cc_test(name, srcs, copts = [], size = "small", deps = [], **kwargs):
    """native.cc_test with our warnings and the main function of GoogleTest.

    Args:
      name: target name
      srcs: as native.cc_test
      copts: added after the warnings
      size: as native.cc_test
      deps: without GoogleTest
      **kwargs: as native.cc_test
    """
    options, pch_deps = _options(srcs, deps, copts, is_test = True)
    native.cc_test(
        name = name,
        size = size,
        srcs = srcs,
        copts = options,
        deps = deps + ["//third_party/system:gtest_main"] + pch_deps,
        **kwargs
    )
