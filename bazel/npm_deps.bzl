"""Every npm archive that the build and the tests use: name, version, sha256 of the tarball."""

load("//bazel:npm.bzl", "npm_archive")

def npm_deps():
    """Declares the archives."""

    # Core and grammar must agree on the ABI: 0.25 is the first core that accepts ABI 15, which
    # the grammar 0.25.0 was generated for. Debian's libtree-sitter stops at ABI 14.
    npm_archive(
        name = "tree_sitter",
        package = "tree-sitter",
        version = "0.25.1",
        build_file = "//third_party/tree_sitter:core.BUILD",
        sha256 = "07aeba8dd71630e7e72b2d4ca3bd2680c3471824100cc5ebff44e78a6ed0b6d3",
    )
    npm_archive(
        name = "tree_sitter_python",
        package = "tree-sitter-python",
        version = "0.25.0",
        build_file = "//third_party/tree_sitter:python.BUILD",
        sha256 = "63b76b3fa8181fd79eaad4abcdb21e2babcb504dbfc7710a89934fa456d26096",
    )

    # The formatter and linter of BUILD files; a test runs it.
    npm_archive(
        name = "buildifier",
        package = "@bazel/buildifier",
        version = "8.2.1",
        build_file = "//third_party/buildifier:buildifier.BUILD",
        sha256 = "b96ea9b13003036c801f52bee6f9b0314738f8432e5cb9d814c89f59292604ee",
    )
