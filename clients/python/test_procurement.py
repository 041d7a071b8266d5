"""Tests of procurement.py: `python3 -m unittest` in this folder.

Most use a small server with prepared responses. Those of `TheService` need a running service:

    PROCUREMENT_URL=http://127.0.0.1:3000 PROCUREMENT_TOKEN=pst_... python3 -m unittest

They write data, so use a test tenant. `PROCUREMENT_KNOWN_ANSWERS` is the path of the known webhook signatures.
"""

import email.utils
import http.client
import json
import os
import socket
import sys
import tempfile
import threading
import time
import unittest
import urllib.error
from datetime import date, datetime, timezone
from decimal import Decimal
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from urllib.parse import parse_qs, urlsplit

import procurement
from procurement import Procurement, RetryOptions

URL = os.environ.get("PROCUREMENT_URL")
TOKEN = os.environ.get("PROCUREMENT_TOKEN")
HERE = os.path.dirname(os.path.abspath(__file__))
KNOWN_ANSWERS = os.environ.get(
    "PROCUREMENT_KNOWN_ANSWERS", os.path.join(HERE, "..", "..", "docs", "verifiers", "known-answers.json")
)


class Stub:
    """A server that sends its responses one after another, and records the requests."""

    def __init__(self, *answers):
        self.answers = list(answers)
        self.requests = []
        stub = self

        class Handler(BaseHTTPRequestHandler):
            def respond(self):
                length = int(self.headers.get("Content-Length") or 0)
                stub.requests.append((self.command, self.path, self.headers, self.rfile.read(length)))
                answer = stub.answers.pop(0)
                if answer is None:
                    self.close_connection = True
                    self.connection.close()
                    return
                status, headers, body = answer
                content = body if isinstance(body, bytes) else json.dumps(body).encode()
                self.send_response(status)
                usual = {"Content-Type": "application/json", "Content-Length": str(len(content))}
                for name, value in {**usual, **headers}.items():
                    self.send_header(name, value)
                self.end_headers()
                self.wfile.write(content)

            do_GET = do_POST = do_PUT = do_DELETE = respond

            def log_message(self, *_):
                pass

        self.server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.url = f"http://127.0.0.1:{self.server.server_address[1]}"
        threading.Thread(target=self.server.serve_forever, args=(0.01,), daemon=True).start()

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def ok(data, meta=None, status=200, headers=None):
    return (status, headers or {}, {"data": data, "meta": meta or {}})


def refused(status, code, headers=None, **details):
    error = {"code": code, "message": "No.", "details": details, "doc_url": f"https://procurement.example/{code}"}
    return (status, headers or {}, {"error": error, "meta": {"request_id": "r-1"}})


def over(stub, token="pst_x", waits=None, **options):
    retry = RetryOptions(sleep=(waits if waits is not None else []).append)
    return Procurement(stub.url, token, retry=options.pop("retry", retry), **options)


class Retries(unittest.TestCase):
    def test_a_post_whose_answer_was_lost_is_sent_again_under_its_key(self):
        waits = []
        with Stub(None, ok({"id": 7}, status=201)) as stub:
            self.assertEqual(over(stub, waits=waits).post("/vendors", {"name": "Najd Steel"}).data, {"id": 7})
        keys = [headers["Idempotency-Key"] for _, _, headers, _ in stub.requests]
        self.assertRegex(keys[0], r"^[0-9a-f-]{36}$")
        self.assertEqual(keys, [keys[0]] * 2)
        self.assertEqual(len(waits), 1)
        self.assertTrue(0.25 <= waits[0] <= 0.5)

    def test_a_put_whose_answer_was_lost_is_sent_again_under_its_key(self):
        with Stub(None, ok({"id": 7}), ok({})) as stub:
            api = over(stub)
            api.put("/purchase-orders/7", {"items": [{"quantity": 1}]})
            api.put("/purchase-orders/7", {}, idempotency_key="requisition-7")
        keys = [headers["Idempotency-Key"] for _, _, headers, _ in stub.requests]
        self.assertRegex(keys[0], r"^[0-9a-f-]{36}$")
        self.assertEqual(keys, [keys[0], keys[0], "requisition-7"])

    def test_each_post_has_a_key_of_its_own_and_yours_is_kept(self):
        with Stub(*[ok({})] * 3) as stub:
            api = over(stub)
            api.post("/vendors", {})
            api.post("/vendors", {})
            api.post("/vendors", {}, idempotency_key="requisition-7")
        keys = [headers["Idempotency-Key"] for _, _, headers, _ in stub.requests]
        self.assertEqual(len(set(keys)), 3)
        self.assertEqual(keys[2], "requisition-7")

    def test_a_post_without_a_token_is_sent_once(self):
        with Stub(None) as stub:
            with self.assertRaises(procurement.NoAnswerError):
                over(stub, token=None).post("/invitations/accept", {"token": "inv_x"})
        self.assertEqual(len(stub.requests), 1)
        self.assertNotIn("Idempotency-Key", stub.requests[0][2])

    def test_it_waits_as_long_as_it_is_asked_to(self):
        waits = []
        later = email.utils.format_datetime(datetime.fromtimestamp(time.time() + 30, timezone.utc), usegmt=True)
        with Stub(
            refused(429, "RATE_LIMIT_EXCEEDED", {"Retry-After": "7"}),
            refused(503, "SERVICE_UNAVAILABLE", {"Retry-After": later}),
            ok([]),
        ) as stub:
            over(stub, waits=waits).get("/vendors")
        self.assertEqual(waits[0], 7)
        self.assertTrue(25 < waits[1] <= 30)

    def test_a_wait_that_is_too_long_is_raised(self):
        with Stub(refused(429, "RATE_LIMIT_EXCEEDED", {"Retry-After": "43200"})) as stub:
            with self.assertRaises(procurement.RateLimitError) as raised:
                over(stub).get("/vendors")
        self.assertEqual(raised.exception.retry_after, 43200)

    def test_it_gives_up_after_four_attempts_each_pause_longer_than_the_last(self):
        waits = []
        with Stub(*[refused(503, "SERVICE_UNAVAILABLE")] * 4) as stub:
            with self.assertRaises(procurement.ApiError) as raised:
                over(stub, waits=waits).get("/vendors")
        self.assertEqual((raised.exception.status, len(stub.requests)), (503, 4))
        for pause, longest in zip(waits, [0.5, 1, 2]):
            self.assertTrue(longest / 2 <= pause <= longest)

    def test_what_is_refused_for_good_is_sent_once(self):
        for status in (400, 401, 403, 404, 412, 422, 500):
            with Stub(refused(status, "ANY")) as stub:
                with self.assertRaises(procurement.ApiError):
                    over(stub).post("/vendors", {})
            self.assertEqual(len(stub.requests), 1, status)

    def test_an_attempt_without_an_answer_ends(self):
        with Stub() as stub:
            with stub_that_hangs() as address:
                api = Procurement(address, "pst_x", timeout=0.2, retry=RetryOptions(attempts=1))
                error = self.no_answer(api)
        self.assertIsInstance(error.__cause__, TimeoutError if sys.version_info >= (3, 10) else OSError)
        self.assertEqual(str(error), f"GET {address}/v1/vendors: no answer (timed out)")
        self.assertEqual(stub.requests, [])

    def no_answer(self, api):
        with self.assertRaises(procurement.NoAnswerError) as raised:
            api.get("/vendors", search="secret")
        return raised.exception

    def test_a_lost_connection_names_its_cause_and_the_address_without_query(self):
        with Stub() as stub:
            address = stub.url
        error = self.no_answer(over(stub))
        self.assertIsInstance(error.__cause__, ConnectionRefusedError)
        self.assertIn(f"GET {address}/v1/vendors: no answer (", str(error))
        self.assertIn("refused", str(error))

    def test_an_unknown_host_is_the_cause(self):
        def unknown(*_, **__):
            raise urllib.error.URLError(socket.gaierror(-2, "Name or service not known"))

        api = Procurement("https://nowhere.example", "pst_x", retry=RetryOptions(attempts=1))
        api._opener.open = unknown
        error = self.no_answer(api)
        self.assertIsInstance(error.__cause__, socket.gaierror)
        self.assertIn("https://nowhere.example/v1/vendors: no answer", str(error))

    def test_an_answer_that_breaks_off_is_sent_again(self):
        half = (200, {"Content-Length": "100"}, b'{"data":')
        with Stub(half, ok([1])) as stub:
            self.assertEqual(over(stub).get("/vendors").data, [1])
        with Stub(half) as stub:
            error = self.no_answer(over(stub, retry=RetryOptions(attempts=1)))
        self.assertIsInstance(error.__cause__, http.client.IncompleteRead)

    def test_an_answer_that_is_no_json_is_no_answer(self):
        for body in (b"<html>", b'"\xff"'):
            with Stub((200, {}, body)) as stub:
                error = self.no_answer(over(stub))
            self.assertIsInstance(error.__cause__, ValueError)
            self.assertEqual(len(stub.requests), 1)

    def test_a_redirect_is_not_followed(self):
        with Stub() as other, Stub((302, {"Location": other.url}, {})) as stub:
            with self.assertRaises(procurement.ApiError):
                over(stub).get("/vendors")
        self.assertEqual(other.requests, [])

    def test_a_document_by_link_is_named_and_not_followed(self):
        with Stub((302, {"Location": "https://files.najd.example/quote.pdf"}, {})) as stub:
            with self.assertRaises(procurement.LinkedDocumentError) as raised:
                over(stub).download("/documents/7/download")
        self.assertEqual(raised.exception.url, "https://files.najd.example/quote.pdf")


class stub_that_hangs:
    """Accepts a connection and sends nothing."""

    def __enter__(self):
        self.listener = socket.create_server(("127.0.0.1", 0))
        return "http://127.0.0.1:%d" % self.listener.getsockname()[1]

    def __exit__(self, *_):
        self.listener.close()


class Errors(unittest.TestCase):
    def raised(self, answer):
        with Stub(answer) as stub:
            with self.assertRaises(procurement.ApiError) as raised:
                over(stub).get("/vendors/7")
        return raised.exception

    def test_code_message_details_request_and_page_are_read(self):
        error = self.raised(refused(422, "BUDGET_EXCEEDED", {"X-Request-Id": "r-9"}, shortfall=12.5))
        self.assertEqual((error.code, error.message, error.status), ("BUDGET_EXCEEDED", "No.", 422))
        self.assertEqual((error.details, error.fields), ({"shortfall": Decimal("12.5")}, {}))
        self.assertEqual((error.request_id, error.doc_url), ("r-9", "https://procurement.example/BUDGET_EXCEEDED"))

    def test_fields_are_told(self):
        error = self.raised(refused(422, "VALIDATION_ERROR", name=["It is missing."]))
        self.assertIsInstance(error, procurement.ValidationError)
        self.assertEqual(error.fields, {"name": ["It is missing."]})

    def test_the_shape_of_401_and_403_is_read(self):
        no_token = self.raised((401, {}, {"message": "Unauthenticated.", "errors": {"token": ["Invalid."]}}))
        self.assertIsInstance(no_token, procurement.UnauthenticatedError)
        no_ability = self.raised((403, {}, {"message": "Forbidden.", "errors": {"ability": ["write"]}}))
        self.assertIsInstance(no_ability, procurement.AbilityError)
        self.assertEqual((no_ability.code, no_ability.fields), ("FORBIDDEN_ABILITY", {"ability": ["write"]}))

    def test_the_page_of_401_and_403_is_in_the_header_link(self):
        page = "https://procurement.example/docs/errors/FORBIDDEN_ABILITY"
        body = {"message": "Forbidden.", "errors": {"ability": ["write"]}}
        for link in (f'<{page}>; rel="help"', f"<https://procurement.example/v1>; rel=next, <{page}>; title=x; rel=help"):
            self.assertEqual(self.raised((403, {"Link": link}, body)).doc_url, page)
        self.assertIsNone(self.raised((403, {"Link": f'<{page}>; rel="next"'}, body)).doc_url)

    def test_a_refusal_that_is_no_json_keeps_its_status(self):
        error = self.raised((500, {}, b"<html>"))
        self.assertEqual((error.code, error.status), ("UNKNOWN", 500))

    def test_each_code_of_its_own_class(self):
        for code, expected in procurement._CLASSES.items():
            if code not in ("UNAUTHENTICATED", "FORBIDDEN_ABILITY", "RATE_LIMIT_EXCEEDED"):
                self.assertIs(type(self.raised(refused(400, code))), expected)

    def test_what_is_not_of_the_service_is_an_error_too(self):
        error = self.raised((502, {"Content-Type": "text/html", "Retry-After": "900"}, b"<h1>Bad gateway</h1>"))
        self.assertEqual((error.code, error.status), ("UNKNOWN", 502))


class Addresses(unittest.TestCase):
    def test_slashes_and_the_prefix_of_the_form_make_no_difference(self):
        bases = {"a": ("", "/", "/v1", "/v1/"), "b": ("", "/", "/api/v1", "/api/v1/")}
        for form, prefix in procurement.PREFIXES.items():
            for before in ("", "/erp"):
                for base in bases[form]:
                    for path in ("vendors/3", "/vendors/3", ["vendors", 3]):
                        with Stub(ok({})) as stub:
                            Procurement(stub.url + before + base, "pst_x", form=form).get(path)
                        self.assertEqual(stub.requests[0][1], f"{before}{prefix}/vendors/3")

    def test_ids_are_escaped(self):
        with Stub(*[ok({})] * 5) as stub:
            api = over(stub)
            api.put(["vendors", "by-external-id", "A/7 ?#%&ن"], {})
            api.put("vendors/by-external-id/A 7#ن", {})
            api.get("/vendors/by-external-id/A%2F7%")
            api.get("/vendors?status=active", page=2)
            api.get("/vendors", search="a b&c")
        self.assertEqual(
            [path for _, path, _, _ in stub.requests],
            [
                "/v1/vendors/by-external-id/A%2F7%20%3F%23%25%26%D9%86",
                "/v1/vendors/by-external-id/A%207%23%D9%86",
                "/v1/vendors/by-external-id/A%2F7%25",
                "/v1/vendors?status=active&page=2",
                "/v1/vendors?search=a+b%26c",
            ],
        )

    def test_what_is_missing_is_named(self):
        for base_url in (None, "", " ", "procurement.example", "ftp://procurement.example", "https://", "https://a b", "https://a:x"):
            with self.assertRaisesRegex(ValueError, "base_url"):
                Procurement(base_url, "pst_x")
        for base_url in ("https://user:hidden@procurement.example", "https://procurement.example?x=1"):
            with self.assertRaisesRegex(ValueError, "^base_url [^@]* without credentials") as raised:
                Procurement(base_url, "pst_x")
            self.assertNotIn("hidden", str(raised.exception))
        for token in ("", " ", "pst x", 7):
            with self.assertRaisesRegex(ValueError, "token is empty"):
                Procurement("https://procurement.example", token)
        with self.assertRaisesRegex(ValueError, "form is a or b"):
            Procurement("https://procurement.example", "pst_x", form="c")
        with Stub() as stub:
            for path in (None, "", "/", [], ["vendors", None], ["vendors", ""], ["vendors", ".."]):
                with self.assertRaisesRegex(ValueError, "path"):
                    over(stub).get(path)
            with self.assertRaisesRegex(ValueError, "token is empty"):
                over(stub, token=lambda: None).get("/me")
        self.assertEqual(stub.requests, [])

    def test_none_stands_for_a_default_and_the_end_of_a_line_is_no_part_of_a_token(self):
        with Stub(ok({})) as stub:
            Procurement(stub.url, "pst_x\n", language=None, timeout=None, retry=None).get("/me")
        headers = stub.requests[0][2]
        self.assertEqual((headers["Authorization"], headers["Accept-Language"]), ("Bearer pst_x", "en"))


class Lists(unittest.TestCase):
    def test_items_walk_by_cursor_to_the_end(self):
        with Stub(ok([{"id": 1}, {"id": 2}], {"next_cursor": "c/1"}), ok([{"id": 3}], {"next_cursor": None})) as stub:
            found = list(over(stub, form="b").items("/vendors", per_page=2, status=["active", "blocked"], min_score=None))
        self.assertEqual([one["id"] for one in found], [1, 2, 3])
        asked = [parse_qs(urlsplit(path).query, keep_blank_values=True) for _, path, _, _ in stub.requests]
        self.assertEqual(urlsplit(stub.requests[0][1]).path, "/api/v1/vendors")
        same = {"status": ["active,blocked"], "per_page": ["2"]}
        self.assertEqual(asked, [{**same, "cursor": [""]}, {**same, "cursor": ["c/1"]}])

    def test_a_page_is_asked_for_when_it_is_wanted(self):
        with Stub(ok([{"id": 1}], {"next_cursor": "c1"})) as stub:
            next(over(stub).items("/vendors"))
        self.assertEqual(len(stub.requests), 1)

    def test_numbered_pages_end_with_the_last(self):
        with Stub(ok([1], {"last_page": 2}), ok([2], {"last_page": 2})) as stub:
            self.assertEqual([page.data for page in over(stub).numbered_pages("/vendors", per_page=1)], [[1], [2]])

    def test_changes_end_where_there_are_no_more_and_say_where_to_go_on(self):
        first = ok([{"id": "e1"}], {"next_cursor": "c1", "has_more": True})
        last = ok([], {"next_cursor": "c2", "has_more": False})
        with Stub(first, last) as stub:
            batches = list(over(stub).changes(types=["vendor", "invoice"]))
        self.assertEqual([batch.next_cursor for batch in batches], ["c1", "c2"])
        asked = [parse_qs(urlsplit(path).query) for _, path, _, _ in stub.requests]
        same = {"limit": ["100"], "types": ["vendor,invoice"]}
        self.assertEqual(asked, [same, {**same, "after": ["c1"]}])

    def test_changes_are_followed_without_haste(self):
        waits = []
        nothing = ok([], {"next_cursor": "c1", "has_more": False})
        with Stub(nothing, nothing, ok([{"id": "e1"}], {"next_cursor": "c2", "has_more": False})) as stub:
            batch = next(over(stub, waits=waits).changes("c1", wait=20, follow=True))
        self.assertEqual((batch.entries, waits), ([{"id": "e1"}], [1, 1]))


class Bodies(unittest.TestCase):
    def test_amounts_keep_all_their_digits_both_ways(self):
        with Stub((200, {}, b'{"data":{"total":12345678901234567.89,"id":7}}')) as stub:
            answer = over(stub).post("/x", {"amount": Decimal("98765432109876543.21"), "e": Decimal("1E+3")})
        self.assertEqual(answer.data, {"total": Decimal("12345678901234567.89"), "id": 7})
        self.assertEqual(stub.requests[0][3], b'{"amount":98765432109876543.21,"e":1000}')

    def test_days_and_instants_are_written_as_the_service_reads_them(self):
        instant = datetime(2026, 3, 9, 8, 30, tzinfo=timezone.utc)
        body = {"day": date(2026, 3, 9), "at": instant, "list": [True, None, "نجد"], "more": {"n": 1.5}}
        written = '{"day":"2026-03-09","at":"2026-03-09T08:30:00+00:00","list":[true,null,"نجد"],"more":{"n":1.5}}'
        self.assertEqual(procurement.to_json(body), written)
        for wrong in (Decimal("NaN"), float("inf"), datetime(2026, 3, 9)):
            with self.assertRaises(ValueError):
                procurement.to_json(wrong)

    def test_a_file_is_sent_whole_under_its_name(self):
        with Stub(ok({"id": 1}, status=201)) as stub:
            over(stub).upload("/purchase-orders/7/documents", ('عرض "1".pdf', b"%PDF-1.4\r\n\x00\xff"))
        _, _, headers, body = stub.requests[0]
        boundary = headers["Content-Type"].split("boundary=")[1].encode()
        head, content = body.split(b"\r\n\r\n", 1)
        self.assertIn('filename="عرض %221%22.pdf"'.encode(), head)
        self.assertEqual(content, b"%PDF-1.4\r\n\x00\xff\r\n--" + boundary + b"--\r\n")
        self.assertIn("Idempotency-Key", headers)

    def test_the_token_may_be_asked_for_each_request_and_is_one_for_all_its_attempts(self):
        tokens = iter(["pst_1", "pst_2"])
        with Stub(refused(503, "SERVICE_UNAVAILABLE"), ok({}, status=201), ok({}, status=201)) as stub:
            api = over(stub, token=lambda: next(tokens))
            api.post("/vendors", {})
            api.post("/vendors", {})
        sent = [headers["Authorization"] for _, _, headers, _ in stub.requests]
        self.assertEqual(sent, ["Bearer pst_1", "Bearer pst_1", "Bearer pst_2"])


class Webhooks(unittest.TestCase):
    def setUp(self):
        if not os.path.exists(KNOWN_ANSWERS):
            self.skipTest("there are no known answers")
        with open(KNOWN_ANSWERS, encoding="utf-8") as file:
            self.answers = json.load(file)

    def test_every_known_answer(self):
        for answer in self.answers:
            body, headers, secret = answer["body"].encode(), answer["headers"], answer["secret"]
            with self.subTest(answer["name"]):
                said = {
                    "service": procurement.verify_service_signature(body, headers, secret),
                    "standard": procurement.verify_webhook(body, headers, secret, now=answer["now"]),
                }
                self.assertEqual(said, answer["valid"])

    def test_reading_one_whatever_the_case_of_headers_and_while_secrets_rotate(self):
        first = self.answers[0]
        headers = {name.title(): value for name, value in first["headers"].items()}
        secrets = ["whsec_b2xk", first["secret"]]
        event = procurement.read_webhook(first["body"].encode(), headers, secrets, now=first["now"])
        self.assertEqual(event["event"], "vendor.created")

    def test_what_is_missing_is_named(self):
        first = self.answers[0]
        given = dict(body=first["body"].encode(), headers=first["headers"], secret=first["secret"])
        wrong = [dict(body=None), dict(body="{}"), dict(headers=None)]
        wrong += [dict(secret=secret) for secret in (None, "", " ", "whsec_", [], ["whsec_b2xk", ""])]
        for missing in wrong:
            for verify in (procurement.read_webhook, procurement.verify_webhook, procurement.verify_service_signature):
                with self.assertRaisesRegex(ValueError, next(iter(missing))):
                    verify(**{**given, **missing})

    def test_what_is_forged_or_old_or_has_no_signature_is_refused(self):
        first = self.answers[0]
        body, headers, secret, now = first["body"].encode(), first["headers"], first["secret"], first["now"]
        for forged in (
            dict(body=body + b" ", headers=headers, now=now),
            dict(body=body, headers=headers, now=now + 301),
            dict(body=body, headers={}, now=now),
            dict(body=body, headers={**headers, "webhook-signature": "v1,ù \udcff"}, now=now),
            dict(body=body, headers={**headers, "webhook-timestamp": "１２"}, now=now),
        ):
            with self.assertRaises(procurement.WebhookVerificationError):
                procurement.read_webhook(secret=secret, **forged)


@unittest.skipUnless(URL and TOKEN, "PROCUREMENT_URL and PROCUREMENT_TOKEN say where the service is")
class TheService(unittest.TestCase):
    def setUp(self):
        self.api = Procurement(URL, TOKEN)
        self.other_form = Procurement(URL, TOKEN, form="b", language="ar")

    def test_an_order_from_its_creation_in_one_form_to_its_approval_in_the_other(self):
        vendor = self.api.post("/vendors", {"name": "Najd Steel", "currency": "SAR"}).data
        line = {"description": "Steel bars", "quantity": Decimal("10.5"), "unit": "t", "unit_price": Decimal("25.55")}
        created = self.api.post("/purchase-orders", {"vendor_id": vendor["id"], "items": [{**line, "vat_rate": 15}]})
        order = f"/purchase-orders/{created.data['id']}"
        self.api.post(f"{order}/submit")
        approved = self.other_form.post(f"{order}/approve", {"comments": "As agreed"}).data
        self.assertEqual((created.status, approved["status"]), (201, "approved"))
        self.assertEqual(created.data["total_amount"], Decimal("308.52"))
        self.assertIsInstance(created.data["total_amount"], Decimal)

        with tempfile.TemporaryDirectory() as folder:
            path = os.path.join(folder, "عرض السعر.txt")
            with open(path, "w", encoding="utf-8") as file:
                file.write("Quotation\n")
            document = self.api.upload(f"{order}/documents", path).data
        self.assertEqual(document["name"], "عرض السعر.txt")
        self.assertEqual(self.api.download(f"/documents/{document['id']}/download"), b"Quotation\n")

    def test_the_same_key_makes_one_record(self):
        body = {"name": "Once Only"}
        first = self.api.post("/vendors", body, idempotency_key="once-only-1")
        again = self.api.post("/vendors", body, idempotency_key="once-only-1")
        self.assertEqual((again.data["id"], again.headers["Idempotency-Replayed"]), (first.data["id"], "true"))

    def test_two_editors(self):
        path = f"/vendors/{self.api.post('/vendors', {'name': 'Al Wadi Cement'}).data['id']}"
        version = self.api.get(path).etag
        self.api.put(path, {"name": "Al Wadi"}, if_match=version)
        with self.assertRaises(procurement.PreconditionFailedError):
            self.other_form.put(path, {"name": "Wadi"}, if_match=version)

    def test_refusals(self):
        with self.assertRaises(procurement.ValidationError) as invalid:
            self.api.post("/vendors", {"name": ""})
        self.assertEqual(list(invalid.exception.fields), ["name"])
        self.assertTrue(invalid.exception.request_id)
        with self.assertRaises(procurement.NotFoundError) as missing:
            self.other_form.get("/vendors/999999")
        self.assertRegex(missing.exception.message, "[\u0600-\u06ff]")
        with self.assertRaises(procurement.UnauthenticatedError) as stranger:
            Procurement(URL, "pst_nobody").get("/me")
        self.assertEqual(stranger.exception.doc_url, f"{URL}/docs/errors/UNAUTHENTICATED")

    def test_lists(self):
        for number in range(1, 8):
            self.api.post("/departments", {"name": f"Department {number}", "code": f"D{number}"})
        sizes = [len(page.data) for page in self.other_form.numbered_pages("/departments", per_page=5)]
        self.assertEqual(sizes, [5, 3])
        codes = []
        for one in self.api.items("/departments", per_page=3, sort="id", order="desc"):
            codes.append(one["code"])
            # Inserts a record at the front while the list is read.
            if len(codes) == 2:
                self.api.post("/departments", {"name": "Department 8", "code": "D8"})
        self.assertEqual(codes, [f"D{number}" for number in range(7, 0, -1)] + ["GEN"])

    def test_changes(self):
        cursor = None
        for batch in self.api.changes(limit=1000):
            cursor = batch.next_cursor
        vendor = self.api.post("/vendors", {"name": "Told of"}).data
        # Earlier changes may appear later, once they are committed: no entry appears twice on the way to this one.
        met = []
        for batch in self.api.changes(cursor, types=["vendor"], wait=10, follow=True):
            met += [(entry["id"], entry["resource"]["id"]) for entry in batch.entries]
            if vendor["id"] in [resource for _, resource in met]:
                break
        self.assertEqual(len(set(met)), len(met))
        last = list(self.api.changes(batch.next_cursor, types=["vendor"]))
        self.assertEqual([entry for more in last for entry in more.entries], [])


if __name__ == "__main__":
    unittest.main()
