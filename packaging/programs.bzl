"""The programs that are handed out, in the package and in the image."""

PROGRAMS = [
    "//gateway/cli:allreview",
    "//gateway:allreview-gateway",
    "//services/analysis:allreview-analysis",
    "//services/diff:allreview-diff",
    "//services/numerics:allreview-numerics",
    "//services/pull_request:allreview-pull-request",
    "//services/report:allreview-report",
]

# Those that are services of gRPC, and say in --man what their flags are.
SERVICES = PROGRAMS[1:]
