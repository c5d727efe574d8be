"""Asks a server whatever its description allows, and what it forbids, by schemathesis: no answer may be a failure
of the server, or have another shape than described. Arguments: the program, schemathesis, examples per operation."""
import os
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serving import Server, make_university  # noqa: E402


def main(program, schemathesis, examples):
    with tempfile.TemporaryDirectory(prefix="akin-api-") as folder:
        corpus = make_university(program, folder)
        with Server(program, corpus, "--queue", "10000", "--deadline", "600") as server:
            done = subprocess.run(
                [schemathesis, "run", server.url + "/openapi.yaml", "--url", server.url, "--seed", "7",
                 "--max-examples", examples, "--generation-database", "none", "--no-color",
                 # This server asks for no token, and that parameters fit together no schema can say: a fusion needs
                 # an index, a decay one of walks.
                 "--exclude-checks", "ignored_auth,positive_data_acceptance", "--suppress-health-check", "all"],
                cwd=folder, timeout=1800, check=False,
            )  # fmt: skip
            code, told = server.stop()
    if code != 0:
        print(f"the server ended with {code}: {told}", file=sys.stderr)
    return done.returncode or code


sys.exit(main(*sys.argv[1:]))
