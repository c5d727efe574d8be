"""`pip install .` works: the wheel is built by pip, installed in an empty environment, and used.

No network is used. AKIN_TEST_BUILD_DIR names a configured build tree to take the module from, which
saves compiling it again in build/wheel.
"""

from __future__ import annotations

import base64
import csv
import hashlib
import io
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
TAKEN_FROM_USERS = ("PYTHON", "PIP_", "AKIN_")

ASK = """
import akin, importlib.metadata
arcs = [("Univ", "ProfA"), ("Univ", "ProfB"), ("ProfA", "StudentA"), ("ProfB", "StudentB"),
        ("StudentA", "Univ"), ("StudentB", "ProfB")]
c = akin.ingest(arcs)
print(akin.__file__)
print(akin.__version__, importlib.metadata.version("akin"))
print(float(c.sim("ProfA", "ProfB", measure="simrank", decay=0.8, iterations=50)))
"""


def clean_environment() -> dict[str, str]:
    """Returns the environment without what could lead to another akin, a network or pip's cache."""
    kept = {k: v for k, v in os.environ.items() if not k.startswith(TAKEN_FROM_USERS)}
    kept.update(PYTHONNOUSERSITE="1", PIP_CONFIG_FILE=os.devnull, PIP_NO_INDEX="1")
    kept.update(PIP_NO_CACHE_DIR="1", PIP_DISABLE_PIP_VERSION_CHECK="1")
    kept.update(PIP_ROOT_USER_ACTION="ignore")
    if "AKIN_TEST_BUILD_DIR" in os.environ:
        kept["AKIN_BUILD_DIR"] = os.path.abspath(os.environ["AKIN_TEST_BUILD_DIR"])
    return kept


def run(*command: str | Path, **options) -> subprocess.CompletedProcess[str]:
    options = {"env": clean_environment(), "text": True, **options}
    both = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT}
    return subprocess.run(list(map(str, command)), **both, **options)


def must_run(*command: str | Path, **options) -> str:
    done = run(*command, **options)
    assert done.returncode == 0, done.stdout
    return done.stdout


def pip_wheel(source: Path, directory: Path) -> Path:
    pip = (sys.executable, "-m", "pip")
    must_run(*pip, "wheel", "--no-deps", "-w", directory, source, cwd=directory)
    (wheel,) = directory.glob("*.whl")
    return wheel


def call_hook(call: str, source: Path = ROOT, **options) -> subprocess.CompletedProcess[str]:
    """Runs a hook as pip would, in a separate Python, in the top directory of the sources."""
    code = f"import sys; sys.path.insert(0, 'python'); import wheel_builder; wheel_builder.{call}"
    return run(sys.executable, "-B", "-c", code, cwd=source, **options)


@pytest.fixture(scope="module")
def wheel(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return pip_wheel(ROOT, tmp_path_factory.mktemp("wheel"))


@pytest.fixture(scope="module")
def sdist(tmp_path_factory: pytest.TempPathFactory) -> Path:
    directory = tmp_path_factory.mktemp("sdist")
    done = call_hook(f"build_sdist({str(directory)!r})")
    assert done.returncode == 0, done.stdout
    (archive,) = directory.glob("*.tar.gz")
    return archive


@pytest.fixture
def prefix(tmp_path: Path) -> Path:
    """An empty environment."""
    options = ("--system-site-packages", "--without-pip")  # numpy and pip come from Debian
    must_run(sys.executable, "-m", "venv", *options, tmp_path / "prefix")
    return tmp_path / "prefix"


def test_an_editable_install_has_the_python_files_of_the_sources(prefix: Path) -> None:
    python = prefix / "bin" / "python"
    must_run(python, "-m", "pip", "install", "--editable", ".", cwd=ROOT)
    place, _, score = must_run(python, "-c", ASK, cwd=prefix).splitlines()
    assert Path(place) == ROOT / "python" / "akin" / "__init__.py"
    assert float(score) == pytest.approx(0.4136, abs=5e-5)
    must_run(python, "-c", "import akin._names", cwd=prefix)
    must_run(python, "-m", "pip", "uninstall", "--yes", "akin", cwd=prefix)
    assert run(python, "-c", "import akin", cwd=prefix).returncode != 0
    assert list(prefix.rglob("*akin*")) == []


def test_pip_installs_a_module_that_answers(prefix: Path, tmp_path: Path) -> None:
    empty = tmp_path / "empty"
    empty.mkdir()
    python = prefix / "bin" / "python"
    must_run(python, "-m", "pip", "install", ".", cwd=ROOT)
    place, versions, score = must_run(python, "-c", ASK, cwd=empty).splitlines()
    assert prefix in Path(place).parents
    assert len(set(versions.split())) == 1
    assert float(score) == pytest.approx(0.4136, abs=5e-5)  # Jeh and Widom 2002, figure 1
    must_run(python, "-m", "pip", "uninstall", "--yes", "akin", cwd=empty)
    assert not Path(place).parent.exists()


def test_a_wheel_has_the_package_and_nothing_else(wheel: Path) -> None:
    source = ROOT / "python" / "akin"
    modules = {f"akin/{path.relative_to(source)}" for path in source.rglob("*.py*")}
    modules = {name for name in modules if "__pycache__" not in name}
    names = set(zipfile.ZipFile(wheel).namelist())
    suffix = sysconfig.get_config_var("EXT_SUFFIX")
    assert {"akin/py.typed", "akin/_core.pyi", f"akin/_core{suffix}"} <= names
    information = {name for name in names if ".dist-info/" in name}
    assert {Path(name).name for name in information} == {"METADATA", "WHEEL", "LICENSE", "RECORD"}
    assert names - information == modules | {"akin/py.typed", f"akin/_core{suffix}"}


def test_hashes_of_a_wheel_are_right(wheel: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    (record,) = (name for name in archive.namelist() if name.endswith("/RECORD"))
    rows = list(csv.reader(io.StringIO(archive.read(record).decode())))
    assert [name for name, _, _ in rows] == archive.namelist()
    for name, digest, size in rows:
        if name == record:
            assert (digest, size) == ("", "")
            continue
        data = archive.read(name)
        expected = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).decode().rstrip("=")
        assert (digest, size) == (f"sha256={expected}", str(len(data)))


def test_metadata_prepared_beforehand_is_what_the_wheel_has(wheel: Path, tmp_path: Path) -> None:
    done = call_hook(f"prepare_metadata_for_build_wheel({str(tmp_path)!r})")
    assert done.returncode == 0, done.stdout
    (metadata,) = tmp_path.glob("*.dist-info/METADATA")
    inside = zipfile.ZipFile(wheel).read(str(metadata.relative_to(tmp_path)))
    assert metadata.read_bytes() == inside
    assert b"\nName: akin\n" in inside and b"\nRequires-Dist: numpy\n" in inside
    assert b'\nProvides-Extra: spark\nRequires-Dist: pyspark>=3.5; extra == "spark"\n' in inside
    version = re.search(r"project\(akin VERSION (\S+)", (ROOT / "CMakeLists.txt").read_text())
    assert version and f"\nVersion: {version[1]}\n".encode() in inside


def test_a_wheel_names_the_libraries_that_it_loads(wheel: Path, tmp_path: Path) -> None:
    archive = zipfile.ZipFile(wheel)
    module = archive.extract(f"akin/_core{sysconfig.get_config_var('EXT_SUFFIX')}", tmp_path)
    (metadata,) = (name for name in archive.namelist() if name.endswith("/METADATA"))
    named = re.findall(r"^Requires-External: (\S+)$", archive.read(metadata).decode(), re.M)
    architecture = must_run("dpkg", "--print-architecture").strip()
    loaded = set()
    for library in re.findall(r"\(NEEDED\).*\[(.*)\]", must_run("readelf", "-d", module)):
        owners = must_run("dpkg-query", "-S", f"*/{library}")
        loaded |= set(re.findall(rf"^(\S+):{architecture}: ", owners, re.M))
    # What every C program and every C++ library needs.
    assert set(named) == loaded - {"libc6", "libgcc-s1"}


def test_two_builds_give_the_same_bytes(wheel: Path, tmp_path: Path) -> None:
    assert pip_wheel(ROOT, tmp_path).read_bytes() == wheel.read_bytes()


def test_a_source_archive_makes_the_same_wheel(wheel: Path, sdist: Path, tmp_path: Path) -> None:
    if "AKIN_TEST_BUILD_DIR" not in os.environ:
        pytest.skip("would compile everything again: name a build tree in AKIN_TEST_BUILD_DIR")
    assert pip_wheel(sdist, tmp_path).read_bytes() == wheel.read_bytes()


def test_a_source_archive_is_complete_without_git(sdist: Path, tmp_path: Path) -> None:
    """Unpacked, without git, it makes the same archive again: so it contains all sources."""
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path)
    (source,) = tmp_path.iterdir()
    assert (source / "CMakeLists.txt").exists() and os.access(source / "run", os.X_OK)
    again = tmp_path / "again"
    again.mkdir()
    done = call_hook(f"build_sdist({str(again)!r})", source)
    assert done.returncode == 0, done.stdout
    assert (again / sdist.name).read_bytes() == sdist.read_bytes()


def test_a_missing_tool_is_named_with_its_package(tmp_path: Path) -> None:
    environment = {**clean_environment(), "PATH": str(tmp_path)}
    environment.pop("AKIN_BUILD_DIR", None)
    done = call_hook("build_wheel('.')", env=environment)
    assert done.returncode != 0 and "cmake is missing; on Debian: apt install cmake" in done.stdout
    (tmp_path / "cmake").symlink_to(shutil.which("true") or "/bin/true")
    done = call_hook("build_wheel('.')", env=environment)
    assert done.returncode != 0 and "apt install ninja-build" in done.stdout


@pytest.mark.parametrize(
    "said, advice",
    [
        ('Could not find a package configuration file provided by "pybind11" with', "pybind11-dev"),
        ("Could NOT find Python3 (missing: Python3_INCLUDE_DIRS", "python3-dev"),
        ("No CMAKE_CXX_COMPILER could be found.", "g++"),
        ("something else", "./run setup build"),
    ],
)
def test_a_failed_configuration_says_what_to_do(said: str, advice: str, tmp_path: Path) -> None:
    cmake = tmp_path / "cmake"
    cmake.write_text(f"#!/bin/sh\necho '{said}'\nexit 1\n")
    cmake.chmod(0o755)
    environment = clean_environment()
    environment.pop("AKIN_BUILD_DIR", None)
    environment["PATH"] = f"{tmp_path}:{environment['PATH']}"
    done = call_hook("build_wheel('.')", env=environment)
    assert done.returncode != 0 and said in done.stdout and advice in done.stdout
    assert "Traceback" not in done.stdout


def test_a_directory_that_is_no_build_tree_is_refused(tmp_path: Path) -> None:
    settings = {"build-dir": str(tmp_path)}
    done = call_hook(f"build_wheel('.', {settings!r})")
    assert done.returncode != 0 and f"{tmp_path} (build-dir or AKIN_BUILD_DIR)" in done.stdout
