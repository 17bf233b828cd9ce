"""C++ rules for first-party code: one place for warnings, and the one place to change for Bazel 8,
where the native rules are gone and these must come from @rules_cc."""

_COPTS = [
    "-Wall",
    "-Wextra",
    "-Werror",
]

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
    if not implementation_deps:
        native.cc_library(name = name, copts = _COPTS + copts, **kwargs)
        return
    srcs = kwargs.pop("srcs")
    headers = [src for src in srcs if src.endswith(".h")]
    deps = kwargs.pop("deps", [])
    hdrs = kwargs.pop("hdrs", [])
    alwayslink = kwargs.pop("alwayslink", False)
    native.cc_library(
        name = name + "_headers",
        hdrs = hdrs + headers,
        visibility = ["//visibility:private"],
        deps = deps,
    )
    native.cc_library(
        name = name + "_code",
        srcs = [src for src in srcs if not src.endswith(".h")],
        copts = _COPTS + copts,
        visibility = ["//visibility:private"],
        deps = [name + "_headers"] + deps + implementation_deps,
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
        deps = deps + [name + "_link"],
        **kwargs
    )

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
