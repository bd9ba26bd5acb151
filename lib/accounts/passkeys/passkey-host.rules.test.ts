import { expect, test } from "vitest";
import { passkeyHost } from "./passkey-host.rules";

test.each([
  ["https://pay.example", "pay.example"],
  ["https://pay.example:8443", "pay.example"],
  ["http://localhost:3000", "localhost"],
  ["http://pay.localhost:3000", "pay.localhost"],
  ["http://pay.example", null],
  ["http://127.0.0.1:3000", null],
  ["https://192.0.2.1", null],
  ["https://[2001:db8::1]", null],
  ["not a URL", null],
])("passkeys of %s belong to %s", (dashboardUrl, rpId) => {
  expect(passkeyHost(dashboardUrl)?.rpId ?? null).toBe(rpId);
});
