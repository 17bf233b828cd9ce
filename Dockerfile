# Builds AllReview and the image that runs it:  docker build -t allreview .
# tools/oci_image.sh makes a smaller one without Docker; docs/kubernetes.md says what runs it.

FROM debian:bookworm AS build
WORKDIR /src
COPY tools/debian_packages.sh tools/
COPY bazel/system_deps.bzl bazel/
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends $(tools/debian_packages.sh)
COPY . .
RUN mkdir /binaries \
 && bazel build //gateway/cli:allreview //gateway:allreview-gateway \
      //services/pull_request:allreview-pull-request //services/diff:allreview-diff \
      //services/analysis:allreview-analysis //services/report:allreview-report \
      //services/numerics:allreview-numerics \
 && cp out/bin/gateway/cli/allreview out/bin/gateway/allreview-gateway \
      out/bin/services/pull_request/allreview-pull-request out/bin/services/diff/allreview-diff \
      out/bin/services/analysis/allreview-analysis out/bin/services/report/allreview-report \
      out/bin/services/numerics/allreview-numerics /binaries/

# The libraries that the binaries name; a test holds this list against them. The word lists are
# read by the rule on spelling.
FROM debian:bookworm-slim AS runtime
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      ca-certificates codespell git wamerican \
      libc-ares2 libcivetweb1 libgmp10 libhiredis0.14 libmpfr6 libpcre2-8-0 libprometheus-cpp-core1.0 \
      libprometheus-cpp-pull1.0 libre2-9 libseccomp2 libsqlite3-0 libssl3 libstdc++6 \
      libyaml-cpp0.7 zlib1g \
 && rm -rf /var/lib/apt/lists/*

FROM runtime
COPY --from=build /binaries/ /usr/local/bin/
USER 10001:10001
WORKDIR /tmp
EXPOSE 50050
ENTRYPOINT ["/usr/local/bin/allreview"]
CMD ["--help"]
