# The server in an image of its own: one static program, no shell, no root.
#
#   docker build -t sifang .
#   docker run -p 8710:8710 -v sifang:/data --read-only --cap-drop ALL sifang
#
# `packaging/rootfs.sh` makes the same root file system without a container engine.

FROM rust:1-bookworm AS build
RUN apt-get update \
    && apt-get install -y --no-install-recommends musl-tools nodejs npm \
    && rm -rf /var/lib/apt/lists/*
WORKDIR /src
COPY . .
RUN packaging/rootfs.sh /rootfs

FROM scratch
COPY --from=build /rootfs /
USER 65532:65532
ENV SIFANG_LISTEN=0.0.0.0:8710 SIFANG_DATA=/data
VOLUME /data
EXPOSE 8710
HEALTHCHECK --interval=10s --timeout=6s --start-period=30s CMD ["/sifang", "health"]
ENTRYPOINT ["/sifang"]
CMD ["serve"]
