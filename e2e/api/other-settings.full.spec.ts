import { expect, test } from "@playwright/test";
import type { DemoManifest } from "@/lib/demo/identity";
import { call, createCheckout } from "../support/api";
import { chainOf, placeCode, tokenOf } from "../support/chain";
import { expectFailure, expectResource, expectView, postCheckout, postPublic } from "../support/contract";
import { everyOperation, keyHeaders, pathOf } from "../support/operation-requests";
import { exchange } from "../support/raw";
import { type OwnStack, startOwnStack } from "../support/stack";

// What the common settings never lead to: a currency without a rate, a token that fiat cannot be converted
// to, a rate so high that a price is less than the smallest unit, a visitor who comes too often.

let stack: OwnStack;
let demo: DemoManifest;
const dai: `0x${string}` = `0x${"da".repeat(20)}`;
/** Answers 18 to `decimals()` and 0 to whatever else: the service starts with no token that is not there. */
const daiCode = "0x60003560e01c63313ce5671460120260005260206000f3";

test.beforeAll(async () => {
  test.setTimeout(180_000);
  stack = await startOwnStack({
    fixedRates: JSON.stringify({ USDC: { USD: "1", KRW: "2000000" }, USDT: { USD: "1" } }),
  });
  demo = stack.manifest;
  const chains = demo.chains.map(({ chainId, rpcUrl, tokens }) => ({
    chainId,
    rpcUrls: [rpcUrl],
    tokens: [...tokens, { symbol: "DAI", address: dai, decimals: 18 }].map((token) => ({
      ...token,
      name: token.symbol,
    })),
  }));
  for (const chain of demo.chains) await placeCode(chain, dai, daiCode);
  await stack.server().stop();
  await stack.startServer({ CHAINS: JSON.stringify(chains) });
});
test.afterAll(() => stack?.stop());

const usdc = () => ({ chainId: chainOf(demo).chainId, tokenAddress: tokenOf(chainOf(demo)) });

test("without a rate a create with a token says when to come again", async () => {
  const json = { fiatAmount: "5.00", fiatCurrency: "EUR", ...usdc() };
  const answer = await postCheckout(demo, { json });
  expectFailure(answer, "EXCHANGE_RATE_UNAVAILABLE");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("with an API key it is the same", async () => {
  const answer = await call(`${demo.baseUrl}/dashboard/projects/${demo.projectId}/checkouts`, {
    method: "POST",
    headers: { "x-api-key": demo.apiKey },
    json: { fiatAmount: "5.00", fiatCurrency: "EUR", ...usdc() },
  });
  expectFailure(answer, "EXCHANGE_RATE_UNAVAILABLE");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
});

test("without a rate the customer sees the options without amounts, and a choice fails for now", async () => {
  const { id } = await createCheckout(demo, { fiatAmount: "5.00", fiatCurrency: "EUR" });
  const view = expectView(await call(`${demo.baseUrl}/c/${id}`));
  expect(view.options.map(({ amount }) => amount)).toEqual([null, null, null, null]);
  const answer = await postPublic(demo, id, "select", usdc());
  expectFailure(answer, "EXCHANGE_RATE_UNAVAILABLE");
  expect(Number(answer.headers.get("retry-after"))).toBeGreaterThan(0);
  // An amount in tokens needs no rate.
  expectResource(await postCheckout(demo, { json: { amount: "5000000", ...usdc() } }), 201);
});

test("a fiat price in a token that is no dollar is refused with the list of those that are", async () => {
  const json = { fiatAmount: "5.00", fiatCurrency: "USD", chainId: usdc().chainId, tokenAddress: dai };
  const answer = await postCheckout(demo, { json });
  const { message } = expectFailure(answer, "UNSUPPORTED_TOKEN_FOR_FIAT", "tokenAddress");
  for (const symbol of ["USDC", "USDT"]) expect(message).toContain(symbol);
});

test("such a token is no choice for a fiat price either", async () => {
  const { id } = await createCheckout(demo, { fiatAmount: "5.00", fiatCurrency: "USD" });
  const choice = { chainId: usdc().chainId, tokenAddress: dai };
  expectFailure(await postPublic(demo, id, "select", choice), "UNSUPPORTED_TOKEN_FOR_FIAT", "tokenAddress");
});

test("a price below the smallest unit is too small, at the create and at the choice", async () => {
  const price = { fiatAmount: "1", fiatCurrency: "KRW" };
  expectFailure(
    await postCheckout(demo, { json: { ...price, ...usdc() } }),
    "AMOUNT_TOO_SMALL",
    "fiatAmount",
  );
  const { id } = await createCheckout(demo, price);
  expectFailure(await postPublic(demo, id, "select", usdc()), "AMOUNT_TOO_SMALL");
  // 2 / 2,000,000 is one unit exactly.
  const least = await postCheckout(demo, { json: { ...price, fiatAmount: "2", ...usdc() } });
  expect(expectResource(least, 201).amount).toBe("1");
});

test.describe("with limits of one request a minute", () => {
  test.beforeAll(async () => {
    test.setTimeout(120_000);
    await stack.server().stop();
    await stack.startServer(
      Object.fromEntries(
        ["PROJECT", "SERVER", "PUBLIC", "PUBLIC_IP", "PAGE"].map((name) => [
          `RATE_LIMIT_${name}_PER_MINUTE`,
          "1",
        ]),
      ),
    );
  });

  for (const operation of everyOperation) {
    test(`${operation.operationId} refuses the second and says when to come again`, async () => {
      const ask = () =>
        call(`${demo.baseUrl}${pathOf(demo, operation)}`, {
          method: operation.method,
          headers: keyHeaders(demo, operation.keyKind),
        });
      // Those before it count too: a project's requests, and a client's, are counted together.
      const [first, second] = [await ask(), await ask()];
      expectFailure(second, "RATE_LIMIT_EXCEEDED");
      expect(second.headers.get("x-ratelimit-limit")).toBe("1");
      expect(second.headers.get("x-ratelimit-remaining")).toBe("0");
      for (const { headers, status } of [first, second]) {
        if (status !== 429) continue;
        const wait = Number(headers.get("retry-after"));
        expect(wait).toBeGreaterThan(0);
        expect(wait).toBeLessThanOrEqual(60);
      }
    });
  }

  test("a page comes once, and then a calm one that comes again by itself", async () => {
    const visit = (language: string) =>
      exchange(demo.baseUrl, {
        target: `/c/chk_${"0".repeat(26)}`,
        headers: { host: "shop", accept: "text/html", "accept-language": language },
      });
    expect((await visit("ko")).status).toBe(404);
    const { status, headers, text } = await visit("ko");
    expect(status).toBe(429);
    expect(Number(headers.get("retry-after"))).toBeGreaterThan(0);
    expect(text).toContain('<html lang="ko">');
    expect(text).toContain(`http-equiv="refresh" content="${headers.get("retry-after")}"`);
  });
});
