import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { isLoopbackHost, parseOrigin, parseUrl, percentDecoded, returnPath } from "./url.rules";

test.each([
  ["p%40ss", "p@ss"],
  ["50%off%2F", "50%off/"],
  ["100%", "100%"],
  ["%%25", "%%"],
  ["%E0%A4", null],
])("percentDecoded reads %j as %j", (text, decoded) => {
  expect(percentDecoded(text)).toBe(decoded);
});

describe("parse url", () => {
  test("returns null for text that isn't an absolute URL", () => {
    for (const text of ["", "shop.example", "/path", "https://", "https://a b", "https://[::g]"])
      expect(parseUrl(text), text).toBeNull();
  });

  test("parses a name beyond ASCII the same way the thousandth time", () => {
    for (let time = 0; time < 50_000; time++) {
      const host = parseUrl("https://Bücher.example")?.hostname;
      if (host !== "xn--bcher-kva.example") expect.unreachable(`${host} at the ${time}th time`);
    }
  });
});

describe("return path", () => {
  describe("returnPath", () => {
    test.each([
      "/dashboard",
      "/dashboard/projects/prj_1",
      "/dashboard/projects/prj_1/checkouts?status=PAID&after=chk_1#top",
      "/dashboard/account?next=//evil.example",
      "/dashboard/invitations/abc_DEF-123",
    ])("%s is accepted", (path) => {
      expect(returnPath(path)).toBe(path);
    });

    test("dots are resolved as a browser does", () => {
      expect(returnPath("/dashboard/a/../projects/./x")).toBe("/dashboard/projects/x");
    });

    test.each([
      "",
      "/",
      "dashboard",
      "/dashboards",
      "/dashboard.evil.example",
      "/dashboard@evil.example",
      "https://evil.example/dashboard",
      "HTTPS://evil.example",
      "//evil.example",
      "//evil.example/dashboard",
      "///evil.example",
      "/\\evil.example",
      "\\/evil.example",
      "\\\\evil.example",
      "/dashboard\\..\\..\\evil",
      "/dashboard/..",
      "/dashboard/../..//evil.example",
      "/dashboard/..//evil.example",
      "/dashboard//evil.example",
      "/dashboard/%2e%2e//evil.example",
      "/dashboard/%2E%2E/c/chk_1",
      "/dashboard/.%2e/c/chk_1",
      "/dashboard/%2f%2fevil.example",
      "/dashboard/%5cevil.example",
      "/%2fevil.example",
      "%2f%2fevil.example",
      "/dashboard/%0d%0aset-cookie:a=b",
      "/dashboard/\r\nlocation: https://evil.example",
      "/\t/evil.example",
      "/dash\nboard",
      "/dashboard/\u0000",
      "/dashboard/\u202eevil",
      " /dashboard",
      "/dashboard /x",
      "\u00a0//evil.example",
      "javascript:alert(1)",
      "data:text/html,x",
      "/dashboard/sign-in?next=/dashboard",
      "/dashboard/setup",
      "/dashboard/reset/abc",
      `/dashboard/${"x".repeat(3_000)}`,
      null,
      undefined,
    ])("%j returns the start page", (wanted) => {
      expect(returnPath(wanted)).toBe("/dashboard");
    });

    test("behavior: keeps the browser on its own site below the dashboard, with any input", () => {
      const piece = fc.constantFrom(
        "/",
        "\\",
        ".",
        "..",
        "%2e",
        "%2f",
        "@",
        ":",
        "?",
        "#",
        "dashboard",
        "evil.example",
        "\t",
        "https:",
      );
      const anything = fc.oneof(
        fc.string(),
        fc.array(piece).map((pieces) => `/dashboard${pieces.join("")}`),
        fc.array(piece).map((pieces) => pieces.join("")),
      );
      fc.assert(
        fc.property(anything, (wanted) => {
          const url = new URL(returnPath(wanted), "https://pay.example");
          expect(url.origin).toBe("https://pay.example");
          expect(url.pathname).toMatch(/^\/dashboard(\/|$)/);
          expect(returnPath(returnPath(wanted))).toBe(returnPath(wanted));
        }),
      );
    });
  });
});

describe("origin", () => {
  describe("parseOrigin", () => {
    test.each([
      "https://shop.example",
      "https://shop.example:8443",
      "https://a.b.c.shop.example",
      "https://xn--bcher-kva.example",
      "https://my_shop.example",
      "https://203.0.113.7",
      "https://[2001:db8::1]",
      "https://[2001:db8::1]:8443",
      "https://localhost",
      "http://localhost:3000",
      "http://127.0.0.1:3000",
      "http://[::1]:3000",
    ])("leaves %s as it is", (origin) => {
      expect(parseOrigin(origin)).toBe(origin);
    });

    test.each([
      ["upper case", "HTTPS://Shop.EXAMPLE", "https://shop.example"],
      ["the default port of https", "https://shop.example:443", "https://shop.example"],
      ["the default port of http", "http://localhost:80", "http://localhost"],
      ["another scheme's default port", "https://shop.example:80", "https://shop.example:80"],
      ["a name beyond ASCII", "https://Bücher.example", "https://xn--bcher-kva.example"],
      ["a right-to-left name", "https://متجر.example", "https://xn--pgbep1f.example"],
      ["full-width letters", "https://ｓｈｏｐ.example", "https://shop.example"],
      ["IPv6 at length", "https://[2001:DB8:0:0:0:0:0:1]", "https://[2001:db8::1]"],
      ["IPv4 cut short", "http://127.1:3000", "http://127.0.0.1:3000"],
    ])("brings %s to the form that browsers send", (_, text, origin) => {
      expect(parseOrigin(text)).toBe(origin);
    });

    test.each([
      ["nothing", ""],
      ["the origin of sandboxed frames and files", "null"],
      ["everything", "*"],
      ["a wildcard for subdomains", "https://*.shop.example"],
      ["a wildcard port", "https://shop.example:*"],
      ["a path", "https://shop.example/shop"],
      ["an empty path", "https://shop.example/"],
      ["a query", "https://shop.example?"],
      ["a fragment", "https://shop.example#"],
      ["a backslash", "https:\\\\shop.example"],
      ["a trailing dot", "https://shop.example."],
      ["an ideographic trailing dot", "https://shop.example。"],
      ["a leading dot", "https://.shop.example"],
      ["two dots", "https://shop..example"],
      ["a user", "https://user@shop.example"],
      ["an empty user", "https://@shop.example"],
      ["a user and password", "https://user:pass@shop.example"],
      ["a host dressed as a user", "https://shop.example@evil.example"],
      ["a leading space", " https://shop.example"],
      ["a trailing space", "https://shop.example "],
      ["a space inside", "https://shop .example"],
      ["a newline at the end", "https://shop.example\n"],
      ["a tab inside", "https://sh\top.example"],
      ["a NUL", "https://shop.example\u0000"],
      ["a control character before it", "\u001Fhttps://shop.example"],
      ["an invisible character, and nothing else", "https://\u00AD"],
      ["an escape", "https://sh%6Fp.example"],
      ["two origins", "https://shop.example https://other.example"],
      ["two origins with a comma", "https://shop.example,https://other.example"],
      ["no scheme", "shop.example"],
      ["no scheme but slashes", "//shop.example"],
      ["one slash", "https:/shop.example"],
      ["no host", "https://"],
      ["no host but a port", "https://:443"],
      ["an empty port", "https://shop.example:"],
      ["port 0", "https://shop.example:0"],
      ["a port of leading zeros", "https://shop.example:0443"],
      ["a port beyond 65535", "https://shop.example:65536"],
      ["a port that is none", "https://shop.example:80a"],
      ["http", "http://shop.example"],
      ["http to a private address", "http://192.168.0.1"],
      ["http to a name that begins like loopback", "http://localhost.evil.example"],
      ["an extension", "chrome-extension://abcdefghijklmnop"],
      ["a file", "file://"],
      ["data", "data:text/html,x"],
      ["a script", "javascript://shop.example"],
      ["websocket", "wss://shop.example"],
      ["brackets around a name", "https://[shop.example]"],
      ["an open bracket", "https://[::1"],
      ["a scoped IPv6 address", "https://[fe80::1%25eth0]"],
      ["bytes that are no punycode", "https://xn--\u00FF.example"],
      ["a hyphen at a label's end", "https://shop-.example"],
      ["a name beyond 253 characters", `https://${"a.".repeat(127)}example`],
      ["a lone surrogate", "https://shop\uD800.example"],
    ])("refuses %s", (_, text) => {
      expect(parseOrigin(text)).toBeNull();
    });

    test.each([
      ["null", "null"],
      ["a suffix", "https://shop.example.evil.com"],
      ["a prefix", "https://evilshop.example"],
      ["a subdomain", "https://www.shop.example"],
      ["the parent", "https://example"],
      ["a port", "https://shop.example:8443"],
      ["a letter that looks alike", "https://shоp.example"],
      ["a digit that looks alike", "https://sh0p.example"],
      ["another top", "https://shop.example.com"],
    ])("a look-alike with %s is never the same origin", (_, text) => {
      expect(parseOrigin(text)).not.toBe("https://shop.example");
    });

    test("returns origins as browsers send them, and is idempotent", () => {
      const piece = fc.constantFrom(
        ...["https:", "http:", "//", "/", ".", ":", "@", "*", "443", "8443", "shop", "example", "localhost"],
        ...["[::1]", "127.0.0.1", "ü", "。", "-", "%2e", " ", "\\", "null", "S"],
      );
      fc.assert(
        fc.property(
          fc.array(piece, { maxLength: 8 }).map((pieces) => pieces.join("")),
          (text) => {
            const origin = parseOrigin(text);
            if (origin === null) return;
            expect(origin).toBe(new URL(text).origin);
            expect(parseOrigin(origin)).toBe(origin);
            expect(origin).toMatch(/^https?:\/\/[a-z0-9_.:[\]-]+$/);
          },
        ),
        { numRuns: 20_000 },
      );
    });
  });

  test("recognises loopback by the whole host", () => {
    for (const host of ["localhost", "127.0.0.1", "127.255.1.2", "[::1]"])
      expect(isLoopbackHost(host)).toBe(true);
    for (const host of [
      "localhost.",
      "localhost.evil.example",
      "128.0.0.1",
      "127.0.0.1.example",
      "[::2]",
      "::1",
    ])
      expect(isLoopbackHost(host)).toBe(false);
  });
});
