# === One stage after another.
# --- Dockerfile
ARG CUDA_VERSION=12.4.1
FROM nvidia/cuda:${CUDA_VERSION}-cudnn-devel-ubuntu22.04 AS build
RUN apt-get update && \
    # expect: torch-for-other-cuda-than-image
    pip install torch==2.6.0 --index-url https://download.pytorch.org/whl/cu118
RUN pip install torch --index-url=https://download.pytorch.org/whl/cu126  # silent: the same major
RUN pip install torch --extra-index-url https://download.pytorch.org/whl/cu118  # silent: perhaps not from there
RUN pip install "torch==2.6.0+cu118"  # expect: torch-for-other-cuda-than-image
RUN pip install numpy --index-url https://download.pytorch.org/whl/cu118  # silent: not PyTorch
RUN if [ -n "$OLD" ]; then pip install "torch==2.6.0+cu118"; fi  # silent: on a condition
FROM build AS test
RUN pip install torch==2.6.0+cu118  # expect: torch-for-other-cuda-than-image
FROM nvidia/cuda:12.4.1-runtime-ubuntu22.04
RUN pip install torch==2.6.0+cu118  # silent: no compiler
FROM nvidia/cuda:$TAG-devel
RUN pip install torch==2.6.0+cu118  # silent: nobody knows the version
FROM nvidia/cuda:12.4.1-devel-ubuntu22.04
RUN apt-get install -y cuda-toolkit-11-8
RUN pip install torch==2.6.0+cu118  # silent: another compiler
# === The base image alone changes.
# --- docker/Dockerfile.train before
FROM nvidia/cuda:12.8.1-devel-ubuntu24.04
RUN pip install torch --index-url https://download.pytorch.org/whl/cu128
# --- docker/Dockerfile.train after
# expect: torch-for-other-cuda-than-image
FROM nvidia/cuda:13.0.1-devel-ubuntu24.04
RUN pip install torch --index-url https://download.pytorch.org/whl/cu128
