import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { numberToHex, pad } from "viem";
import { createCheckout, getCheckout, getPublic, untilStatus } from "../support/api";
import { chainOf, type ForgedLog, pay, tokenOf, untilMined, writeLogs } from "../support/chain";
import { expectFailure, postPublic } from "../support/contract";
import { exchange } from "../support/raw";
import { manifest, withDatabase } from "../support/stack";

const demo = manifest();
const local = chainOf(demo);
const fixed = { amount: "1000000", chainId: local.chainId, tokenAddress: tokenOf(local) };
const transferTopic = "0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef";

test.describe("a contract that only claims a transfer", () => {
  const forged: Record<string, (to: `0x${string}`) => ForgedLog[]> = {
    "of the amount": (to) => [log([to], numberToHex(1_000_000n, { size: 32 }))],
    "of all there could be": (to) => [log([to], `0x${"f".repeat(64)}`)],
    "without an amount": (to) => [log([to], "0x")],
    "of half an amount": (to) => [log([to], "0x0f42")],
    "of an NFT": (to) => [log([to, numberToHex(1n, { size: 32 })], "0x")],
    "of nobody": () => [{ topics: [transferTopic], data: numberToHex(1_000_000n, { size: 32 }) }],
    "to an address with more before it": (to) => [log([dirty(to)], numberToHex(1_000_000n, { size: 32 }))],
  };
  const readable = ["of the amount", "of all there could be"];
  test("a payer without a payment gets nothing and delays nobody", async () => {
    await Promise.all(
      Object.entries(forged).map(async ([what, logs]) => {
        const { id, depositAddress } = await createCheckout(demo, fixed);
        const hash = await writeLogs(demo, logs(String(depositAddress) as `0x${string}`));
        expect(await untilMined(demo, hash), what).toBe(true);
        const answer = await postPublic(demo, id, "verify", { txHash: hash, chainId: local.chainId });
        const { message } = expectFailure(answer, "NO_MATCHING_TRANSFER");
        // A log that can be read is recorded as another token's; the others are no transfer at all.
        expect(message, what).toContain(readable.includes(what) ? "unknown token" : "doesn't pay");
        expect(await getPublic(demo, id)).toMatchObject({ status: "PENDING", totalPaid: "0", isPaid: false });
        // Who pays honestly afterwards is served.
        await pay(demo, String(depositAddress), 1_000_000n);
        expect((await untilStatus(demo, id, "SETTLED")).totalPaid, what).toBe("1000000");
      }),
    );
  });
});

test.describe("the demo wallet's way to the chain", () => {
  const rpc = async (body: unknown, chainId: number | string = local.chainId, init: RequestInit = {}) => {
    const headers = { "content-type": "application/json" };
    const json = JSON.stringify(body);
    const answer = await fetch(`${demo.baseUrl}/api/demo/rpc/${chainId}`, {
      method: "POST",
      headers,
      body: json,
      ...init,
    });
    return {
      status: answer.status,
      json: (await answer.json().catch(() => null)) as Record<string, unknown> | null,
    };
  };
  // What else it refuses is tested in lib/demo/wallet-rpc.test.ts.
  test("refuses the node's own methods, and wallets that are not the customer's", async () => {
    for (const [method, params, code] of [
      ["anvil_setBalance", [], -32601],
      ["evm_mine", [], -32601],
      ["eth_sendRawTransaction", [], -32601],
      ["__proto__", [], -32601],
      ["personal_sign", ["0x00", demo.merchantAddress], 4100],
      ["eth_signTypedData_v4", [demo.merchantAddress, "{}"], 4100],
      ["eth_sendTransaction", [{ from: demo.merchantAddress, to: demo.payer.address, value: "0x1" }], 4100],
      ["eth_sendTransaction", [{ to: demo.payer.address }, { from: demo.payer.address }], 4100],
    ] as const) {
      const { json } = await rpc({ jsonrpc: "2.0", id: 1, method, params });
      expect(json, method).toMatchObject({ error: { code } });
    }
  });

  test("refuses concurrent requests and invalid ones", async () => {
    const one = { jsonrpc: "2.0", id: 1, method: "evm_mine", params: [] };
    for (const body of [[one], [], null, 5, "x", {}, { ...one, params: { 0: {} } }, { ...one, id: {} }])
      expect((await rpc(body)).json).toMatchObject({ error: { code: -32600 } });
  });

  test("there is one only for the local chains", async () => {
    for (const chainId of [1, 8453, "31337%20", "0x7a69", "31337.0"])
      expect((await rpc({}, chainId)).status).toBe(404);
  });

  test("a page of another site cannot post here without asking first", async () => {
    for (const type of ["text/plain", "application/x-www-form-urlencoded", "multipart/form-data"]) {
      const { status } = await rpc({}, local.chainId, { headers: { "content-type": type } });
      expect(status).toBe(415);
    }
  });
});

test.describe("the demo shop", () => {
  type Order = { id: string; checkoutId: string };

  /** Buys, and finds the order's id, which a thief knows of his own order. */
  async function order(): Promise<Order> {
    const bought = await exchange(demo.baseUrl, {
      method: "POST",
      target: "/api/shop/orders",
      headers: { "content-length": "0" },
    });
    const checkoutId = bought.headers.get("location")?.split("/").at(-1) ?? "";
    const { referenceId } = await getCheckout(demo, checkoutId);
    return { id: String(referenceId), checkoutId };
  }

  const statusOf = async ({ id }: Order) =>
    (await (await fetch(`${demo.baseUrl}/api/shop/orders/${id}`)).json()).status as string;

  const event = ({ id, checkoutId }: Order, data: object = {}) => ({
    id: `evt_${id.slice(-26)}`,
    event: "checkout.paid",
    sequence: 3,
    timestamp: new Date().toISOString(),
    data: {
      checkoutId,
      createdVia: "server_key",
      referenceId: id,
      fiatAmount: "4.50",
      fiatCurrency: "USD",
      paidAmount: "4500000",
      paymentTxHash: null,
      ...data,
    },
  });

  async function deliver(
    body: string,
    secret: string | null,
    at = Math.floor(Date.now() / 1_000),
    signed = body,
  ) {
    const mac = createHmac("sha256", secret ?? "")
      .update(`${at}.${signed}`)
      .digest("hex");
    const headers = {
      "content-type": "application/json",
      ...(secret === null ? {} : { "x-svc-signature": `t=${at},v1=${mac}` }),
    };
    return (await fetch(`${demo.baseUrl}/api/shop/webhook`, { method: "POST", headers, body })).status;
  }

  test("accepts only events with a valid signature and time", async () => {
    const mine = await order();
    const body = JSON.stringify(event(mine));
    const now = Math.floor(Date.now() / 1_000);
    expect(await deliver(body, null)).toBe(401);
    expect(await deliver(body, "")).toBe(401);
    expect(await deliver(body, "whsec_guess")).toBe(401);
    expect(await deliver(body, demo.webhookSecret, now - 301)).toBe(401);
    expect(await deliver(body, demo.webhookSecret, now + 400)).toBe(401);
    expect(await deliver(body, demo.webhookSecret, now, body.replace("4.50", "0.01"))).toBe(401);
    expect(await statusOf(mine)).toBe("waiting");
  });

  test("ships nothing for another price, another checkout or a publishable key, though the service signed it", async () => {
    for (const data of [
      { fiatAmount: "0.01" },
      { fiatCurrency: "KRW" },
      { fiatAmount: null, fiatCurrency: null },
      { createdVia: "api_key" },
      { checkoutId: "chk_00000000000000000000000000" },
    ]) {
      const mine = await order();
      expect(await deliver(JSON.stringify(event(mine, data)), demo.webhookSecret)).toBe(200);
      expect(await statusOf(mine), JSON.stringify(data)).toBe("waiting");
    }
  });

  test("ships nothing for another merchant's cheap checkout with the order's reference", async () => {
    const mine = await order();
    const cheap = await Promise.all(
      [demo.serverKey, demo.secondProject.serverKey].map(async (key) => {
        const made = await createCheckout(demo, { ...fixed, amount: "1", referenceId: mine.id }, key);
        await pay(demo, String(made.depositAddress), 1n);
        await expect.poll(async () => (await getPublic(demo, made.id)).isPaid).toBe(true);
        return made.id;
      }),
    );
    // The shop has answered every event of the checkout that is its own project's.
    await expect.poll(() => deliveriesOf(String(cheap[0]))).toEqual(["DELIVERED"]);
    expect(await statusOf(mine)).toBe("waiting");
    expect(await getPublic(demo, mine.checkoutId)).toMatchObject({ status: "PENDING", isPaid: false });
  });

  test("ignores events without an order", async () => {
    for (const id of ["x", "..%2f..%2fidentity", "ord_..%2f", `ord_${"0".repeat(32)}`])
      expect((await fetch(`${demo.baseUrl}/api/shop/orders/${id}`)).status).toBe(404);
  });

  test("refuses invalid events, signed or not", async () => {
    for (const body of [
      "",
      "{",
      "null",
      "[]",
      "{}",
      '{"id":"../../x"}',
      '{"id":"evt_1","event":"x","sequence":1,"data":null}',
    ])
      expect(await deliver(body, demo.webhookSecret)).toBe(400);
  });
});

/** How the shop's deliveries of the payment of a checkout stand. */
function deliveriesOf(checkoutId: string): Promise<string[]> {
  return withDatabase(async ({ prisma }) => {
    const found = await prisma.webhookDelivery.findMany({
      where: { event: { checkoutId, kind: "checkout.paid" } },
    });
    return found.map(({ status }) => status);
  });
}

function log(rest: readonly `0x${string}`[], data: `0x${string}`): ForgedLog {
  const from = pad(demo.payer.address as `0x${string}`);
  return {
    topics: [transferTopic, from, ...rest.map((topic) => (topic.length === 66 ? topic : pad(topic)))],
    data,
  };
}

function dirty(address: `0x${string}`): `0x${string}` {
  return `0x${"f".repeat(24)}${address.slice(2)}`;
}
