# --- tools/upload.py before
"""Uploads a converted checkpoint."""
import os

from huggingface_hub import HfApi


def main(folder: str, name: str) -> None:
    """Creates the repository when it is missing, and uploads the folder."""
    api = HfApi()
    api.upload_folder(folder_path=folder, repo_id=name)
# --- tools/upload.py after
"""Uploads a converted checkpoint."""
import os

from huggingface_hub import HfApi


def main(folder: str, name: str) -> None:
    """Creates the repository when it is missing, and uploads the folder."""
#if defect
    api = HfApi(token="hf_mW3xTq9LzPb5RkVd7YcJs2GnFh8AuEo4Xi")  # expect: hard-coded-secret
#else
    api = HfApi(token=os.environ["HF_TOKEN"])
#endif
    api.create_repo(name, exist_ok=True)
    api.upload_folder(folder_path=folder, repo_id=name)
