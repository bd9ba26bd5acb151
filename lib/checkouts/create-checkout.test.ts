import { describe, expect, test } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Project } from "@/lib/projects/project.store";
import { fiatCurrencies } from "@/lib/rates/fiat-currency.rules";
import { buildChain, newId, noon, usdc } from "@/lib/testing/builders";
import type { CreatedVia } from "./checkout.rules";
import type { CreateCheckoutBody } from "./checkout-input.schema";
import { type CheckoutParts, createCheckout } from "./create-checkout";

const settlementWallet: Hex = `0x${"a".repeat(40)}`;
const otherWallet: Hex = `0x${"b".repeat(40)}`;
const refundKey: Hex = `0x${"c".repeat(40)}`;
const dai: Hex = `0x${"da".repeat(20)}`;
/** Accepted by no project. */
const euro: Hex = `0x${"e0".repeat(20)}`;
const wide: Hex = `0x${"18".repeat(20)}`;
const chainId = 31337;

const chain = buildChain({
  tokens: [
    { symbol: "USDC", name: "USD Coin", address: usdc, decimals: 6 },
    { symbol: "DAI", name: "Dai", address: dai, decimals: 6 },
    { symbol: "EURC", name: "Euro Coin", address: euro, decimals: 6, currency: "EUR" },
    { symbol: "WIDE", name: "Eighteen decimals", address: wide, decimals: 18 },
  ],
});

const project: Project = {
  id: newId("prj"),
  name: "Coffee shop",
  settlementWallet,
  refundMode: "STRICT",
  settlementPolicy: "IMMEDIATE",
  toleranceBps: 0,
  confirmationSpeed: "STANDARD",
  apiKeyUse: "BROWSER",
  apiKeyCreatesCheckouts: true,
  x402Enabled: true,
  anyTokenPays: true,
  serverRequestsPerMinute: null,
  minimumUnits: 0n,
  refundDailyLimitUnits: 0n,
  allowedWallets: [],
  acceptedTokens: [
    { chainId, tokenAddress: usdc },
    { chainId, tokenAddress: dai },
  ],
  allowedOrigins: [],
  logoDigest: null,
};

const written: unknown[] = [];
const ratesOf = (rate: string | null) => ({
  current: async () => ({ get: () => (rate === null ? null : { rate, at: noon }) }),
});

const deps = {
  clock: { now: () => noon },
  newId,
  chains: [chain],
  fiatCurrencies,
  rates: ratesOf("2"),
  checkouts: {
    insert: async (checkout: unknown) => {
      written.push(checkout);
    },
  },
  deposits: { ownersOf: async () => new Map() },
  depositAddresses: { factory: `0x${"f".repeat(40)}`, contracts: [], derive: () => `0x${"e".repeat(40)}` },
  walletCode: { onChains: async () => new Map([[31337, false]]) },
  refundAuthority: refundKey,
  allowHttpLoopback: false,
} as unknown as CheckoutParts;

const amount: CreateCheckoutBody = { amount: 4_500_000n };
const fiat: CreateCheckoutBody = { fiatAmount: "4.50", fiatCurrency: "USD" };

const create = (
  body: CreateCheckoutBody,
  settings: Partial<Project> = {},
  via: CreatedVia = "server_key",
  rate: string | null = "2",
) =>
  createCheckout(
    { ...deps, rates: ratesOf(rate) as unknown as CheckoutParts["rates"] },
    { ...project, ...settings },
    via,
    body,
  );
const refusal = (...args: Parameters<typeof create>) =>
  create(...args).then(
    () => "no refusal",
    ({ code, param }: { code: string; param?: string }) => (param === undefined ? code : `${code} ${param}`),
  );

describe("a new checkout", () => {
  test("leaves token, amount and rate to the customer when the body names no token", async () => {
    expect(await create(fiat, {}, "server_key", null)).toMatchObject({
      chainId: null,
      tokenAddress: null,
      amountUnits: null,
      exchangeRateUsed: null,
      tokenFixed: false,
      depositAddress: `0x${"e".repeat(40)}`,
    });
  });

  test("has an amount in tokens as it was sent, without a rate", async () => {
    const fixed = await create({ amount: 123n, chainId, tokenAddress: usdc }, {}, "server_key", null);
    expect(fixed).toMatchObject({ amountUnits: 123n, fiatAmount: null, exchangeRateUsed: null });
    const open = await create({ amount: 123n }, {}, "server_key", null);
    expect(open).toMatchObject({ amountUnits: 123n, tokenAddress: null, tokenFixed: false });
  });

  test("lets only a strict merchant refund, and the service in convenient mode", async () => {
    expect((await create(fiat)).refundAuthority).toBe(settlementWallet);
    expect((await create(fiat, { refundMode: "CONVENIENT" })).refundAuthority).toBe(refundKey);
  });
});

describe("terms that can't be paid", () => {
  const accepts = (...tokens: Hex[]) => ({
    acceptedTokens: tokens.map((tokenAddress) => ({ chainId, tokenAddress })),
  });
  const named = { chainId, tokenAddress: usdc };
  const won = { fiatAmount: "1", fiatCurrency: "KRW", ...named };

  test.each<[string, CreateCheckoutBody, Partial<Project>, string | null, string]>([
    ["a chain that isn't enabled", { ...fiat, chainId: 1 }, {}, "2", "UNSUPPORTED_CHAIN chainId"],
    [
      "a currency without rates",
      { ...fiat, fiatCurrency: "XXX" },
      {},
      "2",
      "UNSUPPORTED_FIAT_CURRENCY fiatCurrency",
    ],
    ["an amount of 0", { amount: 0n }, {}, "2", "AMOUNT_TOO_SMALL amount"],
    ["less than one unit", won, {}, "1400000000", "AMOUNT_TOO_SMALL fiatAmount"],
    ["a token without a rate", { ...fiat, ...named }, {}, null, "EXCHANGE_RATE_UNAVAILABLE"],
    ["fiat, with USDC and USDT not accepted", fiat, accepts(euro, wide), "2", "UNSUPPORTED_TOKEN"],
    ["an amount, with no token of six decimals accepted", amount, accepts(wide), "2", "UNSUPPORTED_TOKEN"],
    ["an amount without a token, with only euros accepted", amount, accepts(euro), "2", "UNSUPPORTED_TOKEN"],
    [
      "a price in euros to be paid in EURC",
      { fiatAmount: "4.50", fiatCurrency: "EUR", chainId, tokenAddress: euro },
      accepts(euro),
      "2",
      "UNSUPPORTED_TOKEN_FOR_FIAT tokenAddress",
    ],
    [
      "an http successUrl",
      { ...amount, successUrl: "http://shop.example/" },
      {},
      "2",
      "VALIDATION_ERROR successUrl",
    ],
    [
      "an http cancelUrl",
      { ...amount, cancelUrl: "http://shop.example/" },
      {},
      "2",
      "VALIDATION_ERROR cancelUrl",
    ],
  ])("are refused, and nothing is written: %s", async (_, body, settings, rate, code) => {
    written.length = 0;
    expect(await refusal(body, settings, "server_key", rate)).toBe(code);
    expect(written).toEqual([]);
  });

  test("don't include a fixed token of eighteen decimals", async () => {
    const body = { ...amount, chainId, tokenAddress: wide };
    expect(await create(body, accepts(wide))).toMatchObject({ tokenAddress: wide, amountUnits: 4_500_000n });
  });
});

describe("the project's minimum", () => {
  test("of an amount refuses one unit less, with or without a token", async () => {
    for (const body of [amount, { ...amount, chainId, tokenAddress: usdc }]) {
      expect(await refusal(body, { minimumUnits: 4_500_001n })).toBe("AMOUNT_TOO_SMALL amount");
      expect((await create(body, { minimumUnits: 4_500_000n })).amountUnits).toBe(4_500_000n);
    }
  });

  test("of a fiat price is compared with the converted amount", async () => {
    // 4.50 USD at 2 USD per token.
    const body = { ...fiat, chainId, tokenAddress: usdc };
    expect(await refusal(body, { minimumUnits: 2_250_001n })).toBe("AMOUNT_TOO_SMALL fiatAmount");
    expect((await create(body, { minimumUnits: 2_250_000n })).amountUnits).toBe(2_250_000n);
  });

  test("is named in the message, with the price's amount", async () => {
    await expect(create(amount, { minimumUnits: 5_000_000n })).rejects.toThrow(/4500000.*5000000/);
  });

  test("of a fiat price without token is checked at the customer's choice", async () => {
    expect((await create(fiat, { minimumUnits: 10n ** 12n })).amountUnits).toBeNull();
  });
});

describe("merchantAddress", () => {
  const named = { ...amount, merchantAddress: otherWallet };

  test("by server key can be any wallet when the project lists none", async () => {
    expect((await create(named)).merchantAddress).toBe(otherWallet);
  });

  test("by server key must be a listed wallet or the settlement wallet, when there is a list", async () => {
    expect((await create(named, { allowedWallets: [otherWallet] })).merchantAddress).toBe(otherWallet);
    const others = { allowedWallets: [`0x${"c".repeat(40)}`] as const };
    expect(await refusal(named, others)).toBe("MERCHANT_ADDRESS_NOT_ALLOWED merchantAddress");
    const own = { ...amount, merchantAddress: settlementWallet };
    expect((await create(own, others)).merchantAddress).toBe(settlementWallet);
    expect((await create(amount, others)).merchantAddress).toBe(settlementWallet);
  });

  test("by API key must be the settlement wallet, with any list", async () => {
    for (const allowedWallets of [[], [otherWallet]])
      expect(await refusal(named, { allowedWallets }, "api_key")).toBe(
        "MERCHANT_ADDRESS_NOT_ALLOWED merchantAddress",
      );
    const own = { ...amount, merchantAddress: settlementWallet };
    expect(await create(own, {}, "api_key")).toMatchObject({
      merchantAddress: settlementWallet,
      createdVia: "api_key",
    });
  });
});

test("a project that switched it off lets no API key create, and its server key goes on", async () => {
  const off = { apiKeyCreatesCheckouts: false };
  expect(await refusal(amount, off, "api_key")).toBe("FORBIDDEN");
  expect((await create(amount, off)).createdVia).toBe("server_key");
});

describe("successUrl and cancelUrl", () => {
  const allowedOrigins = ["https://shop.example", "https://shop.example:8443"];

  test.each([
    "https://shop.example/thanks?order=1#top",
    "https://SHOP.example:443",
    "https://shop.example:8443/thanks",
    "https://shop.example\\@evil.example",
  ])("by a published API key may use an allowed origin: %s", async (url) => {
    for (const param of ["successUrl", "cancelUrl"] as const)
      expect(await create({ ...amount, [param]: url }, { allowedOrigins }, "api_key")).toMatchObject({
        [param]: url,
      });
  });

  test.each([
    "https://evil.example",
    "https://shop.example.evil.example",
    "https://www.shop.example",
    "https://shop.example.",
    "https://shop.example:444/",
    "https://evil.example/https://shop.example",
    "https://evil.example\\.shop.example",
  ])("by a published API key may not use another one: %s", async (url) => {
    for (const param of ["successUrl", "cancelUrl"] as const) {
      const body = { ...amount, [param]: url };
      expect(await refusal(body, { allowedOrigins }, "api_key")).toBe(`VALIDATION_ERROR ${param}`);
      expect(await refusal(body, {}, "api_key")).toBe(`VALIDATION_ERROR ${param}`);
    }
  });

  test("by a secret API key, a server key, a link or by hand may use any origin", async () => {
    const urls = { successUrl: "https://other.example", cancelUrl: "https://other.example" };
    const body = { ...amount, ...urls };
    expect(await create(body, { apiKeyUse: "SERVER" }, "api_key")).toMatchObject(urls);
    for (const via of ["server_key", "link", "dashboard"] as const)
      expect(await create(body, {}, via)).toMatchObject(urls);
  });
});

describe("a fiat price in a token that is neither USDC nor USDT", () => {
  test.each([
    ["accepted", dai],
    ["known and not accepted", euro],
    ["unknown", `0x${"1".repeat(40)}`],
  ] as const)("cannot be converted, the token being %s", async (_, tokenAddress) => {
    const body = { ...fiat, chainId, tokenAddress };
    expect(await refusal(body)).toBe("UNSUPPORTED_TOKEN_FOR_FIAT tokenAddress");
    await expect(create(body)).rejects.toThrow("USDC, USDT");
  });

  test("has another error when the price is an amount, or the token is known but not accepted", async () => {
    const unknown = { ...amount, chainId, tokenAddress: `0x${"1".repeat(40)}` as const };
    expect(await refusal(unknown)).toBe("UNSUPPORTED_TOKEN tokenAddress");
    const onlyDai = { acceptedTokens: [{ chainId, tokenAddress: dai }] };
    expect(await refusal({ ...fiat, chainId, tokenAddress: usdc }, onlyDai)).toBe(
      "UNSUPPORTED_TOKEN tokenAddress",
    );
    expect((await create({ ...amount, chainId, tokenAddress: dai })).tokenAddress).toBe(dai);
  });
});
