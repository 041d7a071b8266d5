"""The Procurement Service API from Python: one file, standard library only, Python 3.9 or newer.

    from procurement import Procurement

    api = Procurement("https://procurement.example", token="pst_...")
    order = api.post("/purchase-orders", {"vendor_id": 1, "items": [...]}).data
    for vendor in api.items("/vendors", status="active"):
        print(vendor["name"])

Amounts are `decimal.Decimal`. README.md in this folder describes retries, uploads, lists, the change feed and webhooks.
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
    """An error response. Use the class or `code` in conditions; `message` is for users."""

    def __init__(self, status: int, body: Any, headers: Mapping[str, str]) -> None:
        body = body if isinstance(body, dict) else {}
        error = body.get("error") if isinstance(body.get("error"), dict) else None
        fields = body.get("errors") if isinstance(body.get("errors"), dict) else {}
        #: HTTP status.
        self.status = status
        #: Such as `BUDGET_EXCEEDED`; the same in both forms and languages.
        self.code: str = "UNKNOWN"
        self.message: str = f"HTTP {status}"
        #: Facts about the error, such as `shortfall` or `status`.
        self.details: Dict[str, Any] = {}
        #: Messages by field or parameter: `{"items.0.quantity": ["..."]}`.
        self.fields: Dict[str, List[str]] = {}
        #: The page that explains the code: from the body, or for 401 and 403 from the header `Link`.
        self.doc_url: Optional[str] = _help_page(headers)
        #: Give this id to the operator of the service.
        self.request_id: Optional[str] = headers.get("X-Request-Id")
        #: Seconds to wait, if the response contains them.
        self.retry_after: Optional[float] = _retry_after(headers)
        #: Target of a redirect, which is never followed.
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
    """422 VALIDATION_ERROR or 400 BAD_REQUEST: `fields` lists what to correct."""


class CursorExpiredError(ApiError):
    """400 CURSOR_EXPIRED: entries after the cursor were deleted. Start again as the message describes."""


class UnauthenticatedError(ApiError):
    """401: no token, or an invalid one."""


class AbilityError(ApiError):
    """403: the token lacks the ability in `fields["ability"]`."""


class RoleError(ApiError):
    """403 ROLE_NOT_PERMITTED: the role of the token's user lacks `details["permission"]`."""


class NotFoundError(ApiError):
    """404: no such record in this tenant."""


class PreconditionFailedError(ApiError):
    """412: another client changed the record after you read it."""


class RateLimitError(ApiError):
    """429 after all retries, or with a longer wait than you allow."""


class NoAnswerError(Exception):
    """No readable response after all retries. `__cause__` is the system's error, such as `ConnectionRefusedError`.
    It is unknown whether the service executed the request."""


class LinkedDocumentError(Exception):
    """The document is a link to another server: `url` is its target, which is not followed."""

    def __init__(self, url: str) -> None:
        self.url = url
        super().__init__(url)


class WebhookVerificationError(Exception):
    """The delivery was not sent by the service, or is too old: respond 400 and ignore it."""


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


# Responses


class Answer(NamedTuple):
    """A response of the service."""

    status: int
    headers: Mapping[str, str]
    #: The complete envelope of the form; `bytes` if the response is not JSON, None without a body.
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
    """Entries of the change feed, and the cursor to continue from."""

    entries: List[Dict[str, Any]]
    #: Save it in the transaction in which you apply the entries, so that no applied entry is requested again.
    next_cursor: str
    has_more: bool


class RetryOptions(NamedTuple):
    """How a request without a response, or with a temporary error, is retried. Times are in seconds."""

    #: Maximum attempts, including the first; 1 disables retries.
    attempts: int = 4
    #: Wait before the second attempt without `Retry-After`; doubled each time, then randomly reduced by up to half.
    first_wait: float = 0.5
    #: A response that requests a longer wait is raised instead.
    longest_wait: float = 60.0
    #: Waits; for tests.
    sleep: Callable[[float], Any] = time.sleep


#: Temporary errors: the same request still in progress (the only use of 409), a limit, an outage.
_PASSING = (409, 429, 502, 503, 504)

#: Methods that are not idempotent by themselves: a repeated PUT of an order adds its lines without `id` again.
_KEYED = ("POST", "PUT")

#: A path after the form's prefix, or its segments, which are escaped.
Path = Union[str, List[Any], Tuple[Any, ...]]

#: A file to upload: its path, or its name and bytes.
File = Union[str, "os.PathLike[str]", Tuple[str, bytes]]


class Procurement:
    """A client for one token. It has no state, so threads may share it."""

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
        :param base_url: address of the service; may include a path, the form's prefix and a trailing slash
        :param token: `pst_...`, or a function that returns it for each request
        :param form: `a` for `/v1`, `b` for `/api/v1`
        :param language: of messages, `en` or `ar`
        :param timeout: seconds after which an attempt without a response is aborted
        :param context: an `ssl.SSLContext` to use instead of the default
        :raises ValueError: for a missing or invalid parameter
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
        """:raises ApiError: like every method below
        :raises NoAnswerError: like every method below"""
        return self.request("GET", path, query=query)

    def post(self, path: Path, body: Any = None, *, idempotency_key: Optional[str] = None, if_match: Optional[str] = None) -> Answer:
        """Sends a POST with an `Idempotency-Key`. Pass your own key to be safe across a restart of your program."""
        return self.request("POST", path, body=body, idempotency_key=idempotency_key, if_match=if_match)

    def put(self, path: Path, body: Any, *, idempotency_key: Optional[str] = None, if_match: Optional[str] = None) -> Answer:
        """Sends a PUT with an `Idempotency-Key`, like `post`, so that lines without `id` are added once."""
        return self.request("PUT", path, body=body, idempotency_key=idempotency_key, if_match=if_match)

    def delete(self, path: Path, *, if_match: Optional[str] = None) -> Answer:
        return self.request("DELETE", path, if_match=if_match)

    def upload(self, path: Path, file: File, *, idempotency_key: Optional[str] = None) -> Answer:
        """Uploads a file, for example to `/purchase-orders/7/documents`. The service detects its type from the content."""
        if isinstance(file, tuple):
            name, content = file
        else:
            name = os.path.basename(os.fspath(file))
            with open(file, "rb") as opened:
                content = opened.read()
        payload, content_type = _multipart(name, content)
        return self._send("POST", path, {}, payload, content_type, {"Idempotency-Key": idempotency_key})

    def download(self, path: Path) -> bytes:
        """Returns the bytes of a document, a PDF or a CSV.

        :raises LinkedDocumentError: the document is a link to another server
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
        """Sends any request. `path` is relative to the form's prefix: `/vendors/7`, or segments, which are escaped:
        `["vendors", "by-external-id", external_id]`."""
        payload = None if body is None else to_json(body).encode("utf-8")
        content_type = None if body is None else "application/json"
        headers = {"Idempotency-Key": idempotency_key, "If-Match": if_match}
        return self._send(method, path, query or {}, payload, content_type, headers, timeout=timeout)

    # Many records

    def pages(self, path: Path, *, per_page: int = MOST_PER_PAGE, **query: Any) -> Iterator[Answer]:
        """Yields the pages of a list by cursor, each requested when it is needed. Concurrent writes do not shift records:
        an unchanged record appears exactly once."""
        cursor: Optional[str] = ""
        while cursor is not None:
            answer = self.get(path, **{**query, "per_page": per_page, "cursor": cursor})
            yield answer
            cursor = answer.meta["next_cursor"]

    def items(self, path: Path, *, per_page: int = MOST_PER_PAGE, **query: Any) -> Iterator[Dict[str, Any]]:
        """Yields the records of all pages: `api.items("/invoices", status="approved", sort="id")`."""
        for answer in self.pages(path, per_page=per_page, **query):
            yield from answer.data

    def numbered_pages(self, path: Path, *, per_page: int = MOST_PER_PAGE, **query: Any) -> Iterator[Answer]:
        """Yields the pages by number, for user interfaces. A record inserted before the current page shifts the others."""
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
        Yields the changes of the tenant after a cursor, in commit order and in batches.

        :param after: your saved `next_cursor`, or None for the oldest retained change
        :param types: only changes of these types
        :param wait: seconds (up to 30) that the service waits for a change before it responds
        :param follow: continues forever instead of ending after the last change; use it with `wait`
        :raises CursorExpiredError: changes after `after` were deleted
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
            # A service that is stopping responds immediately.
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
        # Keys require a token: without one a POST or PUT cannot be retried.
        if method in _KEYED and self._token is not None:
            headers.setdefault("Idempotency-Key", str(uuid.uuid4()))
        is_repeatable = method not in _KEYED or "Idempotency-Key" in headers
        limit = self._timeout if timeout is None else timeout
        # Called once: the key belongs to this token.
        token = _checked_token(self._token()) if callable(self._token) else self._token

        attempt = 1
        while True:
            pause = min(self._retry.first_wait * 2 ** (attempt - 1), self._retry.longest_wait) * random.uniform(0.5, 1)
            try:
                answer = self._once(method, url, token, payload, headers, limit, raw)
            except (OSError, http.client.HTTPException) as error:
                if not is_repeatable or attempt >= self._retry.attempts:
                    # Unwrap the system's error from that of urllib.
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
                # A gateway's page with a wrong content type must not hide the status of an error.
                if response.status < 300:
                    raise NoAnswerError(_no_answer(method, url, wrong)) from wrong
                body = content
            return Answer(response.status, response.headers, body)


class _NoRedirects(urllib.request.HTTPRedirectHandler):
    """Redirects are not followed, so that no other server gets the token."""

    def redirect_request(self, *_: Any, **__: Any) -> None:
        return None


def _no_answer(method: str, url: str, cause: Exception) -> str:
    return f"{method} {url.split('?')[0]}: no answer ({str(cause) or type(cause).__name__})"


def _address(base_url: str, prefix: str) -> str:
    """Adds the prefix of the form, unless the address contains it."""
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
    # Existing escapes stay; spaces and letters outside ASCII are escaped.
    escaped = re.sub("%(?![0-9A-Fa-f]{2})", "%25", path.lstrip("/"))
    return "/" + urllib.parse.quote(escaped, safe="/%?&=+:@!$'()*,;~")


def _checked_token(token: Any) -> str:
    if not isinstance(token, str) or not re.fullmatch("[!-~]+", token.strip()):
        raise ValueError("token is empty or no text that a header can carry")
    return token.strip()


def to_json(value: Any) -> str:
    """Serializes a Decimal as a number with all digits, a date as its day, and a datetime (with time zone) as its instant."""
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
    Verifies `webhook-signature`, which also covers the time, and parses the body. Deliveries may be repeated: save
    `id` and ignore duplicates.

    :param body: the raw bytes of the body, before any parsing
    :param headers: names are case-insensitive
    :param secret: `whsec_...` as displayed; both secrets during a rotation
    :param tolerance: maximum difference between the delivery's time and now, in seconds
    :raises WebhookVerificationError: signature or time do not match
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
    """Whether `webhook-signature` matches the body, its id and a current time."""
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
    """Whether `X-Service-Signature` matches the body. It does not cover the time, so a replayed delivery passes: prefer
    `read_webhook`."""
    secrets = _secrets(body, headers, secret)
    given = (_header(headers, "x-service-signature") or "").encode("utf-8", "replace")
    return any(
        hmac.compare_digest(hmac.new(one.encode("utf-8"), body, hashlib.sha256).hexdigest().encode("ascii"), given)
        for one in secrets
    )


def _secrets(body: bytes, headers: Mapping[str, str], secret: Union[str, Iterable[str]]) -> List[str]:
    """:raises ValueError: body, headers or secret are missing; anyone could sign with an empty secret"""
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
