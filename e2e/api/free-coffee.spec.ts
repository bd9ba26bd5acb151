import { createHmac } from "node:crypto";
import { expect, test } from "@playwright/test";
import { numberToHex, pad } from "viem";
import { createCheckout, getPublic, untilStatus } from "../support/api";
import { chainOf, type ForgedLog, pay, tokenOf, untilMined, writeLogs } from "../support/chain";
import { expectFailure, postPublic } from "../support/contract";
import { manifest } from "../support/manifest";
import { exchange } from "../support/raw";

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
  for (const [what, logs] of Object.entries(forged)) {
    test(`${what} pays nothing and holds up nobody`, async () => {
      const { id, depositAddress } = await createCheckout(demo, fixed);
      const hash = await writeLogs(demo, logs(String(depositAddress) as `0x${string}`));
      expect(await untilMined(demo, hash)).toBe(true);
      const answer = await postPublic(demo, id, "verify", { txHash: hash, chainId: local.chainId });
      const { message } = expectFailure(answer, "NO_MATCHING_TRANSFER");
      // A log that can be read is recorded as another token's; the others are no transfer at all.
      expect(message).toContain(readable.includes(what) ? "unknown token" : "no transfer");
      expect(await getPublic(demo, id)).toMatchObject({ status: "PENDING", totalPaid: "0", isPaid: false });
      // Who pays honestly afterwards is served.
      await pay(demo, String(depositAddress), 1_000_000n);
      expect((await untilStatus(demo, id, "SETTLED")).totalPaid).toBe("1000000");
    });
  }
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
  const send = (params: unknown) => rpc({ jsonrpc: "2.0", id: 1, method: "eth_sendTransaction", params });

  for (const method of [
    "anvil_setBalance",
    "anvil_impersonateAccount",
    "anvil_mine",
    "evm_mine",
    "evm_increaseTime",
    "evm_revert",
    "hardhat_setStorageAt",
    "debug_traceTransaction",
    "eth_sign",
    "eth_signTransaction",
    "eth_sendRawTransaction",
    "eth_sendUnsignedTransaction",
    "wallet_addEthereumChain",
    "eth_getLogs",
    "ETH_SENDTRANSACTION",
    "eth_sendTransaction ",
    "constructor",
    "__proto__",
  ]) {
    test(`${method} is refused`, async () => {
      const { json } = await rpc({ jsonrpc: "2.0", id: 1, method, params: [] });
      expect(json).toMatchObject({ error: { code: -32601 } });
    });
  }

  for (const [method, params] of [
    ["personal_sign", ["0x00", demo.merchantAddress]],
    ["personal_sign", []],
    ["eth_signTypedData_v4", [demo.merchantAddress, "{}"]],
    ["eth_signTypedData_v4", []],
  ] as const) {
    test(`${method} of ${params.length === 0 ? "nobody" : "the merchant"} is refused`, async () => {
      const { json } = await rpc({ jsonrpc: "2.0", id: 1, method, params });
      expect(json).toMatchObject({ error: { code: 4100 } });
    });
  }

  for (const [what, params] of [
    ["the merchant", [{ from: demo.merchantAddress, to: demo.payer.address, value: "0x1" }]],
    ["nobody", [{ to: demo.payer.address, value: "0x1" }]],
    ["a list", [{ from: [demo.payer.address], to: demo.payer.address }]],
    ["the second of two", [{ to: demo.payer.address }, { from: demo.payer.address }]],
    ["nothing", []],
    ["null", [null]],
  ] as const) {
    test(`a transaction from ${what} is refused`, async () => {
      expect((await send(params)).json).toMatchObject({ error: { code: 4100 } });
    });
  }

  test("several requests at once, and what is no request, are refused", async () => {
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
    const headers = { "x-api-key": demo.serverKey };
    const { data } = await (await fetch(`${demo.baseUrl}/v1/checkouts/${checkoutId}`, { headers })).json();
    return { id: data.referenceId, checkoutId };
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

  test("believes only what the service signed, as it was and when it was", async () => {
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

  for (const [what, data] of [
    ["a checkout at another price", { fiatAmount: "0.01" }],
    ["a checkout in another currency", { fiatCurrency: "KRW" }],
    ["a checkout priced in tokens", { fiatAmount: null, fiatCurrency: null }],
    ["a checkout made with the publishable key", { createdVia: "api_key" }],
    ["another checkout with the order's reference", { checkoutId: "chk_00000000000000000000000000" }],
  ] as const) {
    test(`ships nothing for ${what}, though the service signed it`, async () => {
      const mine = await order();
      expect(await deliver(JSON.stringify(event(mine, data)), demo.webhookSecret)).toBe(200);
      expect(await statusOf(mine)).toBe("waiting");
    });
  }

  test("ships nothing for a cheap checkout of another merchant that bears the order's reference", async () => {
    const mine = await order();
    for (const key of [demo.serverKey, demo.secondProject.serverKey]) {
      const cheap = await createCheckout(demo, { ...fixed, amount: "1", referenceId: mine.id }, key);
      await pay(demo, String(cheap.depositAddress), 1n);
      await expect.poll(async () => (await getPublic(demo, cheap.id)).isPaid, { timeout: 20_000 }).toBe(true);
    }
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    expect(await statusOf(mine)).toBe("waiting");
    expect(await getPublic(demo, mine.checkoutId)).toMatchObject({ status: "PENDING", isPaid: false });
  });

  test("keeps to itself what is not an order", async () => {
    for (const id of ["x", "..%2f..%2fidentity", "ord_..%2f", `ord_${"0".repeat(32)}`, "%00"])
      expect((await fetch(`${demo.baseUrl}/api/shop/orders/${id}`)).status).toBe(404);
  });

  test("refuses what is no event, signed or not", async () => {
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
