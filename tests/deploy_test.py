#!/usr/bin/python3
"""Whether the files in deploy/ are well-formed, fit together, and use flags that the program has.

    tests/deploy_test.py PROGRAM DIRECTORY
"""
import os
import re
import subprocess
import sys

import yaml

program, directory = sys.argv[1], sys.argv[2]
helps = {}


def read(name):
    with open(os.path.join(directory, name), encoding="utf-8") as file:
        return file.read()


def check(true, what):
    if not true:
        sys.exit(f"deploy: {what}")


def check_command(words, where):
    """akin VERB ...: the verb is there, and so are its flags."""
    check(words[0].endswith("akin"), f"{where}: {words[0]} is not akin")
    verb = words[1]
    if verb not in helps:
        done = subprocess.run([program, verb, "--help"], capture_output=True, text=True, check=False)
        check(done.returncode == 0, f"{where}: no verb {verb}")
        helps[verb] = set(re.findall(r"--[a-z-]+", done.stdout))
    for word in words[2:]:
        check(not word.startswith("--") or word in helps[verb], f"{where}: akin {verb} has no {word}")


def test_compose():
    services = yaml.safe_load(read("compose.yaml"))["services"]
    check(set(services) == {"front", "part-0", "part-1", "part-2"}, "other services than the comment says")
    for name, service in services.items():
        check_command(service["entrypoint"], f"compose.yaml: {name}")
        check(all("/cluster:ro" in volume for volume in service["volumes"]), f"{name}: writable volumes")
        if name != "front":
            check(f"/cluster/{name}" in service["entrypoint"], f"{name} has the part of another")


def by_name(documents):
    return {(d["kind"], d["metadata"]["name"]): d for d in documents}


def test_kubernetes():
    text = read("kubernetes.yaml")
    found = by_name(yaml.safe_load_all(text))
    backs = [found["StatefulSet", name] for name in ("akin-a", "akin-b")]
    check(yaml.dump(backs[0]).replace("akin-a", "akin-b") == yaml.dump(backs[1]), "the two sets differ")
    for stateful in backs:
        check(("Service", stateful["spec"]["serviceName"]) in found, "a set without its service")
    front = found["Deployment", "akin"]
    for owner in [*backs, front]:
        template = owner["spec"]["template"]
        labels = template["metadata"]["labels"]
        check(owner["spec"]["selector"]["matchLabels"].items() <= labels.items(), "a selector selects nothing")
        for container in template["spec"]["containers"]:
            check_command(container["command"], f"kubernetes.yaml: {container['name']}")
            volumes = {volume["name"] for volume in template["spec"]["volumes"]}
            check(all(mount["name"] in volumes for mount in container["volumeMounts"]), "a mount of no volume")
            check({"startupProbe", "readinessProbe", "livenessProbe"} <= set(container), "a probe is missing")
        for volume in template["spec"]["volumes"]:
            claim, config = volume.get("persistentVolumeClaim"), volume.get("configMap")
            kind = ("PersistentVolumeClaim", claim["claimName"]) if claim else ("ConfigMap", config["name"])
            check(kind in found, f"no {kind}")
    # Each pod of a set is the replica of one range.
    lines = found["ConfigMap", "akin-backends"]["data"]["backends"].split("\n")
    lines = [line.split() for line in lines if line]
    check(len(lines) == backs[0]["spec"]["replicas"], "as many ranges as pods")
    for part, line in enumerate(lines):
        pods = [f"akin-{letter}-{part}.akin-{letter}:7412" for letter in "ab"]
        check(line[2:] == pods, f"{line} instead of {pods}")


def test_units():
    for name in ("akin.service", "akin-backend@.service"):
        for line in read(name).splitlines():
            if line.startswith("ExecStart="):
                check_command(line.removeprefix("ExecStart=").split(), name)


test_compose()
test_kubernetes()
test_units()
