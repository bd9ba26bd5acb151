import { test } from "@playwright/test";

/** Whether the suite runs against `next start` in place of the start script (`PLAIN_NEXT=1`). */
export const isPlainNext = process.env.PLAIN_NEXT === "1";

/** Skips a test of what plain Next cannot do (`e2e/api/plain-next.spec.ts` lists it). */
export function onlyByStartScript(): void {
  test.skip(isPlainNext, "only the start script does this");
}
