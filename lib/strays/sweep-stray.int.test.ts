import { beforeEach, describe, expect, it } from "vitest";
import { withIdempotency } from "@/lib/api/http/idempotency";
import { operations } from "@/lib/api/operation-list";
import { refundCalls } from "@/lib/chain/sender/contract-calls.chain";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { type DecidedStray, decideStray } from "./decide-strays";
import type { StraySweeps } from "./stray.store";

const network = await testNetwork();
const world = testWorld([network], { project: { settlementPolicy: "MANUAL" }, booksAgree: true });
const { chainId } = network.definition;
let straySweeps: StraySweeps;

beforeEach(() => {
  straySweeps = world.stores.straySweeps;
});

const create = () => world.create({ amount: 4_500_000n, chainId, tokenAddress: network.usdc });
async function bring({ depositAddress }: Checkout): Promise<void> {
  await network.pay(depositAddress, 7n, { token: network.usdt });
  await world.scan();
}
async function becomeFinal(): Promise<void> {
  for (let round = 0; round < 2; round++) await world.mineAndWatch(2);
}

/** The answer of `POST /v1/strays/decide` with this key: status, and code or decision. */
async function sweep({ id: checkoutId }: Checkout, key: string): Promise<string> {
  const { deps, project, stores } = world;
  const stray = { checkoutId, chainId, tokenAddress: network.usdt };
  const headers = new Headers();
  const request = {
    operation: operations.decideStray,
    text: JSON.stringify(stray),
    project,
    call: {
      deps: { ...deps, idempotency: stores.idempotency },
      request: new Request("http://127.0.0.1/v1/strays/decide", {
        method: "POST",
        headers: { "idempotency-key": key },
      }),
      params: {},
      requestId: crypto.randomUUID(),
      headers,
    },
  };
  try {
    const answer = await withIdempotency(request, async (keep) => {
      const parts = { ...deps, refunds: stores.refunds, straySweeps, refundCalls };
      const by = { projectId: project.id, userId: null, keyId: "key_1", approves: false };
      const data = ({ decision, refund }: DecidedStray) => ({ decision, refund });
      const decided = await decideStray(parts, by, { ...stray, decision: "sweep" }, keep(data));
      return { status: 200, body: JSON.stringify({ ok: true, data: data(decided) }) };
    });
    return `${answer.status} ${answer.body}`;
  } catch (error) {
    if (!(error instanceof CheckoutError)) throw error;
    return `${error.status} ${JSON.stringify({ ok: false, code: error.code, message: error.message })}`;
  }
}

/** What was written about the sweep. */
async function written(checkout: Checkout) {
  const [row] = await world.query(
    `SELECT (SELECT count(*)::int FROM stray_decisions WHERE checkout_id = $1) AS decisions,
      (SELECT count(*)::int FROM settlement_items WHERE checkout_id = $1) AS items,
      (SELECT count(*)::int FROM audit_log WHERE target = $1 AND action = 'stray.swept') AS acts`,
    [checkout.id],
  );
  return row;
}
const nothing = { decisions: 0, items: 0, acts: 0 };
const everything = { decisions: 1, items: 1, acts: 1 };

describe("sweeping a stray payment of a checkout that can still be paid", () => {
  it("writes the decision, the settlement and the answer together, once per key", async () => {
    const checkout = await create();
    await bring(checkout);
    await becomeFinal();
    const first = await sweep(checkout, "order-1");
    expect(first).toBe('200 {"ok":true,"data":{"decision":"sweep","refund":null}}');
    expect(await sweep(checkout, "order-1")).toBe(first);
    expect(await written(checkout)).toEqual(everything);
    expect(await sweep(checkout, "order-2")).toContain("409");
    expect(await written(checkout)).toEqual(everything);
  });

  it("decides nothing when the settlement is refused, and repeats the refusal for its key", async () => {
    const checkout = await create();
    await bring(checkout);
    const first = await sweep(checkout, "order-1");
    expect(first).toMatch(/^409 .*CONFLICT.*The payment isn't final yet/);
    expect(await written(checkout)).toEqual(nothing);
    await becomeFinal();
    const repeated = await sweep(checkout, "order-1");
    expect(JSON.parse(repeated.slice(4))).toMatchObject({ ok: false, error: { code: "CONFLICT" } });
    expect(repeated).toMatch(/^409/);
    expect(await written(checkout)).toEqual(nothing);
    expect(await sweep(checkout, "order-2")).toMatch(/^200/);
    expect(await written(checkout)).toEqual(everything);
  });

  it.each(["decideStrays", "open", "complete"] as const)(
    "leaves nothing when it stops after %s, and a repetition does everything",
    async (step) => {
      const checkout = await create();
      await bring(checkout);
      await becomeFinal();
      straySweeps = stoppingAfter(step);
      await expect(sweep(checkout, "order-1")).rejects.toThrow("stopped");
      expect(await written(checkout)).toEqual(nothing);
      straySweeps = world.stores.straySweeps;
      expect(await sweep(checkout, "order-1")).toMatch(/^200/);
      expect(await sweep(checkout, "order-1")).toMatch(/^200/);
      expect(await written(checkout)).toEqual(everything);
    },
  );

  it("decides nothing when the deposit changes between the nodes' answer and the transaction", async () => {
    const checkout = await create();
    await bring(checkout);
    await becomeFinal();
    straySweeps = freezingBefore(checkout);
    expect(await sweep(checkout, "order-1")).toMatch(/^409 .*CONFLICT/);
    expect(await written(checkout)).toEqual(nothing);
  });
});

/** Its transaction fails right after this step, as when the process or its connection ends. */
function stoppingAfter(step: "decideStrays" | "open" | "complete"): StraySweeps {
  const { transaction } = world.stores.straySweeps;
  return {
    transaction: (work) =>
      transaction((tx) => {
        const original: (...input: never[]) => Promise<unknown> = tx[step];
        const stopping = async (...input: never[]) => {
          await original(...input);
          throw new Error("stopped");
        };
        return work({ ...tx, [step]: stopping });
      }),
  };
}

/** Another transaction freezes the checkout just before the second one: the first only checks. */
function freezingBefore({ id }: Checkout): StraySweeps {
  const { transaction } = world.stores.straySweeps;
  let count = 0;
  return {
    transaction: async (work) => {
      count += 1;
      if (count === 2) await world.query("UPDATE checkouts SET settlement_frozen = true WHERE id = $1", [id]);
      return transaction(work);
    },
  };
}
