import { describe, expect, test } from "vitest";
import { paymentPolicy, sitePolicy } from "./content-security-policy";

const page = { nonce: "bm9uY2U=", dev: false };

describe("the policy of the payment page", () => {
  test("allows scripts with the nonce and files of this origin", () => {
    expect(paymentPolicy({ ...page, frameAncestors: [] })).toBe(
      [
        "default-src 'none'",
        "script-src 'nonce-bm9uY2U=' 'strict-dynamic'",
        "style-src 'self' 'nonce-bm9uY2U='",
        "img-src 'self' data:",
        "font-src 'self'",
        "connect-src 'self'",
        "base-uri 'none'",
        "form-action 'self'",
        "frame-ancestors 'none'",
      ].join("; "),
    );
  });

  test("names the sites that may frame it", () => {
    const frameAncestors = ["https://shop.example", "http://localhost:8080", "https://xn--bcher-kva.example"];
    expect(paymentPolicy({ ...page, frameAncestors })).toContain(
      "frame-ancestors https://shop.example http://localhost:8080 https://xn--bcher-kva.example",
    );
  });

  test.each([
    "*",
    "https://a.example; script-src *",
    "https://a.example,b",
    "'self'",
    "data:",
    "http://[::1]:80",
  ])("%s is no site's name", (origin) => {
    expect(paymentPolicy({ ...page, frameAncestors: [origin] })).toMatch(/; frame-ancestors 'none'$/);
  });

  test("may speak to the relay that is set", () => {
    const policy = paymentPolicy({ ...page, frameAncestors: [], relay: "wss://relay.example:8443" });
    expect(policy).toContain("connect-src 'self' wss://relay.example:8443;");
  });

  test.each(["wss://relay.example; script-src *", "*", "wss:", "data:"])("%s is no relay", (relay) => {
    expect(paymentPolicy({ ...page, frameAncestors: [], relay })).toContain("connect-src 'self'; ");
  });

  test("allows eval in development, for reload", () => {
    const policy = paymentPolicy({ ...page, dev: true, frameAncestors: [] });
    expect(policy).toContain("'strict-dynamic' 'unsafe-eval'");
    expect(policy).toContain("style-src 'self' 'unsafe-inline'");
  });
});

test("pages of the site load their own scripts, and forms may lead to the payment page", () => {
  const policy = sitePolicy({ ...page, formTargets: ["https://pay.example"] });
  expect(policy).toContain("script-src 'self' 'nonce-bm9uY2U='");
  expect(policy).toContain("form-action 'self' https://pay.example");
  expect(policy).not.toContain("unsafe");
  const inDevelopment = sitePolicy({ ...page, dev: true, formTargets: [] });
  expect(inDevelopment).toContain("script-src 'self' 'unsafe-inline' 'unsafe-eval'");
});
