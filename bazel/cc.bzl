"""C++ rules for first-party code: one place for warnings, precompiled headers and links, and the one place
to change for Bazel 8, where the native rules are gone and these must come from @rules_cc.

Libraries are archives only: `bazel build //...` makes no shared library beside each, which nothing would load.
"""

_COPTS = [
    "-Wall",
    "-Wextra",
    "-Werror",
    # False of GCC 12's own std::string, which a precompiled header makes count as ours.
    "-Wno-array-bounds",
]

# Of a test, code that is fast to compile counts for more than fast code. At this level GCC 12 warns of its own
# strings.
TEST_COPTS = [
    "-O1",
    "-Wno-stringop-overflow",
]

# Where no message of a service is included.
_WITHOUT_MESSAGES = ("analyzers", "base", "github", "host", "storage", "third_party")

def _precompiled(srcs, deps, copts, is_test):
    """The options and deps that put precompiled headers in front of each file of a target."""
    if copts or not [src for src in srcs if src.endswith(".cc")]:
        return [], []
    if type(deps) == "list" and [dep for dep in deps if dep.endswith("_cc_grpc")]:
        name = "with_services"
    elif native.package_name().startswith(_WITHOUT_MESSAGES):
        name = "without_messages"
    else:
        name = "with_messages"

    # False of GCC 12's own strings, as array-bounds above.
    options = [] if name == "without_messages" else ["-Wno-stringop-overread"]
    if is_test:
        name = "tests_" + name
    return (
        select({
            "//bazel:compiler_is_clang": [],
            "//conditions:default": ["-Winvalid-pch", "-include", "bazel/%s.h" % name] + options,
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
    pch_copts, pch_deps = _precompiled(srcs, deps + implementation_deps, copts, is_test = False)
    if not implementation_deps:
        native.cc_library(
            name = name,
            srcs = srcs,
            copts = _COPTS + copts + pch_copts,
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
        copts = _COPTS + copts + pch_copts,
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
    pch_copts, pch_deps = _precompiled(srcs, deps, copts, is_test = False)
    native.cc_binary(
        name = name,
        srcs = srcs,
        copts = _COPTS + copts + pch_copts,
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
    pch_copts, pch_deps = _precompiled(srcs, deps, copts, is_test = True)
    native.cc_test(
        name = name,
        size = size,
        srcs = srcs,
        copts = _COPTS + (copts or TEST_COPTS) + pch_copts,
        deps = deps + ["//third_party/system:gtest_main"] + pch_deps,
        **kwargs
    )
