import { describe, expect, test } from "vitest";
import { createMailbox, type Mailbox } from "@/lib/checkouts/live/live-stream";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { AuthorizationOutcome } from "@/lib/signed/authorization.rules";
import { awaitOutcome } from "./await-outcome";

const pending: AuthorizationOutcome = { kind: "pending", txHash: null };
const settled: AuthorizationOutcome = { kind: "settled", txHash: "0x01", receipt: "settled" };

/** Waits on a checkout whose outcome changes by `set`, and whose changes are told by `mailbox`. */
function waiting({ waitMs = 3_600_000, isFull = false } = {}) {
  let outcome = pending;
  let reads = 0;
  let hasEnded = false;
  const client = new AbortController();
  const mailbox: Mailbox = createMailbox(() => {
    hasEnded = true;
  });
  const follow = async () => {
    if (isFull) throw new CheckoutError("RATE_LIMIT_EXCEEDED", fault("checkouts.stopping"));
    return mailbox;
  };
  const answer = awaitOutcome(
    { liveCheckouts: { follow } as never, x402WaitMs: waitMs },
    { checkoutId: "chk_1", client: "192.0.2.1", signal: client.signal },
    async () => {
      reads += 1;
      return outcome;
    },
  );
  return {
    answer,
    leave: () => client.abort(),
    mailbox,
    set: (next: AuthorizationOutcome) => {
      outcome = next;
    },
    reads: () => reads,
    hasEnded: () => hasEnded,
  };
}

describe("a client that waits for its payment", () => {
  test("learns of it as soon as it is told", async () => {
    const { answer, mailbox, set, reads, hasEnded } = waiting();
    mailbox.offer("another change");
    await expect.poll(reads).toBe(2);
    set(settled);
    mailbox.offer("it is paid");
    expect(await answer).toEqual(settled);
    expect(hasEnded()).toBe(true);
  });

  test("gets the outcome as it is when the wait ends, although nothing was told", async () => {
    const { answer, set, hasEnded } = waiting({ waitMs: 0 });
    set(settled);
    expect(await answer).toEqual(settled);
    expect(hasEnded()).toBe(true);
  });

  test("that leaves ends its wait", async () => {
    const { answer, leave, reads, hasEnded } = waiting();
    leave();
    expect(await answer).toEqual(pending);
    expect({ reads: reads(), hasEnded: hasEnded() }).toEqual({ reads: 1, hasEnded: false });
  });

  test("does not wait where too many do", async () => {
    expect(await waiting({ isFull: true }).answer).toEqual(pending);
  });
});
