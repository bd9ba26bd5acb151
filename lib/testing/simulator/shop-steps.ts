import type { Hex } from "@/lib/platform/values/hex.rules";
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
import { call } from "./acts";
import { type Act, callFor, recent, send } from "./context";
import { runWork } from "./work-steps";
import { chainIds, chainOf, customer, signerKey, tokens } from "./world";

/** What customers and their software do. */
export const customers: Record<string, Act> = {
  create: async ({ world, random, instance, shop }) => {
    const isFixed = random.chance(0.6);
    const input = {
      ...(random.chance(0.5) ? { fiatAmount: "4.50", fiatCurrency: "USD" } : { amount: "4500000" }),
      ...(isFixed && { chainId: random.pick(chainIds), tokenAddress: random.pick(tokens) }),
      // All shops count their orders from one.
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

/** What shops do with their payments. */
export const merchants: Record<string, Act> = {
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
