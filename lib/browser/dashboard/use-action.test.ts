import { afterEach, expect, test } from "vitest";
import type { ApiAnswer } from "@/lib/browser/api";
import { type Missing, placeProofDialog, withFreshProof } from "./use-action";

const refused = (code: string): ApiAnswer<number> => ({
  ok: false,
  error: { code, message: code, retryAfterMs: 0 },
});
const done: ApiAnswer<number> = { ok: true, data: 7 };

let remove: () => void;
afterEach(() => remove());

/** @param answers of the service, in turn */
async function run(answers: ApiAnswer<number>[], isGiven: boolean) {
  const asked: Missing[] = [];
  remove = placeProofDialog(async (missing) => {
    asked.push(missing);
    return isGiven;
  });
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
