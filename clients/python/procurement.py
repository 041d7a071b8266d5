"""The Procurement Service API from Python: one file, standard library only, Python 3.9 or newer.

    from procurement import Procurement

    api = Procurement("https://procurement.example", token="pst_...")
    order = api.post("/purchase-orders", {"vendor_id": 1, "items": [...]}).data
    for vendor in api.items("/vendors", status="active"):
        print(vendor["name"])

Amounts are `decimal.Decimal`. Retries, uploads, lists, the feed of changes and webhooks: README.md beside this file.
"""

from __future__ import annotations

import base64
import email.utils
import hashlib
import hmac
import http.client
import json
import mimetypes
import os
import random
import re
import time
import urllib.error
import urllib.parse
import urllib.request
import uuid
from datetime import date, datetime
from decimal import Decimal
from typing import Any, Callable, Dict, Iterable, Iterator, List, Mapping, NamedTuple, Optional, Tuple, Union

__all__ = [
    "AbilityError",
    "Answer",
    "ApiError",
    "Changes",
    "CursorExpiredError",
    "LinkedDocumentError",
    "NoAnswerError",
    "NotFoundError",
    "PreconditionFailedError",
    "Procurement",
    "RateLimitError",
    "RetryOptions",
    "RoleError",
    "UnauthenticatedError",
    "ValidationError",
    "WebhookVerificationError",
    "read_webhook",
    "verify_service_signature",
    "verify_webhook",
]

MOST_PER_PAGE = 100
PREFIXES = {"a": "/v1", "b": "/api/v1"}


# Errors


class ApiError(Exception):
    """The service refused. Branch on the class or on `code`; `message` is for people."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        body = body if isinstance(body, dict) else {}
        error = body.get("error") if isinstance(body.get("error"), dict) else None
        fields = body.get("errors") if isinstance(body.get("errors"), dict) else {}
        #: HTTP status.
        self.status = status
        #: Such as `BUDGET_EXCEEDED`; the same in both forms and languages.
        self.code: str = "UNKNOWN"
        self.message: str = f"HTTP {status}"
        #: What the code has to say, such as `shortfall` or `status`.
        self.details: Dict[str, Any] = {}
        #: Messages by field or parameter: `{"items.0.quantity": ["..."]}`.
        self.fields: Dict[str, List[str]] = {}
        #: The page that explains the code, where the service names one: in the body, or for 401 and 403 in the header `Link`.
        self.doc_url: Optional[str] = _help_page(headers)
        #: What to tell whoever runs the service.
        self.request_id: Optional[str] = headers.get("X-Request-Id")
        #: Seconds to wait, where the answer says so.
        self.retry_after: Optional[float] = _retry_after(headers)
        #: Where a redirect leads, which is never followed.
        self.location: Optional[str] = headers.get("Location")
        if error is not None:
            self.code = error.get("code", self.code)
            self.message = error.get("message", self.message)
            self.details = error.get("details") or {}
            self.doc_url = error.get("doc_url", self.doc_url)
            if self.code in ("VALIDATION_ERROR", "BAD_REQUEST"):
                self.fields = self.details
        elif fields and status in (401, 403):
            self.code = "UNAUTHENTICATED" if "token" in fields else "FORBIDDEN_ABILITY"
            self.message = body.get("message", self.message)
            self.fields = fields
        super().__init__(f"{self.code}: {self.message}")


class ValidationError(ApiError):
    """422 VALIDATION_ERROR or 400 BAD_REQUEST: `fields` says what to mend."""


class CursorExpiredError(ApiError):
    """400 CURSOR_EXPIRED: the cursor is older than what is kept; begin anew as the message says."""


class UnauthenticatedError(ApiError):
    """401: no token, or none that is valid any more."""


class AbilityError(ApiError):
    """403: the token lacks the ability that `fields["ability"]` names."""


class RoleError(ApiError):
    """403 ROLE_NOT_PERMITTED: the role of the token's user lacks `details["permission"]`."""


class NotFoundError(ApiError):
    """404: no such record in this tenant."""


class PreconditionFailedError(ApiError):
    """412: somebody changed the record after you read it."""


class RateLimitError(ApiError):
    """429 after every retry, or with a wait that is longer than you allow."""


class NoAnswerError(Exception):
    """No answer came that could be read, after every retry. `__cause__` is the system's error, such as `ConnectionRefusedError`.
    Whether the service did the request is not known."""


class LinkedDocumentError(Exception):
    """The document is only a link: `url` is where it leads. It is not followed, for it is not the service's."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(url)


class WebhookVerificationError(Exception):
    """The delivery is not what the service sent, or not of now: answer 400 and do nothing."""


_CLASSES = {
    "VALIDATION_ERROR": ValidationError,
    "BAD_REQUEST": ValidationError,
    "CURSOR_EXPIRED": CursorExpiredError,
    "UNAUTHENTICATED": UnauthenticatedError,
    "FORBIDDEN_ABILITY": AbilityError,
    "ROLE_NOT_PERMITTED": RoleError,
    "NOT_FOUND": NotFoundError,
    "PRECONDITION_FAILED": PreconditionFailedError,
    "RATE_LIMIT_EXCEEDED": RateLimitError,
}


def _refusal(status: int, body: Any, headers: Mapping[str, str]) -> ApiError:
    error = ApiError(status, body, headers)
    return _CLASSES.get(error.code, ApiError)(status, body, headers)


# Answers


class Answer(NamedTuple):
    """What the service answered."""

    status: int
    headers: Mapping[str, str]
    #: The whole envelope of the form; `bytes` where the answer is no JSON, None where it has no body.
    body: Any

    @property
    def data(self) -> Any:
        """The record, or the records of a list."""
        return self.body["data"] if isinstance(self.body, dict) else None

    @property
    def meta(self) -> Dict[str, Any]:
        return self.body.get("meta", {}) if isinstance(self.body, dict) else {}

    @property
    def etag(self) -> Optional[str]:
        """The version of the record, for `if_match`."""
        return self.headers.get("ETag")


class Changes(NamedTuple):
    """Some entries of the feed of changes, and where to go on from."""

    entries: List[Dict[str, Any]]
    #: Keep it in the transaction in which you apply the entries: what was applied is then never asked for again.
    next_cursor: str
    has_more: bool


class RetryOptions(NamedTuple):
    """How a request that found no answer, or was told to wait, is sent again. Times are in seconds."""

    #: How often a request is sent at most, the first time included; 1 never sends again.
    attempts: int = 4
    #: Before the second attempt when no `Retry-After` says otherwise; doubled each time, less up to half by chance.
    first_wait: float = 0.5
    #: An answer that asks for a longer wait is raised instead.
    longest_wait: float = 60.0
    #: Waits; for tests.
    sleep: Callable[[float], Any] = time.sleep


#: What passes: the same request still in flight (409 is nothing else), a limit, an outage.
_PASSING = (409, 429, 502, 503, 504)

#: What may do more when it arrives twice: a PUT of an order adds its lines without `id` each time.
_KEYED = ("POST", "PUT")

#: A path below the form's prefix, or its segments, which are escaped.
Path = Union[str, List[Any], Tuple[Any, ...]]

#: A file to upload: its path, or its name and its bytes.
File = Union[str, "os.PathLike[str]", Tuple[str, bytes]]


class Procurement:
    """One tenant of the service, as one token sees it. It keeps no state: threads may share it."""

    def __init__(
        self,
        base_url: str,
        token: Union[str, Callable[[], str], None] = None,
        *,
        form: str = "a",
        language: str = "en",
        timeout: float = 30.0,
        retry: RetryOptions = RetryOptions(),
        context: Any = None,
    ) -> None:
        """
        :param base_url: address of the service, with or without a path, the form's prefix and a slash at its end
        :param token: `pst_...`, or a function that returns it for each request
        :param form: `a` for `/v1`, `b` for `/api/v1`
        :param language: of messages, `en` or `ar`
        :param timeout: seconds after which an attempt without an answer is given up
        :param context: an `ssl.SSLContext` that stands in for the default one
        :raises ValueError: names the parameter that is missing or wrong
        """
        if form not in PREFIXES:
            raise ValueError(f"form is a or b, not {form!r}")
        self._base = _address(base_url, PREFIXES[form])
        self._token = token if token is None or callable(token) else _checked_token(token)
        self._language = language or "en"
        self._timeout = 30.0 if timeout is None else timeout
        self._retry = retry or RetryOptions()
        handlers: List[Any] = [_NoRedirects()]
        if context is not None:
            handlers.append(urllib.request.HTTPSHandler(context=context))
        self._opener = urllib.request.build_opener(*handlers)

    # One request

    def get(self, path: Path, **query: Any) -> Answer:
        """:raises ApiError: also of every method below
        :raises NoAnswerError: also of every method below"""
        return self.request("GET", path, query=query)

    def post(self, path: Path, body: Any = None, *, idempotency_key: Optional[str] = None, if_match: Optional[str] = None) -> Answer:
        """Sends a POST under an `Idempotency-Key`: one of its own, or yours, to be as safe over a restart of your program."""
        return self.request("POST", path, body=body, idempotency_key=idempotency_key, if_match=if_match)

    def put(self, path: Path, body: Any, *, idempotency_key: Optional[str] = None, if_match: Optional[str] = None) -> Answer:
        """Sends a PUT under an `Idempotency-Key`, as `post` does: lines without `id` are added once."""
        return self.request("PUT", path, body=body, idempotency_key=idempotency_key, if_match=if_match)

    def delete(self, path: Path, *, if_match: Optional[str] = None) -> Answer:
        return self.request("DELETE", path, if_match=if_match)

    def upload(self, path: Path, file: File, *, idempotency_key: Optional[str] = None) -> Answer:
        """Sends one file, such as to `/purchase-orders/7/documents`; the service tells its type by its content."""
        if isinstance(file, tuple):
            name, content = file
        else:
            name = os.path.basename(os.fspath(file))
            with open(file, "rb") as opened:
                content = opened.read()
        payload, content_type = _multipart(name, content)
        return self._send("POST", path, {}, payload, content_type, {"Idempotency-Key": idempotency_key})

    def download(self, path: Path) -> bytes:
        """The bytes of a document, a PDF or a CSV.

        :raises LinkedDocumentError: it is a document by link, which is elsewhere
        """
        try:
            answer = self._send("GET", path, {}, None, None, {"Accept": "*/*"}, raw=True)
        except ApiError as error:
            if error.location is None:
                raise
            raise LinkedDocumentError(error.location) from None
        return answer.body or b""

    def request(
        self,
        method: str,
        path: Path,
        *,
        query: Optional[Mapping[str, Any]] = None,
        body: Any = None,
        idempotency_key: Optional[str] = None,
        if_match: Optional[str] = None,
        timeout: Optional[float] = None,
    ) -> Answer:
        """Any request. `path` is relative to the form's prefix: `/vendors/7`, or its segments, each of which is escaped:
        `["vendors", "by-external-id", external_id]`."""
        payload = None if body is None else to_json(body).encode("utf-8")
        content_type = None if body is None else "application/json"
        headers = {"Idempotency-Key": idempotency_key, "If-Match": if_match}
        return self._send(method, path, query or {}, payload, content_type, headers, timeout=timeout)

    # Many records

    def pages(self, path: Path, *, per_page: int = MOST_PER_PAGE, **query: Any) -> Iterator[Answer]:
        """The pages of a list by cursor, each asked for when it is wanted. What others write meanwhile shifts nothing: a
        record that nobody changes comes exactly once."""
        cursor: Optional[str] = ""
        while cursor is not None:
            answer = self.get(path, **{**query, "per_page": per_page, "cursor": cursor})
            yield answer
            cursor = answer.meta["next_cursor"]

    def items(self, path: Path, *, per_page: int = MOST_PER_PAGE, **query: Any) -> Iterator[Dict[str, Any]]:
        """The records of a list, over all its pages: `api.items("/invoices", status="approved", sort="id")`."""
        for answer in self.pages(path, per_page=per_page, **query):
            yield from answer.data

    def numbered_pages(self, path: Path, *, per_page: int = MOST_PER_PAGE, **query: Any) -> Iterator[Answer]:
        """The pages by number, for those who show them to people: a record that is added in front moves the others."""
        page = 1
        while True:
            answer = self.get(path, **{**query, "page": page, "per_page": per_page})
            yield answer
            if page >= answer.meta["last_page"]:
                return
            page += 1

    def changes(
        self,
        after: Optional[str] = None,
        *,
        types: Optional[Iterable[str]] = None,
        limit: int = MOST_PER_PAGE,
        wait: int = 0,
        follow: bool = False,
    ) -> Iterator[Changes]:
        """
        The changes of the tenant after a cursor, in the one order that the service gives them, in batches.

        :param after: the `next_cursor` that you kept, or None for the oldest change that the service keeps
        :param types: only changes of these types
        :param wait: seconds (to 30) that the service holds a request that has nothing to tell yet
        :param follow: goes on for ever instead of ending where there is nothing more yet; give it a `wait`
        :raises CursorExpiredError: `after` is older than what is kept
        """
        query: Dict[str, Any] = {"limit": limit, "wait": wait or None, "types": None if types is None else ",".join(types)}
        while True:
            asked = time.monotonic()
            answer = self.request(
                "GET", "/changes", query={**query, "after": after or None}, timeout=self._timeout + wait
            )
            batch = Changes(answer.data, answer.meta["next_cursor"], answer.meta["has_more"])
            if batch.entries or batch.next_cursor != after:
                yield batch
            after = batch.next_cursor
            if batch.has_more:
                continue
            if not follow:
                return
            # A service that is about to stop answers at once.
            if not batch.entries and time.monotonic() - asked < 1:
                self._retry.sleep(1)

    # How it is sent

    def _send(
        self,
        method: str,
        path: Path,
        query: Mapping[str, Any],
        payload: Optional[bytes],
        content_type: Optional[str],
        extra: Mapping[str, Optional[str]],
        *,
        timeout: Optional[float] = None,
        raw: bool = False,
    ) -> Answer:
        url = self._base + _path(path)
        asked = _query(query)
        url += "&" + asked if asked and "?" in url else "?" + asked if asked else ""
        headers = {"Accept": "application/json", "Accept-Language": self._language, "User-Agent": "procurement.py"}
        headers.update({name: value for name, value in extra.items() if value is not None})
        if content_type is not None:
            headers["Content-Type"] = content_type
        # Keys belong to a token: without one a POST or PUT may not be sent twice.
        if method in _KEYED and self._token is not None:
            headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        is_repeatable = method not in _KEYED or "Idempotency-Key" in headers
        limit = self._timeout if timeout is None else timeout
        # Once: the key belongs to this token, and under another one it would be new.
        token = _checked_token(self._token()) if callable(self._token) else self._token

        attempt = 1
        while True:
            pause = min(self._retry.first_wait * 2 ** (attempt - 1), self._retry.longest_wait) * random.uniform(0.5, 1)
            try:
                answer = self._once(method, url, token, payload, headers, limit, raw)
            except (OSError, http.client.HTTPException) as error:
                if not is_repeatable or attempt >= self._retry.attempts:
                    # What urllib wraps is the error of the system.
                    reason = getattr(error, "reason", None)
                    cause = reason if isinstance(reason, Exception) else error
                    raise NoAnswerError(_no_answer(method, url, cause)) from cause
            else:
                if answer.status < 300:
                    return answer
                asked = _retry_after(answer.headers)
                pause = pause if asked is None else asked
                passes = answer.status in _PASSING and (is_repeatable or answer.status == 429)
                if not passes or attempt >= self._retry.attempts or pause > self._retry.longest_wait:
                    raise _refusal(answer.status, answer.body, answer.headers)
            self._retry.sleep(pause)
            attempt += 1

    def _once(
        self,
        method: str,
        url: str,
        token: Optional[str],
        payload: Optional[bytes],
        headers: Mapping[str, str],
        timeout: float,
        raw: bool,
    ) -> Answer:
        request = urllib.request.Request(url, data=payload, headers=dict(headers), method=method)
        if token is not None:
            request.add_unredirected_header("Authorization", f"Bearer {token}")
        try:
            response = self._opener.open(request, timeout=timeout)
        except urllib.error.HTTPError as refused:
            response = refused
        with response:
            content = response.read()
            try:
                body = _body(content, response.headers, raw and response.status < 300)
            except ValueError as wrong:
                # A gateway's page under a wrong name is no reason to hide the status of a refusal.
                if response.status < 300:
                    raise NoAnswerError(_no_answer(method, url, wrong)) from wrong
                body = content
            return Answer(response.status, response.headers, body)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """A token is not carried elsewhere."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _no_answer(method: str, url: str, cause: Exception) -> str:
    return f"{method} {url.split('?')[0]}: no answer ({str(cause) or type(cause).__name__})"


def _address(base_url: str, prefix: str) -> str:
    """The address of a form, whatever of its prefix and slashes the caller gave."""
    example = "such as https://procurement.example"
    if not isinstance(base_url, str) or not base_url.strip():
        raise ValueError(f"base_url is missing: the address of the service, {example}")
    parts = urllib.parse.urlsplit(base_url.strip())
    if parts.scheme not in ("http", "https") or not re.fullmatch(r"(\S*@)?[^\s:]+(:[0-9]+)?|(\S*@)?\[\S+\](:[0-9]+)?", parts.netloc):
        raise ValueError(f"base_url must be an http or https address, {example}")
    if "@" in parts.netloc or parts.query or parts.fragment:
        raise ValueError(f"base_url must be an address without credentials, query and fragment, {example}")
    path = parts.path.rstrip("/")
    return f"{parts.scheme}://{parts.netloc}{path[: -len(prefix)] if path.endswith(prefix) else path}{prefix}"


def _path(path: Path) -> str:
    if isinstance(path, (list, tuple)):
        segments = ["" if one is None else str(one) for one in path]
        if not segments or any(one in ("", ".", "..") for one in segments):
            raise ValueError(f"a segment of the path is missing, or no text that a path can carry: {path!r}")
        return "/" + "/".join(urllib.parse.quote(one, safe="") for one in segments)
    if not isinstance(path, str) or not path.strip("/"):
        raise ValueError("path is missing, such as /vendors/7")
    # Escapes of the caller's stay; a space or a letter beyond ASCII becomes one.
    escaped = re.sub("%(?![0-9A-Fa-f]{2})", "%25", path.lstrip("/"))
    return "/" + urllib.parse.quote(escaped, safe="/%?&=+:@!$'()*,;~")


def _checked_token(token: Any) -> str:
    if not isinstance(token, str) or not re.fullmatch("[!-~]+", token.strip()):
        raise ValueError("token is empty or no text that a header can carry")
    return token.strip()


def to_json(value: Any) -> str:
    """JSON in which a Decimal is a number with all its digits, a date its day, and a datetime (with its zone) its instant."""
    if isinstance(value, Decimal):
        if not value.is_finite():
            raise ValueError(f"{value} is no number in JSON")
        return format(value, "f")
    if isinstance(value, datetime):
        if value.utcoffset() is None:
            raise ValueError(f"{value} has no time zone")
        return json.dumps(value.isoformat())
    if isinstance(value, date):
        return json.dumps(value.isoformat())
    if isinstance(value, Mapping):
        members = (f"{json.dumps(str(name), ensure_ascii=False)}:{to_json(one)}" for name, one in value.items())
        return "{" + ",".join(members) + "}"
    if isinstance(value, (list, tuple)):
        return "[" + ",".join(to_json(one) for one in value) + "]"
    return json.dumps(value, ensure_ascii=False, allow_nan=False)


def _body(content: bytes, headers: Mapping[str, str], raw: bool) -> Any:
    if not content:
        return None
    if raw or not (headers.get("Content-Type") or "").startswith("application/json"):
        return content
    return json.loads(content.decode("utf-8"), parse_float=Decimal)


def _query(query: Mapping[str, Any]) -> str:
    given = [(name, _text(value)) for name, value in query.items() if value is not None]
    return urllib.parse.urlencode(given)


def _text(value: Any) -> str:
    if isinstance(value, bool):
        return "true" if value else "false"
    if isinstance(value, (date, datetime)):
        return json.loads(to_json(value))
    if isinstance(value, (list, tuple)):
        return ",".join(_text(one) for one in value)
    return str(value)


def _retry_after(headers: Mapping[str, str]) -> Optional[float]:
    text = (headers.get("Retry-After") or "").strip()
    if re.fullmatch(r"[0-9]+", text):
        return float(text)
    try:
        until = email.utils.parsedate_to_datetime(text)
        return max(0.0, until.timestamp() - time.time())
    except (TypeError, ValueError):
        return None


def _help_page(headers: Mapping[str, str]) -> Optional[str]:
    for url, parameters in re.findall(r"<([^>]*)>([^<]*)", headers.get("Link") or ""):
        if re.search(r';\s*rel="?help"?\s*(?:[;,]|$)', parameters, re.IGNORECASE):
            return url
    return None


def _multipart(name: str, content: bytes) -> Tuple[bytes, str]:
    boundary = f"procurement-{uuid.uuid4().hex}"
    quoted = name.replace('"', "%22").replace("\r", "%0D").replace("\n", "%0A")
    kind = mimetypes.guess_type(name)[0] or "application/octet-stream"
    head = (
        f"--{boundary}\r\n"
        f'Content-Disposition: form-data; name="file"; filename="{quoted}"\r\n'
        f"Content-Type: {kind}\r\n\r\n"
    )
    return head.encode("utf-8") + content + f"\r\n--{boundary}--\r\n".encode("ascii"), f"multipart/form-data; boundary={boundary}"


# Webhooks


def read_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: Union[str, Iterable[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> Dict[str, Any]:
    """
    Verifies a delivery by `webhook-signature`, which covers the time too, and reads it. Deliveries are at least once:
    remember `id` and do nothing on the second.

    :param body: the bytes as they arrived, before any parsing
    :param headers: their names in any case
    :param secret: `whsec_...` as it was displayed; the old one and the new one while you rotate
    :param tolerance: seconds that the delivery's time may differ from now
    :raises WebhookVerificationError: it does not fit
    """
    if not verify_webhook(body, headers, secret, tolerance=tolerance, now=now):
        raise WebhookVerificationError("The signature or the time does not fit")
    return json.loads(body.decode("utf-8"), parse_float=Decimal)


def verify_webhook(
    body: bytes,
    headers: Mapping[str, str],
    secret: Union[str, Iterable[str]],
    *,
    tolerance: float = 300,
    now: Optional[float] = None,
) -> bool:
    """Whether `webhook-signature` fits the body, its id and a time near now."""
    secrets = _secrets(body, headers, secret)
    identifier, timestamp, signatures = (
        _header(headers, name) for name in ("webhook-id", "webhook-timestamp", "webhook-signature")
    )
    if identifier is None or signatures is None or not re.fullmatch(r"[0-9]{1,12}", timestamp or ""):
        return False
    if abs((time.time() if now is None else now) - int(timestamp or 0)) > tolerance:
        return False
    signed = f"{identifier}.{timestamp}.".encode("utf-8", "replace") + body
    for one in secrets:
        key = base64.b64decode(one[len("whsec_") :] if one.startswith("whsec_") else one)
        expected = b"v1," + base64.b64encode(hmac.new(key, signed, hashlib.sha256).digest())
        if any(hmac.compare_digest(expected, given.encode("utf-8", "replace")) for given in signatures.split(" ")):
            return True
    return False


def verify_service_signature(body: bytes, headers: Mapping[str, str], secret: Union[str, Iterable[str]]) -> bool:
    """Whether `X-Service-Signature` fits the body. It does not cover the time, so that a recorded delivery which is played
    back passes: prefer `read_webhook`."""
    secrets = _secrets(body, headers, secret)
    given = (_header(headers, "x-service-signature") or "").encode("utf-8", "replace")
    return any(
        hmac.compare_digest(hmac.new(one.encode("utf-8"), body, hashlib.sha256).hexdigest().encode("ascii"), given)
        for one in secrets
    )


def _secrets(body: bytes, headers: Mapping[str, str], secret: Union[str, Iterable[str]]) -> List[str]:
    """:raises ValueError: the body, the headers or the secret are missing; with an empty secret anybody could sign"""
    if not isinstance(body, (bytes, bytearray)):
        raise ValueError("body must be the bytes as they arrived")
    if headers is None:
        raise ValueError("headers are missing")
    secrets = [secret] if isinstance(secret, str) else list(secret or [])
    if not secrets or any(not isinstance(one, str) or re.fullmatch(r"(whsec_)?\s*", one) for one in secrets):
        raise ValueError("secret is missing or empty")
    return secrets


def _header(headers: Mapping[str, str], name: str) -> Optional[str]:
    return next((value for given, value in headers.items() if given.lower() == name), None)
