import { readFile } from "node:fs/promises";
import type { IncomingMessage, ServerResponse } from "node:http";
import path from "node:path";

const compressible = /^\/_next\/static\/chunks\/([\w~-][\w.~-]*\.(js|css))$/;

const mediaTypes: Readonly<Record<string, string>> = {
  js: "application/javascript; charset=utf-8",
  css: "text/css; charset=utf-8",
};

/**
 * Answers with a built script or style as the build compressed it (`compressFiles`): a seventh less than Next's own gzip,
 * and no processor's time. Plain `next start` sends these files itself.
 *
 * @param build the folder of the build
 * @returns whether it answered
 */
export async function sendCompressed(
  { method, url = "", headers }: IncomingMessage,
  response: ServerResponse,
  build: string,
): Promise<boolean> {
  const [, name, kind = ""] = compressible.exec(url) ?? [];
  if (name === undefined || method !== "GET") return false;
  if (!/\bbr\b(?!;\s*q=0(?:\.0*)?(?:,|$))/.test(String(headers["accept-encoding"] ?? ""))) return false;
  const body = await readFile(path.join(build, "static/chunks", `${name}.br`)).catch(() => null);
  if (body === null) return false;
  response.writeHead(200, {
    "content-type": mediaTypes[kind],
    "content-encoding": "br",
    "content-length": body.length,
    "cache-control": "public, max-age=31536000, immutable",
    vary: "Accept-Encoding",
  });
  response.end(body);
  return true;
}
