import { expect, test } from "@playwright/test";
import { call, createCheckout } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import {
  baseForms,
  expectFailure,
  expectView,
  postPublic,
  unknownId,
  withoutRequestId,
} from "../support/contract";
import { exchange } from "../support/raw";
import { manifest } from "../support/stack";
import { watchAnswer } from "../support/watch";

const demo = manifest();
const local = chainOf(demo);
const usdc = tokenOf(local);
const html = { accept: "text/html,application/xhtml+xml,*/*;q=0.8" };

test("before a selection offers every accepted token, and has no fixed terms", async () => {
  const { id } = await createCheckout(demo, {
    fiatAmount: "10",
    fiatCurrency: "KRW",
    itemName: "Tea",
    successUrl: "https://shop.example/done",
    cancelUrl: "https://shop.example/cart",
  });
  const view = expectView(await call(`${demo.baseUrl}/c/${id}`));
  expect(view).toMatchObject({
    id,
    status: "PENDING",
    isPaid: false,
    merchantName: "Corner Coffee",
    merchantLogoUrl: expect.stringMatching(/\/logos\/[0-9a-f]{64}$/),
    itemName: "Tea",
    chainId: null,
    tokenAddress: null,
    token: null,
    network: null,
    depositAddress: null,
    amount: null,
    remainingAmount: null,
    confirmations: null,
    totalPaid: "0",
    paymentTxHash: null,
    fiatAmount: "10",
    fiatCurrency: "KRW",
    exchangeRateUsed: null,
    exchangeRateAt: null,
    successUrl: null,
    cancelUrl: "https://shop.example/cart",
  });
  expect(view.options.map(({ chainId, token, amount }) => [chainId, token.symbol, amount])).toEqual(
    demo.chains.flatMap(({ chainId, tokens }) => tokens.map(({ symbol }) => [chainId, symbol, "7142"])),
  );
});

test("with a token has the address and the amount, in lower case", async () => {
  const checkout = await createCheckout(demo, {
    fiatAmount: "4.50",
    fiatCurrency: "USD",
    chainId: local.chainId,
    tokenAddress: usdc,
    referenceId: "order-7",
    metadata: { secret: "m" },
    merchantAddress: "0x00000000000000000000000000000000000000Ff".toLowerCase(),
  });
  const answer = await call(`${demo.baseUrl}/c/${checkout.id}`);
  expect(expectView(answer)).toMatchObject({
    chainId: local.chainId,
    tokenAddress: usdc.toLowerCase(),
    depositAddress: checkout.depositAddress?.toLowerCase(),
    token: { symbol: "USDC", decimals: 6, iconUrl: `${demo.checkoutPageUrl}/tokens/usdc.svg` },
    network: { name: "Local" },
    amount: "4500000",
    remainingAmount: "4500000",
    confirmations: { seen: 0, required: 2 },
    merchantAddress: "0x00000000000000000000000000000000000000ff",
    referenceId: "order-7",
    paidAmount: "0",
    exchangeRateUsed: "1",
    options: [],
  });
  // The customer must not see what is between the merchant and the service.
  expect(JSON.stringify(answer.body)).not.toMatch(/secret|projectId|createdVia/i);
});

test("a chain without a token narrows the offer to it", async () => {
  const { id } = await createCheckout(demo, { fiatAmount: "1", fiatCurrency: "USD", chainId: 31338 });
  const { options } = expectView(await call(`${demo.baseUrl}/c/${id}`));
  expect(options.map(({ chainId }) => chainId)).toEqual([31338, 31338]);
});

test("the token's icon is there", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  const { options } = expectView(await call(`${demo.baseUrl}/c/${id}`));
  for (const { token } of options) {
    const icon = await fetch(token.iconUrl);
    expect(icon.headers.get("content-type")).toBe("image/svg+xml");
  }
});

test("an unknown id is 404 at both forms of the address, and any id that is none alike", async () => {
  for (const base of baseForms(demo)) {
    const unknown = await call(`${base}/c/${unknownId}`);
    expectFailure(unknown, "CHECKOUT_NOT_FOUND");
    for (const id of ["nope", "a".repeat(8_000), encodeURIComponent("☕"), "chk_", "a%2Fb", demo.projectId]) {
      expect(withoutRequestId(await call(`${base}/c/${id}`))).toBe(withoutRequestId(unknown));
    }
  }
});

test.describe("page or JSON", () => {
  let path: string;
  test.beforeAll(async () => {
    path = `/c/${(await createCheckout(demo, { amount: "1000000" })).id}`;
  });

  test("returns JSON unless a page is requested", async () => {
    for (const [what, headers] of [
      ["no Accept", {}],
      ["JSON", { accept: "application/json" }],
      ["anything", { accept: "*/*" }],
      ["HTML with a key", { ...html, "x-api-key": "any" }],
      ["HTML with an empty key", { ...html, "x-api-key": "" }],
      ["Next's header with a key", { rsc: "1", "x-api-key": "any" }],
      ["a Server Action", { "next-action": "abc" }],
    ] as const) {
      await test.step(`${what} gets JSON`, async () => {
        expectView(await call(demo.baseUrl + path, { headers }));
      });
    }
  });

  test("HTML gets the page, which no cache keeps", async () => {
    const page = await fetch(demo.baseUrl + path, { headers: html });
    expect(page.status).toBe(200);
    expect(page.headers.get("content-type")).toContain("text/html");
    expect(page.headers.get("cache-control")).toContain("no-store");
    expect(page.headers.get("x-request-id")).toMatch(/^[0-9a-f-]{36}$/);
    expect(await page.text()).toMatch(/^<!DOCTYPE html>/);
  });

  test("returns JSON below /api for any request", async () => {
    expectView(await call(`${demo.baseUrl}/api${path}`, { headers: html }));
  });

  test("HTML of an unknown id gets a page with 404", async () => {
    const page = await fetch(`${demo.baseUrl}/c/${unknownId}`, { headers: html });
    expect(page.status).toBe(404);
    expect(page.headers.get("content-type")).toContain("text/html");
  });

  test("a method other than GET that accepts HTML gets no page", async () => {
    for (const method of ["POST", "PUT", "PATCH", "DELETE"]) {
      await test.step(`a ${method} that accepts HTML gets no page`, async () => {
        const init = { method, headers: { ...html, "next-action": "abc", rsc: "1" } };
        expectFailure(await call(demo.baseUrl + path, init), "METHOD_NOT_ALLOWED");
      });
    }
  });
});

test.describe("following", () => {
  const demo = manifest();

  /** The stream's messages as they come. @throws Error when it was refused */
  async function follow(path: string) {
    const ended = new AbortController();
    const { status, headers, body } = await fetch(`${demo.baseUrl}${path}`, { signal: ended.signal });
    await watchAnswer(
      demo.baseUrl,
      { method: "GET", target: path, headers: new Headers() },
      { status, headers, text: "" },
    );
    if (body === null) throw new Error("there is no stream");
    const reader = body.pipeThrough(new TextDecoderStream()).getReader();
    let came = "";
    /** One message, though several may come as one piece. */
    const next = async () => {
      while (!came.includes("\n\n")) {
        const { value } = await reader.read();
        if (value === undefined) return null;
        came += value;
      }
      const end = came.indexOf("\n\n") + 2;
      const message = came.slice(0, end);
      came = came.slice(end);
      return message;
    };
    return { headers, next, end: () => ended.abort() };
  }

  /** The interval after which a stream repeats its message. */
  const tellAgainMs = 10_000;

  /**
   * Follows a new checkout at both forms of its address, and makes two choices.
   *
   * @returns false where it took so long that what came may be the same once more, which says nothing of news
   */
  async function tellsOfChoices(): Promise<boolean> {
    const { id } = await createCheckout(demo, { amount: "1000000" });
    /** Nothing of what comes next was told before. */
    let toldAfter = performance.now();
    const streams = [await follow(`/c/${id}/events`), await follow(`/api/c/${id}/events`)];
    try {
      for (const { headers } of streams) {
        expect(headers.get("content-type")).toBe("text/event-stream");
        expect(headers.get("cache-control")).toBe("no-store, no-transform");
        expect(headers.get("x-accel-buffering")).toBe("no");
        expect(headers.get("content-encoding")).toBeNull();
      }
      let last = await Promise.all(streams.map(({ next }) => next()));
      expect(last[0]).toMatch(/^data: .+\n\n$/);
      expect(last[1]).toBe(last[0]);

      for (const symbol of ["USDC", "USDT"]) {
        const chosenAt = performance.now();
        const choice = { chainId: chainOf(demo).chainId, tokenAddress: tokenOf(chainOf(demo), symbol) };
        expectView(await postPublic(demo, id, "select", choice));
        const told = await Promise.all(streams.map(({ next }) => next()));
        const toldAt = performance.now();
        console.log(`told ${Math.round(toldAt - chosenAt)} ms after the choice was sent`);
        if (toldAt - toldAfter >= tellAgainMs) return false;
        // Another one, and so the last was told but once.
        expect(told[0]).not.toBe(last[0]);
        expect(told[1]).toBe(told[0]);
        last = told;
        toldAfter = chosenAt;
      }
      return true;
    } finally {
      for (const { end } of streams) end();
    }
  }

  test("a stream sends a mark at once, and another one after a change, at both forms of the address", async () => {
    // The best of three: a machine may stand still, but a service that tells no sooner than of nothing is late each time.
    let isSoon = await tellsOfChoices();
    for (let more = 2; !isSoon && more > 0; more--) isSoon = await tellsOfChoices();
    expect(isSoon, "news come sooner than the same is told again").toBe(true);
  });

  test("an unknown checkout answers in the envelope, and HEAD opens nothing", async () => {
    expectFailure(await call(`${demo.baseUrl}/c/${unknownId}/events`), "CHECKOUT_NOT_FOUND");
    const { id } = await createCheckout(demo, { amount: "1000000" });
    const head = await exchange(demo.baseUrl, { method: "HEAD", target: `/c/${id}/events` });
    expect([head.status, head.text, head.headers.get("content-type")]).toEqual([
      200,
      "",
      "text/event-stream",
    ]);
  });

  test("limits a client to ten streams of a checkout, and admits a new one when one ends", async () => {
    const { id } = await createCheckout(demo, { amount: "1000000" });
    const path = `/c/${id}/events`;
    const streams = [];
    for (let count = 0; count < 10; count++) streams.push(await follow(path));
    const refused = await call(demo.baseUrl + path);
    expectFailure(refused, "RATE_LIMIT_EXCEEDED");
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    streams[0]?.end();
    await expect
      .poll(
        async () => {
          const again = new AbortController();
          const { status } = await fetch(demo.baseUrl + path, { signal: again.signal });
          again.abort();
          return status;
        },
        { timeout: 30_000 },
      )
      .toBe(200);
    for (const { end } of streams) end();
  });
});
