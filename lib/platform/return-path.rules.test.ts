import fc from "fast-check";
import { describe, expect, test } from "vitest";
import { returnPath } from "./return-path.rules";

describe("returnPath", () => {
  test.each([
    "/dashboard",
    "/dashboard/projects/prj_1",
    "/dashboard/projects/prj_1/checkouts?status=PAID&after=chk_1#top",
    "/dashboard/account?next=//evil.example",
    "/dashboard/invitations/abc_DEF-123",
  ])("%s is where one wanted to go", (path) => {
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
  ])("%j leads to the first page", (wanted) => {
    expect(returnPath(wanted)).toBe("/dashboard");
  });

  test("behavior: whatever is asked for, a browser stays at its own site, below the dashboard", () => {
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
