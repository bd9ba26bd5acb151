import { expect, it } from "vitest";
import type { AccountParts } from "@/lib/accounts/accounts.parts";
import { partsOf } from "@/lib/testing/parts";
import { admitGuess, throttle } from "./sign-in";

it("counts each kind of attempt, and guesses in an open session, in buckets of their own", async () => {
  const taken: string[] = [];
  const deps = partsOf<AccountParts>({
    rateLimiter: {
      take: async (limits: readonly { bucket: string }[]) => {
        taken.push(...limits.map(({ bucket }) => bucket));
        return { admitted: true, retryAfterMs: 0, states: [] };
      },
    },
    sessions: { knows: async () => ({ browser: false, network: false }) },
    signInLimits: { perAccount: 5, perClient: 20 },
  });
  const client = { userAgent: null, address: null, network: "192.0.2.0/24" };
  for (const attempt of ["password", "reset", "second-factor", "wallet"] as const)
    await throttle(deps, attempt, "usr_1", client);
  await admitGuess(deps, "usr_1");
  expect(taken).toEqual([
    "password:client:192.0.2.0/24",
    "password:account:usr_1",
    "reset:client:192.0.2.0/24",
    "reset:account:usr_1",
    "second-factor:client:192.0.2.0/24",
    "second-factor:account:usr_1",
    "wallet:client:192.0.2.0/24",
    "wallet:account:usr_1",
    "account-proof:usr_1",
  ]);
});
