import { createServer, type Server, type ServerResponse } from "node:http";
import type { AddressInfo } from "node:net";
import { afterAll, beforeAll, expect, test } from "vitest";
import { replaceFailedPage } from "./failed-page";
import { setPageLocale } from "./page-locale";

let server: Server;
let draw: (response: ServerResponse) => void;

beforeAll(async () => {
  server = createServer((request, response) => {
    setPageLocale(request, response);
    replaceFailedPage(request, response, "bm9uY2U=");
    response.setHeader("x-request-id", "1");
    draw(response);
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
});
afterAll(() => void server.close());

const visit = (path: string, init: RequestInit = {}) =>
  fetch(`http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`, {
    ...init,
    headers: { accept: "text/html", "accept-language": "de-AT" },
  });

/** As Next answers: a status, headers of its document, and the document in pieces. */
const fail = (response: ServerResponse) => {
  response.statusCode = 500;
  response.setHeader("content-type", "text/html");
  response.setHeader("content-length", "18");
  response.setHeader("etag", '"a"');
  response.write("<html id=__next_", () => response.end("error__>"));
};

test.each([
  [
    "/c/chk_1",
    "de",
    "Die Zahlungsseite ist gerade nicht verfügbar",
    "Bereits gesendete Zahlungen sind sicher",
  ],
  ["/l/tip", "de", "Die Zahlungsseite ist gerade nicht verfügbar", "Bereits gesendete Zahlungen sind sicher"],
  [
    "/r/token?lang=fr",
    "fr",
    "Cette page est momentanément indisponible",
    "Votre remboursement est en sécurité",
  ],
  ["/dashboard/projects/p", "en", "We couldn't show this page", "Nothing was changed."],
  ["/shop", "en", "We couldn't show this page", "Nothing was changed."],
])(
  "%s that cannot be drawn says so without scripts, in its reader's language",
  async (path, language, title, text) => {
    draw = fail;
    const answer = await visit(path);
    expect(answer.status).toBe(500);
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      "content-type": "text/html; charset=utf-8",
      "cache-control": "no-store",
      "x-request-id": "1",
    });
    expect(answer.headers.get("etag")).toBeNull();
    const html = await answer.text();
    expect(html).toContain(`<html lang="${language}">`);
    expect(html).toContain(`<h1>${title}</h1><p>${text}`);
    expect(html).toContain('<style nonce="bm9uY2U=">');
    expect(html).toContain('<script nonce="bm9uY2U=">');
    expect(html).not.toContain("__next");
    expect(html.trimEnd()).toMatch(/<\/html>$/);
  },
);

test("however the failure is sent, and ended twice too, it is replaced once", async () => {
  for (const send of [
    (response: ServerResponse) => void response.writeHead(503, { "content-type": "text/plain" }).end("gone"),
    (response: ServerResponse) => {
      response.statusCode = 500;
      response.end();
    },
    (response: ServerResponse) => {
      response.statusCode = 500;
      response.end("gone");
      response.end("gone");
    },
  ]) {
    draw = send;
    expect((await (await visit("/c/x")).text()).match(/<h1>/g)).toHaveLength(1);
  }
});

test("every other answer stays as it is, byte by byte", async () => {
  for (const status of [200, 404, 429]) {
    draw = (response) => {
      response.writeHead(status, { "content-type": "text/html", etag: '"a"' });
      response.write("first ");
      response.end("second");
    };
    const answer = await visit("/c/x");
    expect([answer.status, answer.headers.get("etag"), await answer.text()]).toEqual([
      status,
      '"a"',
      "first second",
    ]);
  }
});
