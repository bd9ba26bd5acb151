"""The Server API of Stablecoin Checkout for a merchant's backend, and the verification of its webhooks.

One file for Python 3.9 and newer, without dependencies: copy it into your own code. Bodies and answers have the names of
the API reference. Its licence is MIT.
"""

import base64
import hashlib
import hmac
import http.client
import json
import random
import re
import time
import urllib.parse
import urllib.request
import uuid

__all__ = [
    "CheckoutApiError",
    "CheckoutClient",
    "CheckoutConnectionError",
    "WebhookSignatureError",
    "verify_webhook",
]


class CheckoutApiError(Exception):
    """The service refused the request.

    code: such as CHECKOUT_NOT_FOUND; a newer service may have codes that are unknown here
    status: of HTTP
    param: the invalid field, or None
    details: every invalid field of a VALIDATION_ERROR, as {"param", "message"}
    request_id: name it when you ask about the request
    """

    def __init__(self, status, error):
        super().__init__(f"{error['code']}: {error.get('message', '')}")
        self.code = error["code"]
        self.status = status
        self.param = error.get("param")
        self.details = error.get("details", [])
        self.request_id = error.get("requestId")


class CheckoutConnectionError(Exception):
    """No answer, or not in the service's form: it is unknown whether the request was carried out."""


class WebhookSignatureError(Exception):
    """Not sent by the service, changed on the way, or too old: answer 401."""


class CheckoutClient:
    """A client of the Server API.

    Every method retries with the same idempotency key when there is no answer, on 429 and 5xx, and while an earlier
    attempt is still running. Methods that create or change take `idempotency_key`: the service runs a request once for
    it; by default each call has its own.

    base_url: of the service, such as https://pay.example.com
    server_key: svc_server_…; it stays on your server
    max_retries: how often to retry
    timeout: seconds to wait for the service in one attempt
    max_wait: the longest wait before a retry in seconds; a longer Retry-After raises the error
    """

    def __init__(self, base_url, server_key, *, max_retries=3, timeout=15, max_wait=10, sleep=time.sleep):
        self._base_url = base_url.rstrip("/")
        self._server_key = server_key
        self._max_retries = max_retries
        self._timeout = timeout
        self._max_wait = max_wait
        self._sleep = sleep

    def create_checkout(self, checkout, *, idempotency_key=None):
        return self._post("/v1/checkouts", checkout, idempotency_key)

    def list_checkouts(self, **query):
        return self._list("/v1/checkouts", query)

    def get_checkout(self, checkout_id):
        return self._get(_at("checkouts", checkout_id))

    def cancel_checkout(self, checkout_id, *, idempotency_key=None):
        return self._post(_at("checkouts", checkout_id, "cancel"), None, idempotency_key)

    def redeem_checkout(self, checkout_id, *, idempotency_key=None):
        return self._post(_at("checkouts", checkout_id, "redeem"), None, idempotency_key)

    def accept_payment(self, checkout_id, accept=None, *, idempotency_key=None):
        return self._post(_at("checkouts", checkout_id, "accept"), accept, idempotency_key)

    def create_refund(self, checkout_id, refund, *, idempotency_key=None):
        return self._post(_at("checkouts", checkout_id, "refunds"), refund, idempotency_key)

    def list_refunds(self, checkout_id, **query):
        return self._list(_at("checkouts", checkout_id, "refunds"), query)

    def list_project_refunds(self, **query):
        return self._list("/v1/refunds", query)

    def get_refund(self, refund_id):
        return self._get(_at("refunds", refund_id))

    def cancel_refund(self, refund_id, *, idempotency_key=None):
        return self._post(_at("refunds", refund_id, "cancel"), None, idempotency_key)

    def create_payment_link(self, link, *, idempotency_key=None):
        return self._post("/v1/payment-links", link, idempotency_key)

    def list_payment_links(self, **query):
        return self._list("/v1/payment-links", query)

    def get_payment_link(self, payment_link_id):
        return self._get(_at("payment-links", payment_link_id))

    def update_payment_link(self, payment_link_id, changes, *, idempotency_key=None):
        return self._post(_at("payment-links", payment_link_id), changes, idempotency_key)

    def end_payment_link(self, payment_link_id, *, idempotency_key=None):
        return self._post(_at("payment-links", payment_link_id, "end"), None, idempotency_key)

    def list_settlements(self, **query):
        return self._list("/v1/settlements", query)

    def get_settlement(self, settlement_id):
        return self._get(_at("settlements", settlement_id))

    def get_balances(self):
        return self._get("/v1/balances")

    def list_strays(self, **query):
        return self._list("/v1/strays", query)

    def decide_stray(self, decision, *, idempotency_key=None):
        return self._post("/v1/strays/decide", decision, idempotency_key)

    def list_events(self, **query):
        return self._list("/v1/events", query)

    def get_event(self, event_id):
        return self._get(_at("events", event_id))

    def create_webhook_endpoint(self, endpoint, *, idempotency_key=None):
        return self._post("/v1/webhook-endpoints", endpoint, idempotency_key)

    def list_webhook_endpoints(self, **query):
        return self._list("/v1/webhook-endpoints", query)

    def get_webhook_endpoint(self, endpoint_id):
        return self._get(_at("webhook-endpoints", endpoint_id))

    def update_webhook_endpoint(self, endpoint_id, changes, *, idempotency_key=None):
        return self._post(_at("webhook-endpoints", endpoint_id), changes, idempotency_key)

    def disable_webhook_endpoint(self, endpoint_id, *, idempotency_key=None):
        return self._post(_at("webhook-endpoints", endpoint_id, "disable"), None, idempotency_key)

    def enable_webhook_endpoint(self, endpoint_id, *, idempotency_key=None):
        return self._post(_at("webhook-endpoints", endpoint_id, "enable"), None, idempotency_key)

    def rotate_webhook_secret(self, endpoint_id, rotate=None, *, idempotency_key=None):
        return self._post(_at("webhook-endpoints", endpoint_id, "rotate"), rotate, idempotency_key)

    def test_webhook_endpoint(self, endpoint_id, *, idempotency_key=None):
        return self._post(_at("webhook-endpoints", endpoint_id, "test"), None, idempotency_key)

    def list_webhook_deliveries(self, endpoint_id, **query):
        return self._list(_at("webhook-endpoints", endpoint_id, "deliveries"), query)

    def get_webhook_delivery(self, delivery_id):
        return self._get(_at("webhook-deliveries", delivery_id))

    def resend_webhook_delivery(self, delivery_id, *, idempotency_key=None):
        return self._post(_at("webhook-deliveries", delivery_id, "resend"), None, idempotency_key)

    @staticmethod
    def iterate(list_method, *args, **query):
        """Every entry of a list, newest first, page by page: client.iterate(client.list_checkouts, status="PAID")."""
        while True:
            page = list_method(*args, **query)
            yield from page["data"]
            pagination = page["pagination"]
            if "next" not in pagination:
                # The refunds of one checkout are counted and have no cursor.
                query["skip"] = pagination["skip"] + len(page["data"])
                if not page["data"] or query["skip"] >= pagination["total"]:
                    return
            elif pagination["next"] is None:
                return
            else:
                query.pop("skip", None)
                query["after"] = pagination["next"]

    def _get(self, path):
        return self._send("GET", path)["data"]

    def _list(self, path, query):
        given = {name: _text(value) for name, value in query.items() if value is not None}
        answer = self._send("GET", f"{path}?{urllib.parse.urlencode(given)}" if given else path)
        return {"data": answer["data"], "pagination": answer["pagination"]}

    def _post(self, path, body, idempotency_key):
        return self._send("POST", path, body, idempotency_key or str(uuid.uuid4()))["data"]

    def _send(self, method, path, body=None, idempotency_key=None):
        retries = 0
        while True:
            try:
                return self._attempt(method, path, body, idempotency_key)
            except _Failed as failed:
                wait = failed.retry_after
                if wait is None:
                    # Doubled each time, with jitter so that many clients do not return together.
                    wait = 0.5 * 2**retries * random.uniform(0.75, 1.25)
                if not failed.again or retries >= self._max_retries or wait > self._max_wait:
                    raise failed.error from failed.__cause__
            self._sleep(wait)
            retries += 1

    def _attempt(self, method, path, body, idempotency_key):
        headers = {"accept": "application/json", "x-api-key": self._server_key}
        if body is not None:
            headers["content-type"] = "application/json"
        if idempotency_key is not None:
            headers["idempotency-key"] = idempotency_key
        data = None if body is None else json.dumps(body).encode()
        request = urllib.request.Request(self._base_url + path, data, headers, method=method)
        try:
            with _opener.open(request, timeout=self._timeout) as answer:
                return _read(answer.status, answer.headers, answer.read())
        except (OSError, http.client.HTTPException) as cause:
            error = CheckoutConnectionError("the checkout service does not answer")
            raise _Failed(error, again=True, retry_after=None) from cause


class _Failed(Exception):
    """An attempt without success, and whether another one may have it."""

    def __init__(self, error, again, retry_after):
        super().__init__()
        self.error = error
        self.again = again
        self.retry_after = retry_after


class _EveryStatus(urllib.request.HTTPErrorProcessor):
    """Returns errors, and redirects: the key is never sent to the target of one."""

    def http_response(self, _, response):
        return response

    https_response = http_response


_opener = urllib.request.build_opener(_EveryStatus)


def _read(status, headers, raw):
    try:
        body = json.loads(raw)
    except ValueError:
        body = None
    if not isinstance(body, dict):
        body = {}
    if 200 <= status < 300 and body.get("ok") is True:
        return body
    seconds = headers.get("retry-after") or ""
    retry_after = int(seconds) if re.fullmatch("[0-9]{1,6}", seconds) else None
    again = status == 429 or status >= 500
    error = body.get("error")
    if not isinstance(error, dict) or not isinstance(error.get("code"), str):
        message = f"not an answer of the checkout service (HTTP {status})"
        raise _Failed(CheckoutConnectionError(message), again, retry_after)
    again = again or error["code"] == "IDEMPOTENCY_KEY_IN_USE"
    raise _Failed(CheckoutApiError(status, error), again, retry_after)


def _at(resource, resource_id, action=None):
    # An id is checked before it becomes part of a path, where ".." or "?" would have another meaning.
    if not re.fullmatch(r"[A-Za-z0-9_]+", resource_id):
        raise ValueError(f"this is not an id of {resource}")
    return f"/v1/{resource}/{resource_id}" + (f"/{action}" if action else "")


def _text(value):
    return str(value).lower() if isinstance(value, bool) else str(value)


def verify_webhook(raw_body, headers, secrets, *, tolerance_seconds=300, now=None):
    """The event of a delivery, once its signature proves that the service sent exactly these bytes just now.

    Reads `x-svc-signature`, and `webhook-signature` of Standard Webhooks where a proxy passes on that one alone. The same
    event may arrive more than once: act on each `id` once, and ship only if `createdVia`, `referenceId` and the price match
    what you sold. Answer 2xx to `endpoint.test` and to unknown kinds, and do nothing.

    raw_body: the bytes as received, before any parsing: serialised again they may differ
    headers: a mapping, as of Flask, Django or http.server
    secrets: the endpoint's secret, or a list with the old one beside the new one during a rotation
    now: Unix seconds; for tests

    Raises WebhookSignatureError, and TypeError for a body that was parsed.
    """
    if isinstance(raw_body, str):
        raw_body = raw_body.encode()
    if not isinstance(raw_body, (bytes, bytearray)):
        raise TypeError("verify_webhook: pass the raw body, for example request.get_data(), not one that was parsed")
    given = {name.lower(): value for name, value in headers.items()}
    signed = _svc_signature(given) or _standard_signature(given)
    if signed is None:
        raise WebhookSignatureError("x-svc-signature is missing or malformed")
    sent_at, prefix, signatures, key_of = signed
    if abs((time.time() if now is None else now) - int(sent_at)) > tolerance_seconds:
        raise WebhookSignatureError("the signature is too old, or this machine's clock is wrong")
    for secret in [secrets] if isinstance(secrets, str) else secrets:
        key = key_of(secret)
        # Anyone could sign with an empty secret.
        if not key:
            continue
        expected = hmac.new(key, prefix.encode() + raw_body, hashlib.sha256).digest()
        # Takes the same time for every wrong signature.
        if any(hmac.compare_digest(expected, signature) for signature in signatures):
            return json.loads(raw_body)
    raise WebhookSignatureError("the signature does not match the body")


# The service sends two signatures at most, and each costs a comparison.
_most_signatures = 10


def _svc_signature(headers):
    header = headers.get("x-svc-signature") or ""
    found = re.match(r"t=([0-9]{1,12})(?=,)", header)
    if found is None:
        return None
    signatures = re.findall(r",\s*v1=([0-9a-f]{64})(?=,|$)", header)[:_most_signatures]
    return found[1], f"{found[1]}.", [bytes.fromhex(each) for each in signatures], str.encode


def _standard_signature(headers):
    sent_at = headers.get("webhook-timestamp") or ""
    event_id, header = headers.get("webhook-id"), headers.get("webhook-signature")
    if not event_id or not header or not re.fullmatch("[0-9]{1,12}", sent_at):
        return None
    signatures = re.findall(r"(?:^|(?<= ))v1,([A-Za-z0-9+/]{43}=)(?= |$)", header)[:_most_signatures]
    return sent_at, f"{event_id}.{sent_at}.", [base64.b64decode(each) for each in signatures], _standard_key


def _standard_key(secret):
    try:
        return base64.b64decode(secret[len("whsec_") :], validate=True)
    except ValueError:
        return b""
