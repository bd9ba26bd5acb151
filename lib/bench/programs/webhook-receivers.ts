/** Merchants' endpoints, one port each, that answer at once and count. */
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import type { ReceiversOrder, ReceiversReady, ReceiversResult } from "@/lib/bench/rows/webhooks";

let wanted = Number.POSITIVE_INFINITY;
let received = 0;
let firstAt = 0;

function count(): void {
  if (received === 0) firstAt = performance.now();
  received += 1;
  if (received < wanted) return;
  wanted = Number.POSITIVE_INFINITY;
  process.send?.({ seconds: (performance.now() - firstAt) / 1_000 } satisfies ReceiversResult);
}

async function listen(): Promise<string> {
  const server = createServer((request, response) => {
    request.resume().once("end", () => {
      response.writeHead(204).end();
      count();
    });
  });
  await new Promise<void>((resolve) => server.listen(0, "127.0.0.1", resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}/webhook`;
}

process.on("message", (order: ReceiversOrder) => {
  received = 0;
  wanted = order.posts;
});
process.once("disconnect", () => process.exit());
const urls: string[] = [];
for (let index = 0; index < Number(process.env.RECEIVERS); index++) urls.push(await listen());
process.send?.({ urls } satisfies ReceiversReady);
