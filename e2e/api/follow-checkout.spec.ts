import { expect, test } from "@playwright/test";
import { call, createCheckout } from "../support/api";
import { chainOf, tokenOf } from "../support/chain";
import { expectFailure, postPublic, unknownId } from "../support/contract";
import { manifest } from "../support/manifest";
import { exchange } from "../support/raw";
import { watchAnswer } from "../support/watch";

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
  const read = async () => {
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
  let last: string | null = null;
  return {
    headers,
    /** The next that tells something else: every ten seconds it is told that all is as it was. */
    next: async () => {
      let message = await read();
      while (message !== null && message === last) message = await read();
      last = message;
      return message;
    },
    end: () => ended.abort(),
  };
}

test("a stream tells a mark at once, and another when something changed, at both forms of the address", async () => {
  const { id } = await createCheckout(demo, { amount: "1000000" });
  const streams = [await follow(`/c/${id}/events`), await follow(`/api/c/${id}/events`)];
  const first = await Promise.all(streams.map(({ next }) => next()));
  expect(first[0]).toMatch(/^data: .+\n\n$/);
  expect(first[1]).toBe(first[0]);
  for (const { headers } of streams) {
    expect(headers.get("content-type")).toBe("text/event-stream");
    expect(headers.get("cache-control")).toBe("no-store, no-transform");
    expect(headers.get("x-accel-buffering")).toBe("no");
    expect(headers.get("content-encoding")).toBeNull();
  }

  const startedAt = Date.now();
  const choice = { chainId: chainOf(demo).chainId, tokenAddress: tokenOf(chainOf(demo)) };
  await postPublic(demo, id, "select", choice);
  const second = await Promise.all(streams.map(({ next }) => next()));
  console.log(`told ${Date.now() - startedAt} ms after the choice was sent`);
  expect(second[0]).not.toBe(first[0]);
  expect(second[1]).toBe(second[0]);
  for (const { end } of streams) end();
});

test("an unknown checkout is told in the envelope, and HEAD opens nothing", async () => {
  expectFailure(await call(`${demo.baseUrl}/c/${unknownId}/events`), "CHECKOUT_NOT_FOUND");
  const { id } = await createCheckout(demo, { amount: "1000000" });
  const head = await exchange(demo.baseUrl, { method: "HEAD", target: `/c/${id}/events` });
  expect([head.status, head.text, head.headers.get("content-type")]).toEqual([200, "", "text/event-stream"]);
});

test("one client has ten streams of a checkout, and a place again when one ends", async () => {
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
