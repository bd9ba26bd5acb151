import { expect, test, vi } from "vitest";
import { createReadinessVerdict } from "./readiness-verdict";

test("however many ask, one check is made, and its verdict is kept for two seconds", async () => {
  let nowMs = 0;
  let ready = true;
  let finish: () => void = () => undefined;
  const check = vi.fn(
    () => new Promise<{ ready: boolean }>((resolve) => (finish = () => resolve({ ready }))),
  );
  const verdict = createReadinessVerdict({ now: () => new Date(nowMs) }, check);

  const asked = [verdict(), verdict(), verdict()];
  expect(check).toHaveBeenCalledTimes(1);
  finish();
  expect(await Promise.all(asked)).toEqual([true, true, true]);

  ready = false;
  nowMs = 1_999;
  expect(await verdict()).toBe(true);
  expect(check).toHaveBeenCalledTimes(1);

  nowMs = 2_000;
  const later = verdict();
  finish();
  expect(await later).toBe(false);
  expect(check).toHaveBeenCalledTimes(2);
});
