import { expect, it } from "vitest";
import { createMailbox } from "@/lib/checkouts/live/live-stream";
import { endWithReader } from "./respond";

/** How often a stream for this request was ended: at once, and after its client left. */
function ended(method: string, client: AbortController): [number, number] {
  let count = 0;
  const stream = createMailbox(() => {
    count += 1;
  });
  endWithReader(stream, { method, signal: client.signal });
  const atOnce = count;
  client.abort();
  return [atOnce, count];
}

it("ends a stream with its reader", () => {
  expect(ended("GET", new AbortController())).toEqual([0, 1]);
});

it("ends a stream at once when its reader left", () => {
  expect(ended("HEAD", new AbortController())).toEqual([1, 1]);
  const left = new AbortController();
  // While the stream was being opened: its signal tells nothing more.
  left.abort();
  expect(ended("GET", left)).toEqual([1, 1]);
});
