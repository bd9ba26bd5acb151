import { afterEach, expect, test, vi } from "vitest";
import { personHeader } from "@/lib/accounts/browser.rules";
import { type ApiAnswer, post } from "@/lib/browser/api";
import { callAsPerson, type Missing, placeProofDialog, withFreshProof } from "./use-action";

const refused = (code: string): ApiAnswer<number> => ({
  ok: false,
  error: { code, message: code, retryAfterMs: 0 },
});
const done: ApiAnswer<number> = { ok: true, data: 7 };

let remove: () => void;
afterEach(() => {
  vi.unstubAllGlobals();
  remove();
});

/** @param answers of the service, in turn */
async function run(answers: ApiAnswer<number>[], isGiven: boolean) {
  const asked: Missing[] = [];
  remove = placeProofDialog(async (missing) => {
    asked.push(missing);
    return isGiven;
  }, "usr_1");
  const left = [...answers];
  const answer = await withFreshProof(async () => left.shift() ?? done);
  return { answer, asked, unsent: left.length };
}

test.each([
  ["a fresh proof", [refused("REAUTHENTICATION_REQUIRED"), done], ["proof"]],
  ["a new session", [refused("UNAUTHORIZED"), done], ["session"]],
  [
    "both, one after the other",
    [refused("UNAUTHORIZED"), refused("REAUTHENTICATION_REQUIRED"), done],
    ["session", "proof"],
  ],
  ["neither", [done], []],
])("asks for %s and repeats the action", async (_, answers, asked) => {
  expect(await run(answers, true)).toEqual({ answer: done, asked, unsent: 0 });
});

test.each(["UNAUTHORIZED", "REAUTHENTICATION_REQUIRED"])(
  "keeps the refusal %s when it isn't given",
  async (code) => {
    const { answer, unsent } = await run([refused(code), done], false);
    expect([answer, unsent]).toEqual([refused(code), 1]);
  },
);

test("repeats no other refusal, and none without a dialog", async () => {
  expect((await run([refused("FORBIDDEN"), done], true)).answer).toEqual(refused("FORBIDDEN"));
  remove();
  expect(await withFreshProof(async () => refused("UNAUTHORIZED"))).toEqual(refused("UNAUTHORIZED"));
});

test("names the page's person with each call while there is a dialog", async () => {
  const sent: Headers[] = [];
  vi.stubGlobal("fetch", async (_: string, { headers }: RequestInit) => {
    sent.push(new Headers(headers));
    return Response.json({ ok: true, data: 7 });
  });
  remove = placeProofDialog(async () => false, "usr_ada");
  expect(await callAsPerson("/api/x", post({}))).toEqual(done);
  remove();
  await callAsPerson("/api/x", post({}));
  expect(sent.map((headers) => headers.get(personHeader))).toEqual(["usr_ada", null]);
  expect(sent.map((headers) => headers.get("content-type"))).toEqual([
    "application/json",
    "application/json",
  ]);
});
