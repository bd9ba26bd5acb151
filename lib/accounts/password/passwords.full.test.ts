import { expect, test } from "vitest";
import { createPasswordHasher } from "./passwords";

const passwords = createPasswordHasher();

test("rejects every password when there is no hash, in the same time", async () => {
  const hash = await passwords.hash("correct horse battery");
  const took = async (known: string | null) => {
    const startedAt = performance.now();
    expect(await passwords.verify(known, "wrong horse battery")).toBe(false);
    return performance.now() - startedAt;
  };
  await took(null);
  let [withAccount, without] = [Number.POSITIVE_INFINITY, Number.POSITIVE_INFINITY];
  // By turns, so that both are measured on a machine that is as busy.
  for (let round = 0; round < 9; round++) {
    withAccount = Math.min(withAccount, await took(hash));
    without = Math.min(without, await took(null));
  }
  // A shared machine is noisy; an answer without hashing would be a hundred times faster.
  expect(without).toBeGreaterThan(withAccount / 3);
});
