import { expect, it } from "vitest";
import { anySignal, walletPeer } from "./wallet-link";

const hrefOf = (redirect: object | undefined) => walletPeer({ name: "Wallet", redirect }).href;

it.each([
  [
    "the website that opens the app",
    { universal: "https://wallet.example/wc", native: "wallet://" },
    "https://wallet.example/wc",
  ],
  ["the app's own scheme", { native: "wallet://" }, "wallet://"],
  [
    "the app's own scheme when the website is none",
    { universal: "http://wallet.example", native: "wallet://wc" },
    "wallet://wc",
  ],
  [
    "a website that stands in the place of the scheme",
    { native: "https://wallet.example/" },
    "https://wallet.example/",
  ],
])("links to %s", (_, redirect, href) => {
  expect(hrefOf(redirect)).toBe(href);
});

it.each([
  "javascript://%0Aalert(1)",
  "JavaScript:alert(1)",
  " \tjavascript://alert(1)",
  "java\nscript://alert(1)",
  "vbscript://x",
  "data:text/html,<script>alert(1)</script>",
  "data://text/html,x",
  "blob:https://wallet.example/1",
  "file:///etc/passwd",
  "filesystem:https://wallet.example/x",
  "http://wallet.example",
  "ws://wallet.example",
  "ftp://wallet.example",
  "about:blank",
  "intent://scan/#Intent;scheme=https;S.browser_fallback_url=https%3A%2F%2Fevil.example;end",
  "view-source:https://wallet.example",
  "chrome://settings",
  "chrome-extension://abc/page.html",
  "tel:+15550100",
  "mailto:a@b.example",
  "https://user:password@wallet.example",
  "wallet",
  "//wallet.example",
  "",
])("links to nothing at %j", (href) => {
  expect(hrefOf({ native: href })).toBeNull();
  expect(hrefOf({ universal: href })).toBeNull();
});

it("has no link for a wallet without a link or with an unsafe one", () => {
  for (const redirect of [undefined, {}, { native: null, universal: 7 }]) expect(hrefOf(redirect)).toBeNull();
});

it("truncates the wallet's name, and has none when it isn't text", () => {
  expect(walletPeer({ name: `  ${"x".repeat(200)}` }).name).toHaveLength(40);
  expect(walletPeer({ name: null }).name).toBe("");
});

it.each([0, 1])("aborts with the reason of signal %i, and keeps it", (first) => {
  const [one, other] = [new AbortController(), new AbortController()];
  const either = anySignal(one.signal, other.signal);
  expect(either.aborted).toBe(false);
  [one, other][first]?.abort("the first");
  [one, other][1 - first]?.abort("the second");
  expect(either.reason).toBe("the first");
});

it("is aborted from the start when a signal was", () => {
  expect(anySignal(new AbortController().signal, AbortSignal.abort("before")).reason).toBe("before");
});
