import { afterAll, beforeAll, expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { createWalletCode } from "@/lib/chain/wallets.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { startTestNetwork, type TestNetwork } from "@/lib/testing/network";
import { severalNodes } from "@/lib/testing/scripted-rpc-node";
import { freshWallet, openServiceWorld, type ServiceWorld } from "@/lib/testing/service-world";
import { outcome } from "@/lib/testing/till";

let network: TestNetwork;

let world: ServiceWorld;

beforeAll(async () => {
  network = await startTestNetwork();
  world = await openServiceWorld([network]);
});

afterAll(async () => {
  await world?.close();
  await network?.chain.stop();
});

/** The service after a restart, while the chain's node does not answer. */
function restartWithSilentNode(): void {
  const silent = async () => Promise.reject(new ChainUnavailable("down"));
  const readers = [severalNodes(network.reader, [{ hasCode: silent }])];
  const { clock, log } = world.deps;
  world.deps.walletCode = createWalletCode({ clock, log, readers, store: world.stores.walletCodes });
}

it("a node that is silent after a restart leaves an ordinary wallet what it was, in the address too", async () => {
  const before = await world.create();
  expect(before.openSweep).toBe(true);
  restartWithSilentNode();
  world.clockAheadMs += 30 * 24 * 3_600_000;
  const after = await world.create();
  expect(after.openSweep).toBe(true);
  const { id: checkoutId, merchantAddress, refundAuthority } = after;
  expect(after.depositAddress).toBe(
    world.deps.depositAddresses.derive({ checkoutId, merchantAddress, refundAuthority, openSweep: true }),
  );
});

it("a wallet that was never checked makes the creation fail by name, and nothing is stored", async () => {
  restartWithSilentNode();
  const [before] = await world.query<{ count: bigint }>("SELECT count(*) FROM checkouts");
  expect(
    await outcome(world.create({ fiatAmount: "4.50", fiatCurrency: "USD", merchantAddress: freshWallet() })),
  ).toBe("CHAIN_UNAVAILABLE");
  expect(await world.query("SELECT count(*) FROM checkouts")).toEqual([before]);
});

it("code stays, whatever a later answer says, and the last look is remembered", async () => {
  const wallet: Hex = freshWallet();
  const { walletCodes } = world.stores;
  const told = (hasCode: boolean, seconds: number) =>
    walletCodes.save(wallet, [{ chainId: 31337, hasCode, checkedAt: new Date(seconds * 1_000) }]);
  await told(false, 1);
  expect(await walletCodes.find(wallet)).toMatchObject([{ hasCode: false }]);
  await Promise.all([told(true, 2), told(false, 3)]);
  expect(await walletCodes.find(wallet)).toEqual([
    { chainId: 31337, hasCode: true, checkedAt: new Date(3_000) },
  ]);
});
