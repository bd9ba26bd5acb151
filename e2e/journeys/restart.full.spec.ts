import { readdir, rm } from "node:fs/promises";
import path from "node:path";
import { expect, test } from "@playwright/test";
import { createCheckout, getCheckout, untilStatus } from "../support/api";
import { chainOf, pay, tokenOf } from "../support/chain";
import { makeDataRoot } from "../support/data-root";
import { startOwnStack } from "../support/stack";

test("a second start finds its data, and a chain that was reset begins the demo anew", async () => {
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
