import { expect, test } from "vitest";
import { operations } from "@/lib/api/operation-list";
import { createCheckout } from "@/lib/checkouts/create-checkout";
import { toResource } from "@/lib/checkouts/views/checkout.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { testNetwork, testWorld } from "@/lib/testing/world";
import { withIdempotency } from "./idempotency";
import type { JsonAnswer } from "./respond";

const network = await testNetwork();
const began = Date.now();
const world = testWorld([network], {
  // It stands still until it is moved: how long a machine takes is no part of it.
  deps: { clock: { now: () => new Date(began + world.clockAheadMs) } },
  tidy: "counts every row that a hundred calls wrote",
});

type Outcome = JsonAnswer & { replayed: boolean };

/**
 * A create as the route does it, on the real service and database. `beforeWrite` and `afterWrite` are moments at
 * which something may happen to the process.
 */
async function create(
  key: string,
  { beforeWrite = async () => undefined, afterWrite = async () => undefined }: Moments = {},
): Promise<Outcome> {
  const { deps, project, stores } = world;
  const text = JSON.stringify({ amount: "4500000", chainId: 31337, tokenAddress: network.usdc });
  const headers = new Headers();
  const answer = await withIdempotency(
    {
      operation: operations.createCheckout,
      text,
      project,
      call: {
        deps: {
          clock: deps.clock,
          log: deps.log,
          idempotency: stores.idempotency,
        },
        request: new Request("http://127.0.0.1/v1/checkouts", {
          method: "POST",
          headers: { "idempotency-key": key },
        }),
        params: {},
        requestId: crypto.randomUUID(),
        headers,
      },
    },
    async (keep) => {
      await beforeWrite();
      const show = (checkout: Parameters<typeof toResource>[0]) =>
        toResource(checkout, {
          merchantName: project.name,
          logoDigest: null,
          chains: deps.chains,
          checkoutPageUrl: "https://pay.example",
          isPayableByX402: () => true,
        });
      const body = { amount: 4_500_000n, chainId: 31337, tokenAddress: network.usdc };
      const checkout = await createCheckout(deps, project, "server_key", body, keep(show));
      await afterWrite();
      return { status: 201, body: JSON.stringify({ ok: true, data: show(checkout) }) };
    },
  );
  return { ...answer, replayed: headers.get("idempotent-replayed") === "true" };
}

type Moments = { beforeWrite?: () => Promise<void>; afterWrite?: () => Promise<void> };

/** An outcome, or the code of the refusal. */
const told = (creating: Promise<Outcome>) =>
  creating.catch((error: unknown) => {
    if (error instanceof CheckoutError) return error.code;
    throw error;
  });

const count = async (table: "checkouts" | "outbox_events" | "quotes") => {
  const [row] = await world.query<{ many: bigint }>(`SELECT count(*) AS many FROM ${table}`);
  return Number(row?.many);
};

/** A process that ends here: nothing of its request goes on. */
const never = () => new Promise<never>(() => undefined);

test("a hundred concurrent creates with one key make one checkout, one quote and one event", async () => {
  const outcomes = await Promise.all(Array.from({ length: 100 }, () => told(create("order-1"))));
  const answers = outcomes.filter((outcome) => typeof outcome !== "string");
  expect(answers.filter(({ replayed }) => !replayed)).toHaveLength(1);
  expect(new Set(answers.map(({ body }) => body)).size).toBe(1);
  expect(new Set(outcomes.filter((outcome) => typeof outcome === "string"))).toEqual(
    new Set(["IDEMPOTENCY_KEY_IN_USE"]),
  );
  expect([await count("checkouts"), await count("quotes"), await count("outbox_events")]).toEqual([1, 1, 1]);

  const again = await Promise.all(Array.from({ length: 100 }, () => create("order-1")));
  expect(new Set(again.map(({ body }) => body))).toEqual(new Set(answers.map(({ body }) => body)));
  expect(again.every(({ replayed, status }) => replayed && status === 201)).toBe(true);
  expect(await count("checkouts")).toBe(1);
});

test("a crash before the write holds the key for 60 s, and then the request is done", async () => {
  await new Promise<void>((reached) => {
    void create("order-1", {
      beforeWrite: async () => {
        reached();
        await never();
      },
    });
  });
  expect(await told(create("order-1"))).toBe("IDEMPOTENCY_KEY_IN_USE");
  world.clockAheadMs += 59_999;
  expect(await told(create("order-1"))).toBe("IDEMPOTENCY_KEY_IN_USE");
  world.clockAheadMs += 1;
  expect(await create("order-1")).toMatchObject({ status: 201, replayed: false });
  expect(await count("checkouts")).toBe(1);
});

test("a crash between the write and the answer costs nothing: the next one is answered", async () => {
  await new Promise<void>((reached) => {
    void create("order-1", {
      afterWrite: async () => {
        reached();
        await never();
      },
    });
  });
  const [row] = await world.query<{ id: string }>("SELECT id FROM checkouts WHERE own(id)");
  const again = await create("order-1");
  expect(again).toMatchObject({ status: 201, replayed: true });
  expect(JSON.parse(again.body).data.id).toBe(row?.id);
  expect(await count("checkouts")).toBe(1);
});

test("writes nothing after another request took over its key", async () => {
  let second: Outcome | null = null;
  const first = create("order-1", {
    beforeWrite: async () => {
      world.clockAheadMs += 60_000;
      second = await create("order-1");
    },
  });
  expect(await told(first)).toBe("IDEMPOTENCY_KEY_IN_USE");
  expect(second).toMatchObject({ status: 201, replayed: false });
  expect([await count("checkouts"), await count("quotes"), await count("outbox_events")]).toEqual([1, 1, 1]);
});
