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
    api = HfApi(token=os.environ["HF_TOKEN"])
    api.create_repo(name, exist_ok=True)
    api.upload_folder(folder_path=folder, repo_id=name)
