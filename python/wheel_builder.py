"""Makes wheels and source archives of akin for pip (PEP 517, 660), with CMake and Python alone.

`pip install .` builds in an isolated environment and downloads what the build back end needs.
Without a network it cannot download anything, and Debian 12 has no package of scikit-build-core. A
wheel is a zip file with a few files of metadata: this file contains all it takes to write one.

    pip install .                                             builds in build/wheel
    AKIN_BUILD_DIR=build/release pip install .                uses an existing build tree
    pip install . --config-settings build-dir=build/release   the same
    pip install --editable .                                  uses the Python files where they are

The bytes of a wheel depend only on its contents: names are sorted, times fixed.
"""

from __future__ import annotations

import base64
import gzip
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
from typing import Mapping, NoReturn, Optional

ROOT = Path(__file__).resolve().parent.parent
EXTENSION = "_core" + (sysconfig.get_config_var("EXT_SUFFIX") or ".so")
EXTRAS = ("scipy", "networkx", "pandas", "tqdm")
# Not among "all": it is a whole engine, which clusters have already.
SPARK = ("pyspark>=3.5", "pyarrow", "pandas")

# Debian's packages, by the names that a failed CMake configuration prints.
DEBIAN_PACKAGES = {
    "cmake": "cmake",
    "ninja": "ninja-build",
    "c++": "g++",
    "pybind11": "pybind11-dev",
    "Python3": "python3-dev",
}

# Debian's packages of the libraries that the module loads. pip does not install them, but tells whoever asks.
LIBRARIES = ("libcurl4", "libfmt9", "libhwy1", "libicu72", "libroaring0", "libstdc++6", "libstemmer0d", "libxxhash0",
             "libzstd1", "zlib1g")

# What is not a source, if there is no git. The page in web/dist is one, because not everybody can build it.
NOT_SOURCES = {".git", ".demo", "build", "node_modules", "PKG-INFO", "compile_commands.json"}
NOT_SOURCES |= {"__pycache__", ".pytest_cache", ".hypothesis"}
NOT_SOURCES_AT_TOP = {"dist"}

Settings = Optional[Mapping[str, str]]


# The hooks that pip calls, with the top of the sources as the current directory.


def get_requires_for_build_wheel(config_settings: Settings = None) -> list[str]:
    """Returns what pip must install before a wheel can be built: nothing."""
    return []


def get_requires_for_build_sdist(config_settings: Settings = None) -> list[str]:
    """Returns what pip must install before a source archive can be made: nothing."""
    return []


def get_requires_for_build_editable(config_settings: Settings = None) -> list[str]:
    """Returns what pip must install before an editable wheel can be built: nothing."""
    return []


def prepare_metadata_for_build_wheel(
    metadata_directory: str, config_settings: Settings = None
) -> str:
    """Writes the wheel's .dist-info without building anything; returns its name."""
    for name, data in _dist_info().items():
        path = Path(metadata_directory, name)
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(data)
    return _dist_info_name()


def build_wheel(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Builds the module and writes the wheel; returns its name."""
    return _write_wheel(wheel_directory, _package(_build(config_settings or {})))


prepare_metadata_for_build_editable = prepare_metadata_for_build_wheel


def build_editable(
    wheel_directory: str,
    config_settings: Settings = None,
    metadata_directory: str | None = None,
) -> str:
    """Builds the module; writes a wheel that leads to it and to the sources; returns its name."""
    extension = _extension(_build(config_settings or {}))
    finder = FINDER.format(package=str(ROOT / "python" / "akin"), extension=str(extension))
    files = {"_akin_editable.pth": b"import _akin_editable\n", "_akin_editable.py": finder.encode()}
    return _write_wheel(wheel_directory, files)


def build_sdist(sdist_directory: str, config_settings: Settings = None) -> str:
    """Writes an archive of the sources, from which a wheel can be built; returns its name."""
    top = f"akin-{_project()['version']}"
    plain = io.BytesIO()
    with tarfile.open(fileobj=plain, mode="w", format=tarfile.PAX_FORMAT) as archive:
        _add(archive, f"{top}/PKG-INFO", _metadata(), 0o644)
        for source in _sources():
            mode = 0o755 if os.access(ROOT / source, os.X_OK) else 0o644
            _add(archive, f"{top}/{source}", (ROOT / source).read_bytes(), mode)
    name = f"{top}.tar.gz"
    Path(sdist_directory, name).write_bytes(gzip.compress(plain.getvalue(), mtime=0))
    return name


# What an editable wheel has: the package is among the sources, and the engine in its build tree.
FINDER = """import importlib.util
import os
import sys

PACKAGE = {package!r}
EXTENSION = {extension!r}


class Finder:
    @staticmethod
    def find_spec(name, path=None, target=None):
        if name == "akin":
            return importlib.util.spec_from_file_location(
                name, os.path.join(PACKAGE, "__init__.py"), submodule_search_locations=[PACKAGE])
        if name == "akin._core":
            return importlib.util.spec_from_file_location(name, EXTENSION)
        return None


sys.meta_path.insert(0, Finder)
"""


# Building.


def _build(settings: Mapping[str, str]) -> Path:
    """Builds the module, by default in build/wheel; returns the build tree."""
    given = settings.get("build-dir") or os.environ.get("AKIN_BUILD_DIR")
    tree = ROOT / (given or "build/wheel")
    if given and not (tree / "CMakeCache.txt").exists():
        _fail(f"{tree} (build-dir or AKIN_BUILD_DIR) is not a build tree that CMake configured")
    for tool in ("cmake",) if given else ("cmake", "ninja"):
        if not shutil.which(tool):
            _fail(f"{tool} is missing; on Debian: apt install {DEBIAN_PACKAGES[tool]}")
    if not given:
        _configure(tree)
    command = ["cmake", "--build", str(tree), "--target", "akin_python"]
    if subprocess.run(command, cwd=ROOT).returncode != 0:
        _fail(f"the build in {tree} failed; see the messages above")
    return tree


def _configure(tree: Path) -> None:
    command = ["cmake", "--preset", "release", "-B", str(tree), "-DAKIN_PYTHON=ON"]
    command += ["-DAKIN_TESTS=OFF", "-DAKIN_BENCH=OFF", f"-DPython3_EXECUTABLE={sys.executable}"]
    run = subprocess.run(
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    print(run.stdout, flush=True)
    if run.returncode != 0:
        _fail(f"CMake could not configure the build. {_advice(run.stdout)}")


def _advice(output: str) -> str:
    """Returns what to install, given the output of CMake when it failed."""
    words = " ".join(output.split())  # CMake breaks its lines anywhere
    missing = re.search(r'package configuration file provided by "(\w+)"', words)
    missing = missing or re.search(r"Could NOT find (\w+)", words)
    if missing and missing[1] in DEBIAN_PACKAGES:
        return f"{missing[1]} is missing; on Debian: apt install {DEBIAN_PACKAGES[missing[1]]}"
    if "CMAKE_CXX_COMPILER" in output:
        return f"A C++ compiler is missing; on Debian: apt install {DEBIAN_PACKAGES['c++']}"
    return "On Debian `./run setup build` installs what the build needs."


def _fail(message: str) -> NoReturn:
    """Ends the hook with a message and no traceback; pip shows it and stops."""
    sys.exit(f"akin: {message}")


# What is in a wheel.


def _package(tree: Path) -> dict[str, bytes]:
    """Returns the files of the package, without leftovers and modules for other Pythons."""
    built = _extension(tree).parent
    source = ROOT / "python" / "akin"
    names = [
        path.relative_to(source).as_posix()
        for path in source.rglob("*")
        if path.suffix in (".py", ".pyi") or path.name == "py.typed"
    ]
    return {f"akin/{name}": (built / name).read_bytes() for name in sorted([*names, EXTENSION])}


def _extension(tree: Path) -> Path:
    """Returns the engine in a build tree."""
    built = tree / "python" / "akin"
    if not (built / EXTENSION).exists():
        _fail(f"{built} has no {EXTENSION}: the tree is configured for another Python")
    return built / EXTENSION


def _write_wheel(directory: str, files: dict[str, bytes]) -> str:
    files.update(_dist_info())
    record = f"{_dist_info_name()}/RECORD"
    files[record] = _record(files, record)
    name = f"akin-{_project()['version']}-{_tag()}.whl"
    with zipfile.ZipFile(Path(directory, name), "w") as wheel:
        for path, data in files.items():
            entry = zipfile.ZipInfo(path, (1980, 1, 1, 0, 0, 0))
            entry.external_attr = 0o100644 << 16
            wheel.writestr(entry, data, zipfile.ZIP_DEFLATED)
    return name


def _dist_info() -> dict[str, bytes]:
    wheel = f"Wheel-Version: 1.0\nGenerator: akin\nRoot-Is-Purelib: false\nTag: {_tag()}\n"
    top = _dist_info_name()
    return {
        f"{top}/LICENSE": (ROOT / "LICENSE").read_bytes(),
        f"{top}/METADATA": _metadata(),
        f"{top}/WHEEL": wheel.encode(),
    }


def _metadata() -> bytes:
    project = _project()
    lines = [
        "Metadata-Version: 2.1",
        "Name: akin",
        f"Version: {project['version']}",
        f"Summary: {project['summary']}",
        "License: Apache-2.0",
        "License-File: LICENSE",
        "Classifier: Operating System :: POSIX :: Linux",
        "Classifier: Programming Language :: C++",
        "Classifier: Programming Language :: Python :: 3",
        "Classifier: Typing :: Typed",
        "Requires-Python: >=3.9",
        "Requires-Dist: numpy",
        *(f"Requires-External: {library}" for library in LIBRARIES),
    ]
    for extra in EXTRAS:
        lines += [f"Provides-Extra: {extra}", f'Requires-Dist: {extra}; extra == "{extra}"']
    lines += ["Provides-Extra: all"]
    lines += [f'Requires-Dist: {extra}; extra == "all"' for extra in EXTRAS]
    lines += ["Provides-Extra: spark"]
    lines += [f'Requires-Dist: {package}; extra == "spark"' for package in SPARK]
    lines += ["Description-Content-Type: text/markdown", ""]
    return "\n".join([*lines, (ROOT / "README.md").read_text(encoding="utf-8")]).encode()


def _record(files: Mapping[str, bytes], own_name: str) -> bytes:
    """Returns the names, hashes and sizes of all files; its own line has only the name."""
    lines = []
    for name, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        lines.append(f"{name},sha256={digest},{len(data)}\n")
    return "".join([*lines, f"{own_name},,\n"]).encode()


def _project() -> dict[str, str]:
    """Returns version and summary from the only place that has them: the top CMakeLists.txt."""
    text = (ROOT / "CMakeLists.txt").read_text(encoding="utf-8")
    found = re.search(r'project\(akin VERSION ([\d.]+)[^)]*DESCRIPTION "([^"]*)"', text)
    if not found:
        _fail('CMakeLists.txt has no project(akin VERSION ... DESCRIPTION "...")')
    return {"version": found[1], "summary": found[2]}


def _dist_info_name() -> str:
    return f"akin-{_project()['version']}.dist-info"


def _tag() -> str:
    """Returns which Pythons can load the module: this CPython version on this kind of machine."""
    python = f"cp{sys.version_info.major}{sys.version_info.minor}"
    platform = re.sub(r"[-.]", "_", sysconfig.get_platform())
    return f"{python}-{python}{sys.abiflags}-{platform}"


# What is in a source archive.


def _sources() -> list[str]:
    """Returns what git tracks; without git, all that does not look like the result of a build."""
    top = _git("rev-parse", "--show-toplevel")
    if top and Path(top.strip()).samefile(ROOT):
        names = [name for name in _git("ls-files", "-z").split("\0") if (ROOT / name).is_file()]
    else:
        names = [
            path.as_posix()
            for path in (path.relative_to(ROOT) for path in ROOT.rglob("*") if path.is_file())
            if not NOT_SOURCES & set(path.parts) and path.parts[0] not in NOT_SOURCES_AT_TOP
        ]
    return sorted(names)


def _git(*arguments: str) -> str:
    """Returns what git prints; empty if there is no git or this is not a repository."""
    if not shutil.which("git"):
        return ""
    run = subprocess.run(["git", "-C", str(ROOT), *arguments], capture_output=True)
    return run.stdout.decode("utf-8", "surrogateescape") if run.returncode == 0 else ""


def _add(archive: tarfile.TarFile, name: str, data: bytes, mode: int) -> None:
    entry = tarfile.TarInfo(name)
    entry.size, entry.mode = len(data), mode
    archive.addfile(entry, io.BytesIO(data))
