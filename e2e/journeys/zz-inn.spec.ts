import { expect, test } from "@playwright/test";
import { openHeldLeases } from "@/lib/testing/held-leases";
import { startInngestServer } from "@/lib/testing/inngest-server";
import { createCheckout, untilStatus } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { startInstances } from "../support/instances";
import { startOwnStack } from "../support/stack";
import { findLastingPort } from "@/lib/testing/lasting-port";
import { createServer, request } from "node:http";
import { setTimeout as sleep } from "node:timers/promises";

test.setTimeout(900_000);
test("try", async () => {
  const stack = await startOwnStack({});
  await stack.server().stop();
  // a counting balancer
  const lbPort = await findLastingPort();
  let origins: readonly string[] = []; let next = 0; let calls = 0; const by = new Map<string, number>();
  const lb = createServer((q, s) => {
    calls++; const fn = /fnId=[^&]*?checkout-([\w-]+)/.exec(q.url ?? "")?.[1] ?? q.method ?? ""; by.set(fn, (by.get(fn) ?? 0) + 1);
    const to = new URL(origins[next++ % origins.length] ?? "http://127.0.0.1:1");
    const up = request({ host: "127.0.0.1", port: to.port, path: q.url, method: q.method, headers: q.headers }, (r) => { s.writeHead(r.statusCode ?? 500, r.headers); r.pipe(s); });
    up.on("error", () => { s.destroy(); }); q.pipe(up);
  }).listen(lbPort, "127.0.0.1");
  const lbUrl = `http://127.0.0.1:${lbPort}`;
  const server = await startInngestServer({ bin: process.env.INNGEST_BIN ?? "", serveOrigin: lbUrl });
  const leases = await openHeldLeases(stack.manifest.databaseUrl);
  const t0 = Date.now();
  const instances = await startInstances(stack, 2, { awaits: "answer", env: { ...server.env, INNGEST_SERVE_ORIGIN: lbUrl } });
  origins = instances.origins;
  console.log("started", Date.now() - t0);
  const names = ["watch-chain 31337", "watch-chain 31338", "upkeep"];
  const held = async () => Promise.all(names.map((name) => leases.holderOf(name)));
  const log = async (what: string) => console.log(((Date.now() - t0) / 1000).toFixed(1), what, JSON.stringify(await held()), calls, JSON.stringify([...by]));
  for (let i = 0; i < 20; i++) { await log("start"); await sleep(1000); }
  const demo = instances.at(0); const chain = chainOf(demo);
  const payOne = async () => {
    const c0 = calls; const at = Date.now();
    const checkout = await createCheckout(demo, { amount: "3000000", chainId: chain.chainId, tokenAddress: tokenOf(chain) });
    await pay(demo, String(checkout.depositAddress), 3_000_000n);
    await untilStatus(demo, checkout.id, "SETTLED", 90_000);
    await log(`paid and settled in ${Date.now() - at} ms, ${calls - c0} calls`);
  };
  await payOne(); await payOne();
  await server.kill(); await log("server killed");
  for (let i = 0; i < 14; i++) { await sleep(1000); await log("down"); }
  await payOne();
  await server.start(); await log("server back");
  for (let i = 0; i < 12; i++) { await sleep(1000); await log("back"); }
  const c0 = calls; await sleep(60_000); console.log("idle minute", calls - c0); await log("idle");
  await payOne();
  const r = await fetch(`${demo.baseUrl}/readyz`); console.log(await r.text());
  await instances.stop(); await server.stop(); lb.close(); await leases.close(); await stack.stop();
  expect(1).toBe(1);
});
