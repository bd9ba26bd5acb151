import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { type ServedNode, startNodeBefore } from "@/lib/testing/node/node";
import { createCheckout, getCheckout, untilStatus } from "../support/api";
import { balanceOf, chainOf, pay, tokenOf } from "../support/chain";
import { holdBroadcasts, holdDetected, holdStatement } from "../support/held-service";
import { startReceiver } from "../support/receiver";
import { makeDataRoot, startOwnStack } from "../support/stack";

test("killed after detection and in the middle of settlements, every payment finishes once", async () => {
  test.setTimeout(800_000);
  const receiver = await startReceiver();
  const nodes = new Map<number, ServedNode>();
  const stack = await startOwnStack({
    extraWebhookUrl: receiver.url,
    rpcUrls: async (chainId, rpcUrl) => {
      const node = await startNodeBefore(rpcUrl);
      nodes.set(chainId, node);
      return [node.url];
    },
  });
  try {
    const demo = stack.manifest;
    const chain = chainOf(demo);
    const node = nodes.get(chain.chainId);
    if (node === undefined) throw new Error("the service uses no proxy");
    const url = demo.databaseUrl;
    const moments = {
      "a payment is recorded": () => holdDetected(url),
      "a sweep is signed but not stored": () => holdStatement(url, "INSERT ON outgoing_transactions"),
      "a sweep is stored but not broadcast": () => holdBroadcasts(node),
      "a sweep is broadcast": () => holdStatement(url, "UPDATE ON transaction_attempts"),
    };
    for (const [moment, hold] of Object.entries(moments)) {
      const before = await balanceOf(demo, demo.merchantAddress);
      const checkout = await createCheckout(demo, {
        amount: "3000000",
        chainId: chain.chainId,
        tokenAddress: tokenOf(chain),
      });
      const held = await hold();
      await pay(demo, String(checkout.depositAddress), 3_000_000n);
      await held.reached();
      await stack.server().kill();
      await held.release();

      await stack.startServer();
      const settled = await untilStatus(demo, checkout.id, "SETTLED", 60_000);
      expect(settled, moment).toMatchObject({ totalPaid: "3000000", paidAmount: "3000000" });
      expect((await balanceOf(demo, demo.merchantAddress)) - before, moment).toBe(3_000_000n);
      // Each is delivered for itself: what the killed server had just begun to send comes after its lease.
      for (const kind of ["checkout.created", "checkout.detected", "checkout.paid", "checkout.settled"]) {
        await receiver.until(
          ({ event }) => event.event === kind && event.data.checkoutId === checkout.id,
          100_000,
        );
      }
      const events = receiver.received.filter(({ event }) => event.data.checkoutId === checkout.id);
      const ids = new Map(events.map(({ event, raw }) => [event.id, raw]));
      expect(
        [...ids.values()].map((raw) => JSON.parse(raw).event),
        moment,
      ).toEqual(
        expect.arrayContaining([
          "checkout.created",
          "checkout.detected",
          "checkout.paid",
          "checkout.settled",
        ]),
      );
      expect(ids.size, moment).toBe(4);
    }
  } finally {
    await stack.stop();
    for (const node of nodes.values()) await node.stop();
    await receiver.close();
  }
});

test("a second start finds its data, and restarts the demo when the chain was reset", async () => {
  test.setTimeout(480_000);
  const dataRoot = await makeDataRoot();
  try {
    const first = await startOwnStack({ dataRoot });
    const chain = chainOf(first.manifest);
    const paid = await createCheckout(first.manifest, {
      amount: "1000000",
      chainId: chain.chainId,
      tokenAddress: tokenOf(chain),
    });
    await pay(first.manifest, String(paid.depositAddress), 1_000_000n);
    await untilStatus(first.manifest, paid.id, "SETTLED");
    await first.stop();

    const second = await startOwnStack({ dataRoot });
    expect(second.manifest.serverKey).toBe(first.manifest.serverKey);
    expect(second.manifest.projectId).toBe(first.manifest.projectId);
    expect(await getCheckout(second.manifest, paid.id)).toMatchObject({ status: "SETTLED" });
    const open = await createCheckout(second.manifest, {
      amount: "1000000",
      chainId: chain.chainId,
      tokenAddress: tokenOf(chain),
    });
    await pay(second.manifest, String(open.depositAddress), 1_000_000n);
    await untilStatus(second.manifest, open.id, "SETTLED");
    await second.stop();

    const folder = path.join(dataRoot, "demo");
    for (const name of await readdir(folder)) {
      if (name.startsWith("chain-31337")) await rm(path.join(folder, name), { recursive: true });
    }
    const third = await startOwnStack({ dataRoot });
    expect(third.said.join("\n")).toContain("the demo starts over");
    const again = await createCheckout(third.manifest, {
      amount: "1000000",
      chainId: chain.chainId,
      tokenAddress: tokenOf(chain),
    });
    await pay(third.manifest, String(again.depositAddress), 1_000_000n);
    await untilStatus(third.manifest, again.id, "SETTLED");
    await third.stop();
  } finally {
    await rm(dataRoot, { recursive: true, force: true });
  }
});
