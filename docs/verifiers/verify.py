"""Verifies webhook deliveries. Python 3.8 or newer, standard library only.

    python3 verify.py known-answers.json    checks this file against the known answers
"""

import base64
import hashlib
import hmac
import json
import re
import sys
import time


def verify_service(raw_body: bytes, signature: str, secret: str) -> bool:
    """X-Service-Signature: lowercase hex HMAC-SHA256 of the raw body, keyed by the displayed secret."""
    expected = hmac.new(secret.encode(), raw_body, hashlib.sha256).hexdigest()
    return hmac.compare_digest(expected.encode(), signature.encode())


def verify_standard(raw_body: bytes, headers: dict, secret: str, now=None, tolerance=300) -> bool:
    """webhook-signature, which also covers the time. `headers` have lowercase names; `now` is in Unix seconds."""
    timestamp = headers["webhook-timestamp"]
    now = int(time.time()) if now is None else now
    if not re.fullmatch(r"[0-9]{1,12}", timestamp) or abs(now - int(timestamp)) > tolerance:
        return False
    prefix = "whsec_"
    key = base64.b64decode(secret[len(prefix):] if secret.startswith(prefix) else secret)
    signed = f"{headers['webhook-id']}.{timestamp}.".encode() + raw_body
    expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
    # During the rotation of a secret the header has two signatures; one match is enough.
    return any(hmac.compare_digest(expected, given.encode()) for given in headers["webhook-signature"].split(" "))


def check(path: str) -> int:
    with open(path, encoding="utf-8") as file:
        answers = json.load(file)
    wrong = 0
    for answer in answers:
        body, headers, secret = answer["body"].encode(), answer["headers"], answer["secret"]
        said = {
            "service": verify_service(body, headers["x-service-signature"], secret),
            "standard": verify_standard(body, headers, secret, now=answer["now"]),
        }
        if said != answer["valid"]:
            wrong += 1
            print(f"{answer['name']}: {said}, expected {answer['valid']}")
    print(f"{len(answers) - wrong} of {len(answers)} known answers")
    return wrong


if __name__ == "__main__":
    sys.exit(1 if check(sys.argv[1]) else 0)
