import { expect, test } from "vitest";
import { createDatabase } from "@/lib/platform/database";
import { type Answer, respond, respondError } from "./respond";

test("a database that is away or full is SERVICE_UNAVAILABLE with Retry-After, any other fault INTERNAL_ERROR", async () => {
  const away = createDatabase("postgresql://nobody@127.0.0.1:1/none", { maxConnections: 1 });
  const unreachable = await away.pool.query("SELECT 1").catch((error: unknown) => error);
  await away.close();
  const full = Object.assign(new Error("could not extend file"), { code: "53100", severity: "ERROR" });
  const taken = Object.assign(new Error("duplicate key"), { code: "23505", severity: "ERROR" });
  const answerTo = async (error: unknown) => {
    const answer = respondError(error, "a-request", new Headers());
    return [answer.status, answer.headers.get("retry-after"), (await answer.json()).error.code];
  };
  const unavailable = [503, "5", "SERVICE_UNAVAILABLE"];
  const internal = [500, null, "INTERNAL_ERROR"];
  expect(await answerTo(unreachable)).toEqual(unavailable);
  expect(await answerTo(full)).toEqual(unavailable);
  expect(await answerTo(taken)).toEqual(internal);
  expect(await answerTo(new Error("connect ECONNREFUSED"))).toEqual(internal);
});

const bytes = new Uint8Array([1]);

test.each<[string, Answer, string]>([
  ["JSON", { status: 200, body: "{}" }, "no-store"],
  [
    "a file for download",
    { status: 200, file: new Blob([bytes]).stream(), mediaType: "text/csv", name: "a.csv" },
    "no-store",
  ],
  ["an unchanged answer", { status: 304 }, "no-store"],
  [
    "a picture",
    { status: 200, picture: bytes, mediaType: "image/png", caching: "public, max-age=60" },
    "public, max-age=60",
  ],
])("%s says how long it may be kept", (_, answer, caching) => {
  expect(respond(answer, "a-request", new Headers()).headers.get("cache-control")).toBe(caching);
});
