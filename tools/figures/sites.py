"""Sites of Debian packages: pages with links and words whose folders are a directory."""
import os
import subprocess

from costs import QUIET

# The package, the folder of its pages, and the depth of the truth by path.
SITES = {
    "cppreference": ("cppreference-doc-en-html", "cppreference/doc/html/en", 2),
    "python": ("python3.11-doc", "doc/python3.11/html", 1),
    "django": ("python-django-doc", "doc/python-django-doc/html", 2),
    "linux": ("linux-doc-6.1", "doc/linux-doc-6.1/html", 2),
    "postgresql": ("postgresql-doc-15", "doc/postgresql-doc-15/html", 1),
    "java": ("openjdk-17-doc", "doc/openjdk-17-jre-headless/api", 3),
}
JUDGED_SITES = [name for name in SITES if name != "postgresql"]  # whose pages are all in one folder


def site(lab, name):
    """The pages of a package as a corpus. The package is unpacked in the folder of work, not installed."""
    package, folder, _ = SITES[name]

    def unpack(path):
        os.makedirs(path + ".part", exist_ok=True)
        subprocess.run(["apt-get", "download", package], cwd=path + ".part", check=True, stdout=subprocess.DEVNULL)
        [archive] = [file for file in os.listdir(path + ".part") if file.endswith(".deb")]
        subprocess.run(["dpkg", "-x", archive, "."], cwd=path + ".part", check=True)
        os.rename(path + ".part", path)
    root = lab.once("package-" + name, unpack)
    pages = os.path.join(root, "usr/share", folder)
    return lab.once("recipes-%s.akin" % name, lambda path: lab.akin("ingest", pages, "-o", path, *QUIET))
