# --- shardkit/writer.py
"""Writes shards."""


def write_shard(stream, payload: bytes) -> bool:
    """Writes one shard and closes the stream."""
    written = 0
    try:
        written = stream.write(payload)
    finally:
        stream.close()
#if defect
        return written == len(payload)  # expect: jump-in-finally
#else
    return written == len(payload)
#endif
# --- tests/test_writer.py
import io

from shardkit.writer import write_shard


def test_writes_everything():
    assert write_shard(io.BytesIO(), b"abc")
