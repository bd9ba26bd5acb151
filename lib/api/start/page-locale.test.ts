import type { IncomingHttpHeaders, IncomingMessage, ServerResponse } from "node:http";
import { expect, test } from "vitest";
import { setPageLocale } from "./page-locale";

/** What the application finds, and what the browser is given to remember. */
function ask(url: string, sent: IncomingHttpHeaders = {}): { locale: unknown; cookies: string[] } {
  const headers: IncomingHttpHeaders = { accept: "text/html", "x-page-locale": "forged", ...sent };
  const cookies: string[] = [];
  const response = { appendHeader: (_name: string, value: string) => cookies.push(value) };
  setPageLocale({ method: "GET", url, headers } as IncomingMessage, response as unknown as ServerResponse);
  return { locale: headers["x-page-locale"], cookies };
}

test("the browser's language, with its region", () => {
  expect(ask("/c/chk_1", { "accept-language": "de-CH,en;q=0.5" })).toEqual({ locale: "de-CH", cookies: [] });
  expect(ask("/r/secret?address=0x12")).toEqual({ locale: "en", cookies: [] });
});

test("a choice in the address goes first, and is remembered without a word to other sites", () => {
  const sent = { "accept-language": "de", cookie: "a=b; language=fr" };
  expect(ask("/c/chk_1?change=1&lang=ko", sent)).toEqual({
    locale: "ko",
    cookies: ["language=ko; Path=/; Max-Age=31536000; SameSite=Lax; HttpOnly"],
  });
  expect(ask("/c/chk_1?change=1", sent)).toEqual({ locale: "fr", cookies: [] });
  expect(ask("/c/chk_1?lang=fr", sent).cookies).toEqual([]);
});

test.each([
  "/c/chk_1?lang=%3Cscript%3E",
  "/c/chk_1?lang=",
  "/c/chk_1?lang=xx&lang=ko",
  "/c/chk_1?lang=de%0d%0aset-cookie:a=b",
  "/c/chk_1?lang[]=ko",
  "/c/chk_1?lang=%E2%80%AEde",
])("%s chooses nothing", (url) => {
  expect(ask(url, { cookie: "language=<b>; xlanguage=ko" })).toEqual({ locale: "en", cookies: [] });
});

test("pages of others, and answers to programs, have no language", () => {
  expect(ask("/docs?lang=de").locale).toBeUndefined();
  expect(ask("/c/chk_1?lang=de", { accept: "application/json" })).toEqual({ locale: undefined, cookies: [] });
});
