# --- tools/fetch_tokenizer.py
"""Unpacks the archive of a tokenizer."""
import argparse
import tarfile


def unpack(path: str, folder: str) -> None:
    """Extracts the archive into the folder."""
    with tarfile.open(path) as archive:
#if defect
        archive.extractall(folder)  # expect: unchecked-extraction
#else
        archive.extractall(folder, filter="data")
#endif


if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("archive", help="a .tar.gz file")
    parser.add_argument("folder", help="where its files go")
    options = parser.parse_args()
    unpack(options.archive, options.folder)
