"""Performs every operation against a running service, and proves retries and webhooks. `npm run night -- languages` runs it."""

import ast
import inspect
import json
import os
import time
import urllib.request

import stablecoin_checkout
from stablecoin_checkout import (
    CheckoutApiError,
    CheckoutClient,
    CheckoutConnectionError,
    WebhookSignatureError,
    verify_webhook,
)

service, faulty, key = os.environ["BASE_URL"], os.environ["FAULTY_URL"], os.environ["SERVER_KEY"]
called = set()


class Recorded(CheckoutClient):
    def __getattribute__(self, name):
        called.add(name)
        return super().__getattribute__(name)


def behind(fault):
    return CheckoutClient(f"{faulty}/{fault}", key, sleep=waits.append)


def raised(kind, work):
    try:
        work()
    except kind as error:
        return error
    raise AssertionError(f"no {kind.__name__}")


# The file promises Python 3.9; this interpreter may be newer.
ast.parse(inspect.getsource(stablecoin_checkout), feature_version=(3, 9))

client = Recorded(service + "/", key)
waits = []
reference = f"python-{time.time_ns()}"
price = {"fiatAmount": "4.50", "fiatCurrency": "USD", "referenceId": reference}

# Checkouts, and a list over several pages.
ids = [client.create_checkout(price)["id"] for _ in range(3)]
assert client.get_checkout(ids[0])["referenceId"] == reference
assert client.list_checkouts(referenceId=reference, take=2)["pagination"]["total"] == 3
found = [checkout["id"] for checkout in client.iterate(client.list_checkouts, referenceId=reference, take=1)]
assert found == ids[::-1], found
assert client.cancel_checkout(ids[0])["status"] == "CANCELLED"
assert [client.redeem_checkout(ids[1])["first"] for _ in range(2)] == [True, False]
assert client.accept_payment(os.environ["PARTLY_PAID_CHECKOUT"])["acceptedAmount"] == "1000000"

# One key runs a request once.
first = client.create_checkout(price, idempotency_key=reference)
assert client.create_checkout(price, idempotency_key=reference)["id"] == first["id"]

# Errors.
error = raised(CheckoutApiError, lambda: client.create_checkout({"fiatAmount": "-1", "fiatCurrency": "USD"}))
assert (error.code, error.status, error.param) == ("VALIDATION_ERROR", 400, "fiatAmount"), error
assert error.details[0]["param"] == "fiatAmount" and len(error.request_id) == 36
assert raised(CheckoutApiError, lambda: client.get_checkout("chk_no")).code == "CHECKOUT_NOT_FOUND"
for wrong in ["", "..", "a/b", "a?b", "a\n"]:
    raised(ValueError, lambda: client.get_checkout(wrong))

# Retries. The key of the first attempt is sent again: the lost checkout isn't created twice.
count = client.list_checkouts(referenceId=reference)["pagination"]["total"]
assert behind("lost").create_checkout(price)["referenceId"] == reference
assert client.list_checkouts(referenceId=reference)["pagination"]["total"] == count + 1
assert len(waits) == 1 and 0.375 <= waits.pop() <= 0.625
assert behind("busy").get_checkout(ids[0])["id"] == ids[0]
assert waits.pop() == 0
assert raised(CheckoutApiError, lambda: behind("late").get_checkout(ids[0])).status == 429
raised(CheckoutConnectionError, lambda: behind("page").get_checkout(ids[0]))
raised(CheckoutConnectionError, lambda: behind("away").get_checkout(ids[0]))
assert waits == []
raised(CheckoutConnectionError, lambda: CheckoutClient("http://127.0.0.1:9", key, sleep=waits.append).get_balances())
assert len(waits) == 3

# Refunds.
paid = os.environ["PAID_CHECKOUT"]
refunds = [client.create_refund(paid, {"amount": "1"})["id"] for _ in range(2)]
listed = [refund["id"] for refund in client.iterate(client.list_refunds, paid, take=1)]
assert listed[:2] == refunds[::-1], listed
assert client.list_project_refunds(take=1)["data"][0]["id"] == refunds[1]
assert client.get_refund(refunds[0])["checkoutId"] == paid
assert client.cancel_refund(refunds[0])["status"] == "CANCELLED"

# Payment links.
link = client.create_payment_link({"itemName": "Coffee", "amount": "1000000"})["id"]
assert client.update_payment_link(link, {"itemName": "Tea"})["itemName"] == "Tea"
assert client.get_payment_link(link)["id"] == link
assert client.list_payment_links(take=1)["data"][0]["id"] == link
assert client.end_payment_link(link)["endedAt"] is not None

# Money.
settlement = client.list_settlements(take=1)["data"][0]["id"]
assert client.get_settlement(settlement)["id"] == settlement
assert len(client.get_balances()) > 0
assert isinstance(client.list_strays()["data"], list)
assert client.decide_stray(json.loads(os.environ["STRAY_DECISION"]))

# Webhooks: a delivery as the service sent it.
endpoint = client.create_webhook_endpoint({"url": f"{faulty}/hook", "kinds": ["checkout.created"]})
hook, secret = endpoint["id"], endpoint["secret"]
assert client.get_webhook_endpoint(hook)["id"] == hook
assert hook in [each["id"] for each in client.iterate(client.list_webhook_endpoints)]
assert client.update_webhook_endpoint(hook, {"description": "Till"})["description"] == "Till"
delivery = client.test_webhook_endpoint(hook)["deliveryId"]
assert client.get_webhook_delivery(delivery)["id"] == delivery
assert client.list_webhook_deliveries(hook)["data"][0]["id"] == delivery
sent = []
deadline = time.monotonic() + 30
while not sent and time.monotonic() < deadline:
    time.sleep(0.1)
    with urllib.request.urlopen(f"{faulty}/hook") as answer:
        sent = json.load(answer)
raw, headers = sent[0]["raw"].encode(), sent[0]["headers"]
standard = {name: value for name, value in headers.items() if name != "x-svc-signature"}
for given in (headers, {name.upper(): value for name, value in headers.items()}, standard):
    assert verify_webhook(raw, given, secret)["event"] == "endpoint.test"
    assert verify_webhook(raw.decode(), given, ["whsec_b2xk", secret])["event"] == "endpoint.test"
    for body, secrets, now in [
        (raw + b" ", secret, None),
        (raw, "whsec_b2xk", None),
        (raw, ["", "whsec_"], None),
        (raw, secret, time.time() + 310),
        (raw, secret, time.time() - 310),
    ]:
        raised(WebhookSignatureError, lambda: verify_webhook(body, given, secrets, now=now))
raised(WebhookSignatureError, lambda: verify_webhook(raw, {}, secret))
raised(TypeError, lambda: verify_webhook(json.loads(raw), headers, secret))

assert client.resend_webhook_delivery(delivery)
assert client.rotate_webhook_secret(hook, {"overlap": True})["secret"] != secret
assert client.disable_webhook_endpoint(hook)["id"] == hook
assert client.enable_webhook_endpoint(hook)["id"] == hook
client.disable_webhook_endpoint(hook)

event = client.list_events(take=1)["data"][0]["id"]
assert client.get_event(event)["id"] == event

missing = {name for name in vars(CheckoutClient) if not name.startswith("_")} - called
assert missing == set(), missing
print("every operation was performed")
