import { randomUUID } from "node:crypto";
import { expect, test } from "@playwright/test";
import { getAddress } from "viem";
import { type Answer, call } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { baseForms, expectDetails, expectFailure, expectResource, postCheckout } from "../support/contract";
import { manifest } from "../support/stack";

const demo = manifest();
const local = chainOf(demo);
const usdc = tokenOf(local);
const minutes = (from: string, to: string) => (Date.parse(to) - Date.parse(from)) / 60_000;

async function create(json: object) {
  return expectResource(await postCheckout(demo, { json }), 201);
}

test("a price in fiat with a token is fixed at once, with rate, amount and address", async () => {
  const checkout = await create({
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    chainId: local.chainId,
    tokenAddress: usdc,
    itemName: "Flat white",
    itemDescription: "Double ristretto ☕",
    referenceId: "order-1",
    metadata: { table: "7" },
    successUrl: "https://shop.example/done?order=1#top",
    cancelUrl: "http://localhost:3000/cart",
  });
  expect(checkout).toMatchObject({
    status: "PENDING",
    isPaid: false,
    createdVia: "server_key",
    chainId: local.chainId,
    tokenAddress: getAddress(usdc),
    amount: "4500000",
    merchantAddress: getAddress(demo.merchantAddress),
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    exchangeRateUsed: "1",
    itemName: "Flat white",
    itemDescription: "Double ristretto ☕",
    referenceId: "order-1",
    metadata: { table: "7" },
    successUrl: "https://shop.example/done?order=1#top",
    cancelUrl: "http://localhost:3000/cart",
    paymentTxHash: null,
    totalPaid: "0",
    paidAmount: "0",
    refundedAmount: "0",
    paidAt: null,
  });
  expect(Math.abs(minutes(String(checkout.exchangeRateAt), checkout.createdAt))).toBeLessThan(10);
});

test("a price in fiat without token leaves token, chain, amount and address null", async () => {
  expect(await create({ fiatAmount: "10", fiatCurrency: "EUR" })).toMatchObject({
    chainId: null,
    tokenAddress: null,
    amount: null,
    depositAddress: null,
    exchangeRateUsed: null,
    exchangeRateAt: null,
    itemName: null,
    itemDescription: null,
    referenceId: null,
    metadata: {},
    successUrl: null,
    cancelUrl: null,
  });
});

test("a chain without token restricts the choice, and token fields are null", async () => {
  expect(await create({ amount: "1", chainId: local.chainId })).toMatchObject({
    chainId: null,
    tokenAddress: null,
    depositAddress: null,
    token: null,
    network: null,
  });
});

test("the answer contains the payment page, the merchant, token and network", async () => {
  const { id, ...checkout } = await create({ amount: "1", chainId: local.chainId, tokenAddress: usdc });
  expect(checkout).toMatchObject({
    checkoutUrl: `${demo.checkoutPageUrl}/c/${id}`,
    merchantName: "Corner Coffee",
    merchantLogoUrl: expect.stringMatching(/\/logos\/[0-9a-f]{64}$/),
    token: {
      symbol: "USDC",
      name: "USD Coin",
      decimals: 6,
      iconUrl: `${demo.checkoutPageUrl}/tokens/usdc.svg`,
    },
    network: {
      name: "Local",
      blockExplorerUrl: "",
      nativeCurrency: { name: "Ether", symbol: "ETH", decimals: 18 },
    },
  });
  const page = await fetch(checkout.checkoutUrl, { headers: { accept: "text/html" } });
  expect([page.status, page.headers.get("content-type")]).toEqual([200, "text/html; charset=utf-8"]);
});

test("an amount without token is known at once, the rest is the customer's choice", async () => {
  expect(await create({ amount: "1" })).toMatchObject({
    amount: "1",
    chainId: null,
    tokenAddress: null,
    depositAddress: null,
    fiatAmount: null,
    fiatCurrency: null,
    exchangeRateUsed: null,
  });
});

test("the largest amount there is survives to the last digit", async () => {
  const amount = (2n ** 256n - 1n).toString();
  expect((await create({ amount, chainId: local.chainId, tokenAddress: usdc })).amount).toBe(amount);
});

test("a price is rounded down to units and echoed as sent", async () => {
  for (const [fiatAmount, fiatCurrency, amount] of [
    // 10 / 1400 = 0.007142857…
    ["10", "KRW", "7142"],
    ["1", "KRW", "714"],
    ["999999999999", "KRW", "714285714285000"],
    ["0.01", "USD", "10000"],
    ["999999999999.99", "USD", "999999999999990000"],
    // 1 / 0.92 = 1.086956521…
    ["1.00", "EUR", "1086956"],
  ] as const) {
    await test.step(`${fiatAmount} ${fiatCurrency} is rounded down to ${amount} and echoed as sent`, async () => {
      const price = { fiatAmount, fiatCurrency };
      const checkout = await create({ ...price, chainId: local.chainId, tokenAddress: usdc });
      expect(checkout).toMatchObject({ ...price, amount });
    });
  }
});

test("expiryMinutes has a least and a most, and a default for each kind of price", async () => {
  for (const [price, expiryMinutes, expected] of [
    ["fiat", undefined, 30],
    ["fiat", 1, 1],
    ["fiat", 30, 30],
    ["fiat", 60, 30],
    ["fiat", Number.MAX_SAFE_INTEGER, 30],
    ["fiat", 1e300, 30],
    ["amount", undefined, 60],
    ["amount", 1, 1],
    ["amount", 1440, 1440],
    ["amount", 1441, 1440],
    ["amount", Number.MAX_SAFE_INTEGER, 1440],
    ["amount", 2 ** 53, 1440],
  ] as const) {
    await test.step(`expiryMinutes ${expiryMinutes ?? "left out"} of a price by ${price} gives ${expected} minutes`, async () => {
      const body = price === "fiat" ? { fiatAmount: "1", fiatCurrency: "USD" } : { amount: "1000000" };
      const { createdAt, expiresAt } = await create({ ...body, expiryMinutes });
      expect(minutes(createdAt, expiresAt)).toBe(expected);
    });
  }
});

test("an address is taken in any case and returned in EIP-55", async () => {
  for (const [form, tokenAddress] of [
    ["lower case", usdc.toLowerCase()],
    ["upper case", `0x${usdc.slice(2).toUpperCase()}`],
    ["EIP-55", getAddress(usdc)],
  ]) {
    await test.step(`an address in ${form} is taken and returned in EIP-55`, async () => {
      const merchantAddress = "0x00000000000000000000000000000000000000ff";
      const body = { amount: "1000000", chainId: local.chainId, tokenAddress, merchantAddress };
      expect(await create(body)).toMatchObject({
        tokenAddress: getAddress(usdc),
        merchantAddress: getAddress(merchantAddress),
      });
    });
  }
});

test("text comes back as it was sent, in every script and at full length", async () => {
  const texts = {
    itemName: "😀".repeat(200),
    itemDescription: "é\u0301\u202e\uffff\t\n",
    referenceId: "' OR 1=1;--",
  };
  const metadata = Object.fromEntries(Array.from({ length: 20 }, (_, at) => [`key ${at}`, "w".repeat(500)]));
  expect(await create({ amount: "1000000", ...texts, metadata })).toMatchObject({ ...texts, metadata });
});

test("unknown fields and built-in JavaScript names change nothing", async () => {
  const json =
    '{"amount":"1000000","constructor":1,"toString":"x","":"y","status":"PAID","isPaid":true,"projectId":"z"}';
  const answer = await postCheckout(demo, { body: json });
  expect(expectResource(answer, 201)).toMatchObject({ amount: "1000000", status: "PENDING", isPaid: false });
});

test("a body is read under each way to write application/json", async () => {
  for (const contentType of [
    "application/json",
    "Application/JSON; charset=utf-8",
    "application/vnd.shop+json",
  ]) {
    await test.step(`a body of the type ${contentType} is read`, async () => {
      const body = JSON.stringify({ amount: "1000000" });
      expectResource(await postCheckout(demo, { body, headers: { "content-type": contentType } }), 201);
    });
  }
});

test("a body of exactly 64 KiB is read, with or without its byte order mark", async () => {
  const body = `\ufeff${JSON.stringify({ amount: "1000000" })}`;
  const padded = body + " ".repeat(65_536 - Buffer.byteLength(body));
  expectResource(await postCheckout(demo, { body: padded }), 201);
});

test("both forms of the base address create in the same project", async () => {
  for (const base of baseForms(demo)) {
    const { id } = expectResource(await postCheckout(demo, { json: { amount: "1000000" } }, base), 201);
    for (const other of baseForms(demo)) {
      const headers = { "X-API-Key": demo.serverKey };
      expect(expectDetails(await call(`${other}/v1/checkouts/${id}`, { headers })).id).toBe(id);
    }
  }
});

test("every checkout has its own id and deposit address", async () => {
  const body = { amount: "1000000", chainId: local.chainId, tokenAddress: usdc };
  const checkouts = await Promise.all(Array.from({ length: 20 }, () => create(body)));
  expect(new Set(checkouts.map(({ id }) => id)).size).toBe(20);
  expect(new Set(checkouts.map(({ depositAddress }) => depositAddress)).size).toBe(20);
});

// What a create with an API key has in common with one with a server key; its own rules are in project-scoped.

const post = (json: object, idempotencyKey?: string): Promise<Answer<unknown>> =>
  call(`${demo.baseUrl}/dashboard/projects/${demo.projectId}/checkouts`, {
    method: "POST",
    headers: {
      "x-api-key": demo.apiKey,
      ...(idempotencyKey !== undefined && { "idempotency-key": idempotencyKey }),
    },
    json,
  });

test("refuses a token that isn't accepted, with the list of accepted ones", async () => {
  const { chainId, tokens } = chainOf(demo);
  const answer = await post({ amount: "5", chainId, tokenAddress: `0x${"1".repeat(40)}` });
  const { message } = expectFailure(answer, "UNSUPPORTED_TOKEN", "tokenAddress");
  for (const { symbol } of tokens) expect(message).toContain(symbol);
});

test("sixty creates at once with one Idempotency-Key make one checkout", async () => {
  const key = randomUUID();
  const body = { amount: "1000000", referenceId: key };
  const answers = await Promise.all(Array.from({ length: 60 }, () => post(body, key)));
  const made = answers.filter(({ status }) => status === 201).map((answer) => expectResource(answer, 201).id);
  expect(new Set(made).size).toBe(1);
  for (const answer of answers.filter(({ status }) => status !== 201)) {
    expectFailure(answer, "IDEMPOTENCY_KEY_IN_USE");
    expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  }
  const again = await post(body, key);
  expect(expectResource(again, 201).id).toBe(made[0]);
  expect(again.headers.get("idempotent-replayed")).toBe("true");
});

test("another body with the same Idempotency-Key is refused", async () => {
  const key = randomUUID();
  const first = expectResource(await post({ amount: "1000000" }, key), 201);
  expectFailure(await post({ amount: "1000001" }, key), "IDEMPOTENCY_KEY_REUSED");
  expect(expectResource(await post({ amount: "1000000" }, key), 201).id).toBe(first.id);
});
