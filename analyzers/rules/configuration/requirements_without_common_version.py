# === One list, and lists that include each other.
# --- requirements/base.txt before
numpy<2
torch>=2.6
# --- requirements/base.txt after
numpy<2
torch>=2.9  # expect: requirements-without-common-version
# --- requirements/dev.txt unchanged
-r base.txt
-c ../constraints.txt
# --- constraints.txt unchanged
torch<2.9
# --- requirements/other.txt
-r base.txt
numpy==2.1.0  # expect: requirements-without-common-version
einops>=0.8 ; python_version >= "3.12"
einops<0.8 ; python_version < "3.12"  # silent: another marker
triton==3.6.0rc1
triton==3.5.0  # silent: what is no plain release is not compared
# --- alone.txt
torch==1.13.1  # silent: nobody installs it with the others
# --- requirements/fits.txt
-r base.txt
torch~=2.9  # silent: 2.9 meets both
numpy  # silent: any version
# === The project itself, and circles.
# --- pyproject.toml before
[project]
name = "trainer"
dependencies = ["torch>=2.6"]
# --- pyproject.toml after
[project]
name = "trainer"
dependencies = [
    "torch>=2.9",  # expect: requirements-without-common-version
    "numpy",
]
# --- requirements.txt unchanged
-e .[test]
-r requirements-test.txt
# --- requirements-test.txt unchanged
-r requirements.txt
torch==2.8.*
# === They were apart before, elsewhere.
# --- requirements.txt before
torch>=2.9
torch<2.9
# --- requirements.txt after
torch>=2.9
torch<2.9
numpy  # silent: another line
