"""Requests, and what becomes of them in bad hands."""

REQUESTS = [
    b"GET /v1/related?key=ProfA&k=3&index=psimrank HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/keys?prefix=prof HTTP/1.1\r\nHost: localhost\r\nAccept: */*\r\n\r\n",
    b"GET /v1/vertex/Prof%41 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/sim?a=ProfA&b=ProfB HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/explain?a=ProfA&b=ProfB&k=2 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b"GET /v1/walk?key=ProfA&fingerprint=3 HTTP/1.1\r\nHost: localhost\r\n\r\n",
    b'POST /v1/related HTTP/1.1\r\nHost: localhost\r\nContent-Length: 26\r\n\r\n{"keys": ["ProfA"], "k":2}',
    b'POST /v1/related HTTP/1.1\r\nHost: localhost\r\nTransfer-Encoding: chunked\r\n\r\n8\r\n{"keys":\r\n0\r\n\r\n',
]


def mutate(rng, text):
    text = bytearray(text)
    for _ in range(rng.choice((1, 1, 2, 5, 20))):
        at = rng.randrange(len(text) + 1)
        kind = rng.randrange(5)
        if kind == 0 and text:
            text[at % len(text)] = rng.randrange(256)
        elif kind == 1:
            text[at:at] = bytes(rng.randrange(256) for _ in range(rng.randrange(1, 9)))
        elif kind == 2:
            del text[at : at + rng.randrange(1, 9)]
        elif kind == 3:
            text[at:at] = rng.choice((b"%", b"%00", b"&", b"=", b"\r\n", b"\x00", b"?", b"#", b"9" * 30, b"../", b"%ff"))
        else:
            text += text[: rng.randrange(len(text) + 1)]
    return bytes(text)
