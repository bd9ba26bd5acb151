import { NextRequest } from "next/server";
import { expect, test } from "vitest";
import { readPageLocale } from "./answer-page";

const ask = (path: string, headers: Record<string, string> = {}) =>
  readPageLocale(new NextRequest(`http://localhost${path}`, { headers }));

test("the browser's language, with its region", () => {
  expect(ask("/c/chk_1", { "accept-language": "de-CH,en;q=0.5" })).toEqual({
    language: "de",
    locale: "de-CH",
    choice: null,
  });
  expect(ask("/r/secret?address=0x12")).toMatchObject({ locale: "en", choice: null });
});

test("prefers a choice in the URL, and stores it in a same-site cookie", () => {
  const sent = { "accept-language": "de", cookie: "a=b; language=fr" };
  expect(ask("/c/chk_1?change=1&lang=ko", sent)).toMatchObject({
    locale: "ko",
    choice: "language=ko; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly",
  });
  expect(ask("/c/chk_1?change=1", sent)).toMatchObject({ locale: "fr", choice: null });
  expect(ask("/c/chk_1?lang=fr", sent).choice).toBeNull();
});

test.each([
  "/c/chk_1?lang=%3Cscript%3E",
  "/c/chk_1?lang=",
  "/c/chk_1?lang=xx&lang=ko",
  "/c/chk_1?lang=%E2%80%AEde",
  "/c/chk_1?lang[]=ko",
])("%s chooses nothing", (path) => {
  expect(ask(path, { cookie: "language=<b>; xlanguage=ko" })).toMatchObject({ locale: "en", choice: null });
});

test("a line break in a choice reaches no header", () => {
  expect(ask("/c/chk_1?lang=de%0d%0aset-cookie:a=b").choice ?? "").not.toContain("\r");
});
