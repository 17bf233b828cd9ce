"""Repositories that Debian's Bazel needs and newer Bazels bring themselves."""

def bazel_compat_repositories():
    """Declares the shims of Debian's Bazel 4.2.3; a no-op on Bazel 5 and later."""

    # Debian's build is a "development version": native.bazel_version is empty there.
    if native.bazel_version and not native.bazel_version.startswith("4."):
        return
    for name in ["rules_cc", "rules_java", "remote_coverage_tools"]:
        native.local_repository(name = name, path = "third_party/shims/" + name)
