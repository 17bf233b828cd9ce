# Builds AllReview and the image that runs it:  docker build -t allreview .
# tools/oci_image.sh makes a smaller one without Docker; docs/kubernetes.md says what runs it.

FROM debian:bookworm AS build
WORKDIR /src
COPY tools/debian_packages.sh tools/
COPY bazel/system_deps.bzl bazel/
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends \
      $(tools/debian_packages.sh --with-package)
COPY . .
RUN bazel build //:package && cp out/bin/packaging/allreview.deb /

FROM debian:bookworm-slim
COPY --from=build /allreview.deb /tmp/
RUN apt-get update \
 && DEBIAN_FRONTEND=noninteractive apt-get install -y --no-install-recommends /tmp/allreview.deb \
 && rm -rf /var/lib/apt/lists/* /tmp/allreview.deb
USER 10001:10001
WORKDIR /tmp
EXPOSE 50050
ENTRYPOINT ["/usr/bin/allreview"]
CMD ["--help"]
