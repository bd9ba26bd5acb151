import { expect, test } from "vitest";
import { deviceWords, passkeyHost } from "./browser.rules";

const mozilla = "Mozilla/5.0";
const webkit = "AppleWebKit/537.36 (KHTML, like Gecko)";

test.each([
  [`${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on Windows"],
  [
    `${mozilla} (Windows NT 10.0; Win64; x64) ${webkit} Chrome/140.0.0.0 Safari/537.36 Edg/140.0.0.0`,
    "Edge on Windows",
  ],
  [
    `${mozilla} (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.0 Safari/605.1.15`,
    "Safari on Mac",
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1`,
    "Safari on iPhone",
  ],
  [
    `${mozilla} (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 CriOS/140.0 Mobile/15E148 Safari/604.1`,
    "Chrome on iPhone",
  ],
  [
    `${mozilla} (Linux; Android 15; Pixel 9) ${webkit} Chrome/140.0.0.0 Mobile Safari/537.36`,
    "Chrome on Android",
  ],
  [`${mozilla} (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0`, "Firefox on Linux"],
  [`${mozilla} (X11; CrOS x86_64 14541.0.0) ${webkit} Chrome/140.0.0.0 Safari/537.36`, "Chrome on ChromeOS"],
  ["curl/8.5.0", "curl"],
  ["node", null],
  ["", null],
  [null, null],
])("%s", (userAgent, words) => {
  expect(deviceWords(userAgent)).toBe(words);
});

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
