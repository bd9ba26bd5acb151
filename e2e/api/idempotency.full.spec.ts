import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import type { Failure } from "@/lib/api/envelope.schema";
import type { DemoManifest } from "@/lib/demo/identity";
import { withTimeLimit } from "@/lib/platform/time-limit";
import { call } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { exchange } from "../support/raw";
import { manifest, startOwnStack } from "../support/stack";

const demo = manifest();

type Sent = {
  to?: DemoManifest;
  target?: string;
  apiKey?: string;
  key: string;
  /** As text: the key belongs to these bytes. */
  body?: string;
};
type Told = { status: number; text: string; isReplayed: boolean; headers: Headers };

/** A POST with an `Idempotency-Key`, and the answer's own bytes. */
async function post({ to = demo, target = "/v1/checkouts", apiKey, key, body }: Sent): Promise<Told> {
  const { status, headers, text } = await exchange(to.baseUrl, {
    method: "POST",
    target,
    headers: {
      "x-api-key": apiKey ?? to.serverKey,
      "idempotency-key": key,
      ...(body !== undefined && { "content-type": "application/json" }),
      "content-length": String(Buffer.byteLength(body ?? "")),
    },
    ...(body !== undefined && { body }),
  });
  return { status, text, headers, isReplayed: headers.get("idempotent-replayed") === "true" };
}

/** A body that no other test sends: its reference finds the checkout. */
function newOrder(to = demo): { referenceId: string; key: string; body: string } {
  const referenceId = `order-${randomUUID()}`;
  const usdc = { chainId: chainOf(to).chainId, tokenAddress: tokenOf(chainOf(to)) };
  return {
    referenceId,
    key: `key of ${referenceId}`,
    body: JSON.stringify({ amount: "3000000", referenceId, ...usdc }),
  };
}

/** Ids of the checkouts with this reference. */
async function made(referenceId: string, to = demo, serverKey = to.serverKey): Promise<string[]> {
  const query = new URLSearchParams({ referenceId, take: "100" });
  const { body } = await call<{ id: string }[]>(`${to.baseUrl}/v1/checkouts?${query}`, {
    headers: { "x-api-key": serverKey },
  });
  if (!body.ok) throw new Error(JSON.stringify(body));
  return body.data.map(({ id }) => id);
}

const errorOf = ({ text }: Told) => (JSON.parse(text) as Failure).error;
const idOf = ({ text }: Told) => (JSON.parse(text) as { data: { id: string } }).data.id;
const times = <T>(many: number, work: () => Promise<T>) => Promise.all(Array.from({ length: many }, work));

test("killed before the write the key waits for its lease; killed after it, the answer is there", async () => {
  test.setTimeout(300_000);
  const stack = await startOwnStack();
  try {
    const own = stack.manifest;
    const killed = async (killPoint: string) => {
      await stack.server().stop();
      const server = await stack.startServer({ KILL_POINT: killPoint });
      const order = newOrder(own);
      await expect(post({ ...order, to: own })).rejects.toThrow();
      // A signal ended it, not an exit of its own.
      expect(await withTimeLimit(120_000, killPoint, server.ended), killPoint).toBe(null);
      await stack.startServer();
      return order;
    };

    for (;;) {
      const killedAfter = Date.now();
      const unwritten = await killed("idempotency.claimed");
      expect(await made(unwritten.referenceId, own)).toEqual([]);
      const inUse = await post({ ...unwritten, to: own });
      // A start that takes a busy machine longer than the lease has nothing to show.
      if (inUse.status === 201 && Date.now() - killedAfter >= 60_000) continue;
      expect([inUse.status, errorOf(inUse).code]).toEqual([409, "IDEMPOTENCY_KEY_IN_USE"]);
      break;
    }

    const written = await killed("idempotency.written");
    const ids = await made(written.referenceId, own);
    expect(ids).toHaveLength(1);
    const answers = await times(10, () => post({ ...written, to: own }));
    for (const answer of answers) {
      expect([answer.status, answer.isReplayed]).toEqual([201, true]);
      expect(idOf(answer)).toBe(ids[0]);
    }
    expect(new Set(answers.map(({ text }) => text)).size).toBe(1);
    expect(await made(written.referenceId, own)).toEqual(ids);
  } finally {
    await stack.stop();
  }
});
