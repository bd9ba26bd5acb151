import { expect, test } from "vitest";
import { relayOrigin } from "./relay-address";

test("nobody but the service is spoken to unless a project is set", () => {
  expect(relayOrigin({})).toBeNull();
  expect(
    relayOrigin({ WALLETCONNECT_PROJECT_ID: "", WALLETCONNECT_RELAY_URL: "wss://relay.example" }),
  ).toBeNull();
});

test.each([
  [undefined, "wss://relay.walletconnect.org"],
  ["", "wss://relay.walletconnect.org"],
  ["wss://relay.example:8443/v1?a=b", "wss://relay.example:8443"],
  ["https://relay.example", null],
  ["relay.example", null],
])("the relay %s is reached at %s", (url, origin) => {
  expect(relayOrigin({ WALLETCONNECT_PROJECT_ID: "p", WALLETCONNECT_RELAY_URL: url })).toBe(origin);
});
