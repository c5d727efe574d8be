"""The description of the interface and the interface agree: every example in it is asked for real, and the
answers have the shape that it promises. The first argument is the program, the second the description."""
import itertools
import json
import os
import shutil
import sys
import tempfile
import unittest
import urllib.parse

import yaml

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from serving import Server, make_university  # noqa: E402

PROGRAM = sys.argv.pop(1)
with open(sys.argv.pop(1), encoding="utf-8") as description:
    TEXT = description.read()
API = yaml.safe_load(TEXT)

KINDS = {
    "object": dict, "array": list, "string": str, "boolean": bool,
    "integer": int, "number": (int, float), "null": type(None),
}  # fmt: skip


def follow(node):
    while "$ref" in node:
        target = API
        for name in node["$ref"].removeprefix("#/").split("/"):
            target = target[name]
        node = target
    return node


def violations(value, schema, at="answer"):
    """What of a value is not as its schema says. Knows as much of JSON Schema as the description uses."""
    schema = follow(schema)
    known = {
        "type", "required", "properties", "additionalProperties", "items", "allOf", "anyOf", "const", "enum",
        "minimum", "maximum", "minItems", "maxItems", "minLength", "description", "pattern", "default",
        "exclusiveMinimum", "exclusiveMaximum",
    }  # fmt: skip
    unknown = set(schema) - known
    assert not unknown, f"the test does not know {unknown}"
    kind = schema.get("type")
    wrong_bool = isinstance(value, bool) and kind in ("integer", "number")
    if kind and (not isinstance(value, KINDS[kind]) or wrong_bool):
        return [f"{at} is no {kind}: {value!r}"]
    found = []
    if "const" in schema and value != schema["const"]:
        found.append(f"{at} is not {schema['const']}")
    if "minimum" in schema and value < schema["minimum"]:
        found.append(f"{at} is below {schema['minimum']}")
    for name in schema.get("required", []):
        if name not in value:
            found.append(f"{at} has no {name}")
    if isinstance(value, dict):
        for name, member in value.items():
            of = schema.get("properties", {}).get(name, schema.get("additionalProperties", {}))
            if of is False:
                found.append(f"{at} has {name}")
            elif isinstance(of, dict):
                found += violations(member, of, f"{at}.{name}")
    if isinstance(value, list) and "items" in schema:
        for i, item in enumerate(value):
            found += violations(item, schema["items"], f"{at}[{i}]")
    for part in schema.get("allOf", []):
        found += violations(value, part, at)
    options = [violations(value, part, at) for part in schema.get("anyOf", [])]
    if options and all(options):
        found += min(options, key=len)
    return found


def examples_of(parameter):
    parameter = follow(parameter)
    values = [follow(example)["value"] for example in parameter.get("examples", {}).values()]
    values += parameter["schema"].get("enum", [])
    if not parameter.get("required"):
        values.append(None)  # left out
    return parameter, values


def requests():
    """Every combination of the examples of required parameters, with each of the others alone."""
    for path, methods in API["paths"].items():
        for method, operation in methods.items():
            described = [examples_of(parameter) for parameter in operation.get("parameters", [])]
            needed = [(p, v) for p, v in described if p.get("required")]
            others = [(p, v) for p, v in described if not p.get("required")]
            base = list(itertools.product(*[[(p, value) for value in v] for p, v in needed]))
            assert base, f"{path} has a required parameter without an example"
            extra = [()] + [((p, value),) for p, v in others for value in v if value is not None]
            bodies = [None]
            if "requestBody" in operation:
                content = operation["requestBody"]["content"]["application/json"]
                bodies = [example["value"] for example in content["examples"].values()]
            for chosen, more, body in itertools.product(base, extra, bodies):
                yield path, method.upper(), operation, chosen + more, body


class OpenApiTest(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        folder = tempfile.mkdtemp(prefix="akin-openapi-")
        cls.addClassCleanup(shutil.rmtree, folder)
        cls.server = cls.enterClassContext(Server(PROGRAM, make_university(PROGRAM, folder)))

    def test_the_program_has_this_description(self):
        self.assertEqual(self.server.ask("/openapi.yaml").body.decode(), TEXT)

    def test_every_example_is_answered_as_described(self):
        asked = 0
        for path, method, operation, chosen, body in requests():
            query = {}
            for parameter, value in chosen:
                if parameter["in"] == "path":
                    path = path.replace("{%s}" % parameter["name"], urllib.parse.quote(str(value), safe=""))
                else:
                    query[parameter["name"]] = value
            if "fusion" in query:
                query["index"] = "psimrank,xjaccard"  # a fusion is of something
            if "function" in query:
                query["index"] = "psimrank"  # a function is of walks
            target = path + ("?" + urllib.parse.urlencode(query) if query else "")
            answer = self.server.ask(target, method, body=None if body is None else json.dumps(body))
            with self.subTest(f"{method} {target} {body or ''}"):
                if path in ("/v1/sim", "/v1/explain") and query.get("fusion") == "rrf":
                    self.assertEqual(answer.status, 400)  # a pair has no ranks
                else:
                    self.assertEqual(answer.status, 200, answer.body)
                self.check(operation, answer)
            asked += 1
        self.assertGreater(asked, 30)

    def check(self, operation, answer):
        response = follow(operation["responses"][str(answer.status)])
        kind = answer.headers["Content-Type"].split(";")[0]
        self.assertIn(kind, response["content"])
        if kind == "application/json":
            self.assertEqual(violations(answer.json(), response["content"][kind]["schema"]), [])

    def test_errors_are_as_described(self):
        failure = API["components"]["schemas"]["Failure"]
        for target, status in (
            ("/v1/related", 400),
            ("/v1/related?key=Nobody", 404),
            ("/v1/related?key=ProfA&index=none", 404),
            ("/v1/corpora?x=1", 400),
            ("/v2", 404),
        ):
            answer = self.server.ask(target)
            self.assertEqual(answer.status, status)
            self.assertEqual(violations(answer.json(), failure), [])

    def test_the_check_finds_what_is_wrong(self):
        score = {"$ref": "#/components/schemas/Score"}
        good = {"score": 0.5, "error": 0, "low": 0, "high": 1, "unsure": False}
        self.assertEqual(violations(good, score), [])
        for bad in ({**good, "score": "0.5"}, {**good, "unsure": 0}, {**good, "error": -1}, {"score": 1}):
            self.assertNotEqual(violations(bad, score), [])


if __name__ == "__main__":
    unittest.main()
