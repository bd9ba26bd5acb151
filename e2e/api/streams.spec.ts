import { expect, test } from "@playwright/test";
import { call, createCheckout } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { expectFailure, expectView, postPublic, unknownId } from "../support/contract";
import { exchange } from "../support/raw";
import { manifest } from "../support/stack";
import { watchAnswer } from "../support/watch";

const demo = manifest();

/** The stream's messages as they come. @throws Error when it was refused */
async function follow(path: string) {
  const ended = new AbortController();
  const { status, headers, body } = await fetch(`${demo.baseUrl}${path}`, { signal: ended.signal });
  await watchAnswer(
    demo.baseUrl,
    { method: "GET", target: path, headers: new Headers(), body: null },
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
  expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", "text/event-stream"]);
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
