import type { WorkData } from "@/inngest/work";
import { works } from "@/inngest/works";
import { operations } from "@/lib/api/operation-list";
import type { Operation } from "@/lib/api/operations/operation";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { minuteMs } from "@/lib/platform/values/time.rules";
import type { PaymentRequired } from "@/lib/signed/x402/x402.schema";
import { usdt } from "@/lib/testing/builders";
import {
  fromHeaderText,
  signOffer,
  signPayment,
  signPermit2Offer,
  toHeaderText,
} from "@/lib/testing/signed-payment";
import type { Action } from "@/lib/testing/simulated-chain/contracts";
import {
  call,
  everyAct,
  everyButton,
  idsInPlay,
  inProject,
  inputOf,
  makeValue,
  pathIds,
  press,
} from "./acts";
import { Cut } from "./cuts";
import type { Instance } from "./instance";
import { drawFault } from "./nodes";
import type { Receiver } from "./outside";
import { createRandom, type Random } from "./random";
import { chainIds, chainOf, customer, type Shop, signerKey, tokens, type World } from "./world";

/** One step of a history. All of its choices follow from its own seed, so that it stays the same when others are left out. */
export type Step = { kind: Kind; seed: number };

type Context = { world: World; random: Random; instance: Instance; shop: Shop };
type Act = (context: Context) => Promise<unknown>;

/** The latest checkouts, newest last. */
const recent = (world: World, where = "true") =>
  world.query<{
    id: string;
    project_id: string;
    chain_id: number | null;
    token_address: Hex | null;
    amount_units: bigint | null;
    deposit_address: Hex;
    status: string;
    paid_units: bigint;
    refunded_units: bigint;
    refunding_units: bigint;
    expires_at: Date;
  }>(
    `SELECT * FROM (SELECT * FROM checkouts WHERE ${where} ORDER BY created_at DESC, id DESC LIMIT 12) AS c ORDER BY created_at, id`,
  );

/** Mostly as the shop whose checkout it is; what another shop tries must not succeed. */
async function callFor(
  { world, random, instance }: Context,
  projectId: string,
  operationId: Parameters<typeof call>[2],
  given: { ids: Record<string, string>; input?: unknown },
): Promise<string | undefined> {
  const isOwn = random.chance(0.85);
  const shop = world.shops.find((each) => (each.projectId === projectId) === isOwn);
  const { status, body } = await call(world, instance, operationId, { ...given, key: shop?.key });
  if (!isOwn && status < 300 && !instance.cuts.isDead)
    world.findings.push(`${operationId} answers ${status} to another shop, about ${JSON.stringify(given)}`);
  return isOwn ? body.error?.code : undefined;
}

/** Sends unsigned transfers: they wait for the next block as any other. */
function send(world: World, chainId: number, actions: readonly Action[]): void {
  const chain = chainOf(world, chainId);
  const transaction = chain.transaction(actions);
  chain.mempool.set(transaction.hash, transaction);
}

const customers: Record<string, Act> = {
  create: async ({ world, random, instance, shop }) => {
    const isFixed = random.chance(0.6);
    const input = {
      ...(random.chance(0.5) ? { fiatAmount: "4.50", fiatCurrency: "USD" } : { amount: "4500000" }),
      ...(isFixed && { chainId: random.pick(chainIds), tokenAddress: random.pick(tokens) }),
      // Both shops count their orders from one.
      referenceId: `order ${random.below(20)}`,
      expiryMinutes: random.pick([1, 5, 30]),
    };
    await call(world, instance, "createCheckout", { key: shop.key, input });
  },
  select: async ({ world, random, instance }) => {
    const open = await recent(world, "status = 'PENDING'");
    if (open.length === 0) return;
    const { id } = random.pick(open);
    const input = { chainId: random.pick(chainIds), tokenAddress: random.pick(tokens) };
    await call(world, instance, "selectToken" as never, { ids: { checkoutId: id }, input });
  },
  pay: async ({ world, random }) => {
    const asked = await recent(world, "amount_units IS NOT NULL");
    if (asked.length === 0) return;
    const open = asked.filter(({ status }) => status === "PENDING");
    const { chain_id, token_address, amount_units, deposit_address } = random.pick(
      open.length > 0 && random.chance(0.85) ? open : asked,
    );
    if (chain_id === null || token_address === null || amount_units === null) return;
    const units = amount_units;
    const shares = random.pick([
      [units],
      [units],
      [units],
      [units],
      [units - 1n],
      [units / 2n],
      [units / 2n, units - units / 2n],
      [units + 1_000_000n],
      [units, units],
      [1n],
    ]);
    const isAmiss = random.chance(0.08);
    const token = isAmiss ? random.pick(tokens) : token_address;
    const chainId = isAmiss ? random.pick(chainIds) : chain_id;
    const actions = shares.map(
      (amountUnits): Action => ({
        kind: "transfer",
        token,
        from: customer,
        to: deposit_address,
        amountUnits,
      }),
    );
    if (random.chance(0.5)) for (const action of actions) send(world, chainId, [action]);
    else send(world, chainId, actions);
  },
  /** Pays in the last block before the end, and nobody looks before it is over. */
  deadline: async ({ world, random, instance }) => {
    const open = await recent(world, "status = 'PENDING' AND amount_units IS NOT NULL");
    const [checkout] = open;
    if (checkout === undefined) return;
    const { chain_id, token_address, amount_units, deposit_address, expires_at } = checkout;
    if (chain_id === null || token_address === null || amount_units === null) return;
    const transfer = { token: token_address, from: customer, to: deposit_address, amountUnits: amount_units };
    send(world, chain_id, [{ kind: "transfer", ...transfer }]);
    await world.pass(Math.max(0, expires_at.getTime() - Date.now() + random.pick([-1_000, 0, 1_000])));
    await world.pass(random.pick([2_000, 15_000]));
    await runWork({ world, instance }, "expire-checkouts", chain_id);
  },
  /** Software and gasless customers sign, and the service submits. */
  authorize: async ({ world, random, instance }) => {
    const open = await recent(world, "status = 'PENDING' AND chain_id IS NOT NULL");
    if (open.length === 0) return;
    const ids = { checkoutId: random.pick(open).id };
    const { body } = await call(world, instance, "getPublicCheckout", { ids });
    if (body.data === undefined || body.data.remainingAmount === null) return;
    const kind = body.data.tokenAddress === usdt ? "PERMIT2" : "EIP3009";
    const changes = { kind, ...(random.chance(0.2) && { value: 1n }) } as const;
    const input = await signPayment(body.data as never, signerKey, changes);
    await call(world, instance, "authorizePayment", { ids, input });
  },
  /** The same by x402. */
  software: async ({ world, random, instance }) => {
    const open = await recent(world, "status = 'PENDING'");
    if (open.length === 0) return;
    const ids = { checkoutId: random.pick(open).id };
    const { headers } = await call(world, instance, "getPaymentOffer", { ids });
    const required = headers?.get("payment-required") ?? null;
    if (required === null) return;
    const entry = random.pick(fromHeaderText<PaymentRequired>(required).accepts);
    const sign = "assetTransferMethod" in entry.extra ? signPermit2Offer : signOffer;
    const signed = await sign(
      entry,
      signerKey,
      Math.floor(Date.now() / 1_000),
      random.chance(0.1) ? { value: 1n } : {},
    );
    await call(world, instance, "payCheckout", {
      ids,
      headers: { "payment-signature": toHeaderText(signed) },
    });
  },
  verify: async ({ world, random, instance }) => {
    const [checkout] = await recent(world, "chain_id IS NOT NULL");
    if (checkout === undefined) return;
    const chain = chainOf(world, checkout.chain_id ?? chainIds[0]);
    const hashes = chain.blocks
      .slice(-6)
      .flatMap(({ transactions }) => transactions.map(({ transaction }) => transaction.hash));
    if (hashes.length === 0) return;
    const input = { txHash: random.pick(hashes), chainId: chain.chainId };
    await call(world, instance, "verifyPayment" as never, { ids: { checkoutId: checkout.id }, input });
  },
};

const merchants: Record<string, Act> = {
  cancel: async (context) => {
    const open = await recent(context.world, "status = 'PENDING'");
    if (open.length === 0) return;
    const { id, project_id } = context.random.pick(open);
    await callFor(context, project_id, "cancelCheckout", { ids: { checkoutId: id } });
  },
  refund: async (context) => {
    const { world, random } = context;
    const paid = await recent(world, "paid_units > refunded_units");
    if (paid.length === 0) return;
    const { id, project_id, status, paid_units, refunded_units, refunding_units } = random.pick(paid);
    const left = paid_units - refunded_units - refunding_units;
    const amount = random.pick([left, left, left / 2n, left + 1n, paid_units]);
    const input = { ...(amount > 0n && { amount: String(amount) }), destinationAddress: customer };
    const refusal = await callFor(context, project_id, "createRefund", { ids: { checkoutId: id }, input });
    const isPossible = !["PENDING", "DETECTED"].includes(status) && amount > 0n && amount <= left;
    if (isPossible && /NOT_REFUNDABLE|EXCEEDS_AVAILABLE/.test(refusal ?? "") && !world.interleaving.isOn())
      world.findings.push(`${id} is ${status} with ${left} left, and ${amount} are refused: ${refusal}`);
  },
  accept: async (context) => {
    const late = await recent(
      context.world,
      "status IN ('LATE_PAID', 'PENDING', 'EXPIRED', 'CANCELLED') AND total_paid_units > 0",
    );
    if (late.length === 0) return;
    const { id, project_id } = context.random.pick(late);
    await callFor(context, project_id, "acceptPayment", { ids: { checkoutId: id }, input: {} });
  },
  /** Pays a refund that only the merchant's wallet can send, now and then wrongly. */
  "sign refund": async ({ world, random }) => {
    const waiting = await world.query<{
      chain_id: number;
      token_address: Hex;
      amount_units: bigint;
      destination_address: Hex;
      from: Hex;
    }>(
      `SELECT r.chain_id, r.token_address, r.amount_units, destination_address, merchant_address AS from FROM refunds r
       JOIN checkouts c ON c.id = checkout_id WHERE r.status = 'AWAITING_SIGNATURE' AND destination_address IS NOT NULL ORDER BY r.id`,
    );
    if (waiting.length === 0) return;
    const { chain_id, token_address, amount_units, destination_address, from } = random.pick(waiting);
    const amountUnits = amount_units - (random.chance(0.1) ? 1n : 0n);
    send(world, chain_id, [
      { kind: "transfer", token: token_address, from, to: destination_address, amountUnits },
    ]);
  },
  endpoint: async ({ world, random, instance, shop }) => {
    const url = `https://hooks${random.below(3)}.example/${shop.projectId}`;
    const input = {
      url,
      kinds: [
        "checkout.created",
        "checkout.paid",
        "checkout.settled",
        "checkout.refunded",
        "refund.completed",
        "checkout.expired",
      ],
    };
    await call(world, instance, "createWebhookEndpoint" as never, { key: shop.key, input });
  },
};

/** What a shop does must not touch another's rows, and what is another's must not be found. */
async function judged(
  { world, random, instance, shop }: Context,
  what: string,
  isForeign: (ownerOf: ReadonlyMap<string, string>, other: string) => boolean,
  act: (ids: Record<string, string[]>) => Promise<{ status: number }>,
): Promise<void> {
  const { ids, ownerOf } = await idsInPlay(world);
  if (random.chance(0.8))
    for (const [name, all] of Object.entries(ids))
      ids[name] = all.filter((id) => ownerOf.get(id) === shop.projectId);
  const { projectId: other } = world.shops.find(({ projectId }) => projectId !== shop.projectId) ?? shop;
  const before = await rowsOf(world, other);
  const { status } = await act(ids);
  if (instance.cuts.isDead) return;
  if (status === 500) world.findings.push(`${what} answers 500: ${world.lastError?.stack}`);
  if (status < 300 && isForeign(ownerOf, other))
    world.findings.push(`${what} answers ${status}, and is another shop's`);
  if (before !== (await rowsOf(world, other)))
    world.findings.push(`${what} of ${shop.projectId} changed rows of ${other}`);
}

/** Whatever a door allows, with the key of a shop, whose the ids may be or not, or with none. */
const anyAct: Act = async (context) => {
  const { world, random, instance, shop } = context;
  const id = random.pick(everyAct);
  const operation: Operation = operations[id];
  const schema = operation.method === "GET" ? operation.query : operation.body;
  const key = random.chance(0.2) ? "" : operation.keyKind === "server" ? shop.key : shop.apiKey;
  let path: Record<string, string> = {};
  await judged(
    context,
    id,
    // Anyone may act for a customer; with a key, only in its own project.
    (ownerOf, other) =>
      operation.keyKind !== "none" &&
      (key === "" || Object.values(path).some((given) => ownerOf.get(given) === other)),
    (ids) => {
      path = pathIds(operation, ids, random);
      const input = schema === null ? undefined : makeValue(schema, "", random, ids);
      return call(world, instance, id, {
        key,
        ids: path,
        input: operation.method === "GET" ? textsOf(input) : input,
      });
    },
  );
};

/** Those that move money, wallets or keys come more often. */
const favourites = [
  ...[
    "sweepNow",
    "requestRefund",
    "approveRefund",
    "cancelRefund",
    "acceptPayment",
    "returnStray",
    "countStray",
    "sweepStray",
  ],
  ...[
    "requestWalletChange",
    "cancelWalletChange",
    "rotateServerKey",
    "revokeServerKey",
    "rotateEndpointSecret",
  ],
  ...[
    "replayDelivery",
    "replayFailed",
    "updateEndpoint",
    "disableEndpoint",
    "enableEndpoint",
    "changeGuardedSettings",
  ],
];

/** Whatever a shop's owner may do in the dashboard, in their own project or in another's. */
const anyButton: Act = async (context) => {
  const { world, random, instance, shop } = context;
  const name = random.pick(random.chance(0.6) ? favourites : everyButton);
  const asked = random.chance(0.9) ? shop : { ...random.pick(world.shops), owner: shop.owner };
  await judged(
    context,
    name,
    () => inProject.has(name) && asked.projectId !== shop.projectId,
    async (ids) => {
      const answer = await press(world, instance, asked, name, makeValue(inputOf(name), "", random, ids));
      // The shop's software gets a key at once.
      if (answer.status === 200 && /(?:rotate|revoke)ServerKey/.test(name)) {
        const made = await press(world, instance, shop, "createServerKey", { expiresInDays: null });
        shop.key = String(made.body.data?.key ?? shop.key);
      }
      return answer;
    },
  );
};

const textsOf = (input: unknown) =>
  Object.fromEntries(Object.entries(input ?? {}).map(([name, value]) => [name, String(value)]));

/** All that a project has, as one text. */
async function rowsOf(world: World, projectId: string): Promise<string> {
  const [row] = await world.query<{ text: string }>(
    `SELECT concat(
      (SELECT md5(string_agg(c::text, ',' ORDER BY id)) FROM checkouts c WHERE project_id = $1),
      (SELECT md5(string_agg(r::text, ',' ORDER BY id)) FROM refunds r WHERE project_id = $1),
      (SELECT md5(string_agg(s::text, ',' ORDER BY id)) FROM settlements s WHERE project_id = $1),
      (SELECT md5(string_agg(w::text, ',' ORDER BY id)) FROM webhook_endpoints w WHERE project_id = $1),
      (SELECT md5(string_agg(l::text, ',' ORDER BY id)) FROM payment_links l WHERE project_id = $1),
      (SELECT md5(string_agg(p::text, ',' ORDER BY id)) FROM projects p WHERE id = $1)) AS text`,
    [projectId],
  );
  return row?.text ?? "";
}

const perChain = new Set(["watch-chain", "settle-checkouts", "send-refunds", "relay-payments"]);

/** Of one instance, in the order in which they follow one another. */
async function runWork(
  { world, instance }: Pick<Context, "world" | "instance">,
  id: string,
  chainId: number,
  isLate = false,
) {
  const work = works.find((each) => each.id === id);
  if (work === undefined) throw new Error(`there is no work ${id}`);
  const data: WorkData = perChain.has(id) ? { chainId } : {};
  world.count(`work: ${id}`);
  const { passed } = instance.cuts;
  await instance.work(work, data, isLate);
  if (!instance.cuts.isDead) world.lengths.set(id, Math.max(4, instance.cuts.passed - passed));
}

export async function round(
  context: Pick<Context, "world" | "instance">,
  ids: readonly string[],
  isLate = false,
) {
  for (const id of ids)
    for (const chainId of perChain.has(id) ? chainIds : [0]) await runWork(context, id, chainId, isLate);
}

const often = ["watch-chain", "expire-checkouts", "settle-checkouts", "send-refunds", "deliver-webhooks"];
export const everyWork = [
  ...often,
  "relay-payments",
  "upkeep",
  "sweep-balances",
  "send-mail",
  "write-digests",
];

const service: Record<string, Act> = {
  watch: (context) => round(context, ["watch-chain"]),
  round: (context) => round(context, often),
  upkeep: (context) => round(context, ["upkeep", "deliver-webhooks", "send-mail"]),
  hourly: (context) => round(context, everyWork),
  work: ({ world, random, instance }) =>
    runWork({ world, instance }, random.pick(everyWork), random.pick(chainIds)),
  /** Both instances at once, on the same or on different work. */
  together: async (context) => {
    const { world, random } = context;
    const works = random.chance(0.7) ? [...often, "relay-payments"] : everyWork;
    const ids = [random.pick(works), random.pick(works)];
    if (random.chance(0.6)) ids[1] = ids[0] ?? "upkeep";
    if (ids.includes("send-refunds")) await merchants.refund?.(context);
    world.count(`two instances at once: ${[...new Set(ids)].join(", ")}`);
    const isLate = random.chance(0.5);
    return world.interleaving.run(
      random,
      world.instances.map(
        (instance, index) => () =>
          round({ world, instance }, [ids[index] ?? "upkeep"], isLate && index === 1),
      ),
    );
  },
  /** An act comes while the other instance moves the money that it is about. */
  race: ({ world, random, shop }) => {
    const [acting, working] = world.instances;
    const act = random.pick([
      merchants.refund,
      merchants.refund,
      merchants.cancel,
      merchants.accept,
      customers.select,
    ] as Act[]);
    const id = random.pick([
      "settle-checkouts",
      "settle-checkouts",
      "watch-chain",
      "expire-checkouts",
      "send-refunds",
    ]);
    world.count(`an act while ${id}`);
    return world.interleaving.run(random, [
      () => act({ world, random, instance: acting, shop }),
      () => round({ world, instance: working }, [id]),
    ]);
  },
  /** The same while the instance dies at a point of it. */
  cut: async ({ world, random, instance }) => {
    const id = random.pick([...often, ...often, ...everyWork]);
    instance.cuts.after = random.below(world.lengths.get(id) ?? 12);
    world.count(`cut armed: ${id}`);
    await round({ world, instance }, [id]);
  },
  "cut act": async (context) => {
    context.instance.cuts.after = context.random.below(12);
    await context.random.pick([
      merchants.refund,
      customers.create,
      merchants.accept,
      anyAct,
      anyButton,
    ] as Act[])(context);
  },
};

const minutes = (random: Random, most: number) => Math.floor(random.next() * most * minuteMs);

const troubles: Record<string, Act> = {
  node: async ({ world, random }) => {
    const nodes = world.nodes.get(random.pick(chainIds)) ?? [];
    // The first is the one in use while it works.
    const node = random.chance(0.6) ? nodes[0] : random.pick(nodes);
    if (node === undefined) return;
    const fault = drawFault(random, node === nodes[0]);
    world.count(`fault: ${JSON.stringify(fault).replace(/\d+/g, "n")}`);
    node.faults.set(fault);
  },
  /** The node in use tells of a payment that nobody made, until it would count. */
  lie: async ({ world, random, instance }) => {
    const chainId = random.pick(chainIds);
    const [node] = world.nodes.get(chainId) ?? [];
    if (node === undefined) return;
    world.count("fault: a lasting lie");
    node.faults.set({ kind: "invented-payment" });
    for (let pass = 0; pass < 4; pass++) {
      await runWork({ world, instance }, "watch-chain", chainId);
      await world.pass(20_000);
    }
    node.faults.clear();
  },
  /** No node remembers what was sent and waits for a block. */
  lose: async ({ world, random, instance }) => {
    await round({ world, instance }, [random.pick(["settle-checkouts", "send-refunds", "relay-payments"])]);
    for (const { mempool } of world.chains.values()) {
      if (mempool.size > 0) world.count("fault: lost what waits for a block");
      mempool.clear();
    }
  },
  heal: async ({ world }) => {
    for (const nodes of world.nodes.values()) for (const { faults } of nodes) faults.clear();
    for (const url of world.outside.receivers.keys()) world.outside.receivers.set(url, "well");
    world.outside.prices = [1, 1, 1];
    world.outside.mailFails = false;
  },
  reorg: async ({ world, random }) => {
    const chain = chainOf(world, random.pick(chainIds));
    const { number } = chain.blocks.findLast(({ transactions }) => transactions.length > 0) ?? chain.head;
    const toPayment = chain.head.number - number + 1;
    // Finality lags six blocks.
    const wanted = random.chance(0.6) && toPayment < 10 ? toPayment : random.pick([1, 1, 2, 3, 5, 9]);
    const depth = Math.min(chain.head.number - 13, wanted);
    if (depth < 1) return;
    world.count(`fault: reorganisation ${depth > 6 ? "above" : "below"} finality`);
    const timestamp = Math.floor(Date.now() / 1_000);
    const gone = chain.reorg(depth, []);
    for (const { transactions } of gone)
      for (const { transaction } of transactions)
        if (transaction.signed !== undefined || random.chance(0.6))
          chain.mempool.set(transaction.hash, transaction);
    for (let block = 0; block <= depth; block++) {
      if (random.chance(0.5)) world.mine(chain.chainId, 0.3);
      else chain.mine({ timestamp });
    }
  },
  /** A payment was seen, and is gone with its block or comes in another one. */
  undo: async (context) => {
    await customers.pay?.(context);
    await context.world.pass(15_000);
    await round(context, ["watch-chain"]);
    await troubles.reorg?.(context);
    await context.world.pass(15_000);
    await round(context, ["watch-chain"]);
  },
  fees: async ({ world, random }) => {
    world.count("fault: gas price");
    chainOf(world, random.pick(chainIds)).baseFeeWei = random.pick([1n, 1n, 3n, 20n]) * 10n ** 9n;
  },
  receiver: async ({ world, random }) => {
    const how = random.pick<Receiver>([
      "well",
      "fails",
      "hangs",
      "loses the answer",
      "sometimes",
      "sometimes",
    ]);
    world.count(`fault: receiver ${how}`);
    for (const shop of world.shops)
      world.outside.receivers.set(`https://hooks${random.below(3)}.example/${shop.projectId}`, how);
  },
  rates: async ({ world, random }) => {
    world.count("fault: rates");
    world.outside.prices = [0, 1, 2].map(() => random.pick([1, 1, 1.01, 0.97, 5, null]));
  },
  mail: async ({ world, random }) => {
    world.outside.mailFails = random.chance(0.5);
  },
  /** A long time in which the service is off. */
  outage: ({ world, random }) => world.pass(minutes(random, 6 * 60)),
  pass: async ({ world, random }) => {
    await world.pass(
      random.pick([
        2_000,
        5_000,
        15_000,
        20_000,
        minutes(random, 3),
        minutes(random, 3),
        minutes(random, 20),
      ]),
    );
  },
};

const acts = { ...customers, ...merchants, anyAct, anyButton, ...service, ...troubles } as const;
export type Kind = string;

/** How often each kind comes. */
const weights: Record<string, number> = {
  create: 10,
  select: 4,
  pay: 12,
  deadline: 2,
  authorize: 4,
  software: 2,
  verify: 2,
  cancel: 2,
  refund: 5,
  accept: 2,
  "sign refund": 3,
  endpoint: 1,
  anyAct: 6,
  anyButton: 8,
  watch: 8,
  round: 14,
  upkeep: 3,
  hourly: 1,
  work: 4,
  together: 5,
  race: 5,
  cut: 8,
  "cut act": 2,
  node: 6,
  heal: 2,
  lie: 1,
  lose: 2,
  reorg: 4,
  undo: 4,
  fees: 1,
  receiver: 4,
  rates: 1,
  mail: 1,
  outage: 3,
  pass: 22,
};
const drawn = Object.entries(weights).flatMap(([kind, weight]) => Array.from({ length: weight }, () => kind));

export const drawStep = (random: Random): Step => ({ kind: random.pick(drawn), seed: random.below(2 ** 31) });

/** @returns what the step found, beside `world.findings` */
export async function runStep(world: World, { kind, seed }: Step): Promise<void> {
  const random = createRandom(seed);
  world.random = createRandom(seed + 1);
  const act = (acts as Record<string, Act>)[kind];
  if (act === undefined) throw new Error(`there is no step ${kind}`);
  const instance = random.pick(world.instances);
  try {
    await act({ world, random, instance, shop: random.pick(world.shops) });
  } catch (error) {
    if (!(error instanceof Cut) && !world.instances.some(({ cuts }) => cuts.isDead))
      world.count(`thrown: ${(error as Error).message.slice(0, 80)}`);
  }
  for (const [index, { cuts }] of world.instances.entries()) {
    if (cuts.isDead) world.count("instance cut");
    if (cuts.isDead || cuts.after !== null) await world.restart(index);
  }
}
