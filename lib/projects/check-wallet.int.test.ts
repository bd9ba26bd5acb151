import { expect, it } from "vitest";
import { ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import { createWalletCode } from "@/lib/chain/wallets.chain";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { severalNodes } from "@/lib/testing/node/scripted-node";
import { outcome } from "@/lib/testing/outcome";
import { fileWorld, freshWallet, testNetwork } from "@/lib/testing/world";

const network = await testNetwork();
const world = await fileWorld([network]);

/** The service after a restart, while the chain's node does not answer. */
function restartWithSilentNode(): void {
  const silent = async () => Promise.reject(new ChainUnavailable("down"));
  const readers = [severalNodes(network.reader, [{ hasCode: silent }])];
  const { clock, log } = world.deps;
  world.deps.walletCode = createWalletCode({ clock, log, readers, store: world.stores.walletCodes });
}

it("keeps an ordinary wallet's result when a node is silent after a restart, also in the address", async () => {
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

it("fails the creation by name for an unchecked wallet, and stores nothing", async () => {
  restartWithSilentNode();
  const [before] = await world.query<{ count: bigint }>("SELECT count(*) FROM checkouts WHERE own(id)");
  expect(
    await outcome(world.create({ fiatAmount: "4.50", fiatCurrency: "USD", merchantAddress: freshWallet() })),
  ).toBe("CHAIN_UNAVAILABLE");
  expect(await world.query("SELECT count(*) FROM checkouts WHERE own(id)")).toEqual([before]);
});

it("remembers that a wallet has code despite later answers, and when it was last checked", async () => {
  const wallet: Hex = freshWallet();
  const { walletCodes } = world.stores;
  const told = (hasCode: boolean, seconds: number) =>
    walletCodes.save(wallet, [{ chainId: 31337, hasCode, checkedAt: new Date(seconds * 1_000) }]);
  const known = async () => (await walletCodes.find(wallet)).filter(({ chainId }) => chainId === 31337);
  await told(false, 1);
  expect(await known()).toMatchObject([{ hasCode: false }]);
  await Promise.all([told(true, 2), told(false, 3)]);
  expect(await known()).toEqual([{ chainId: 31337, hasCode: true, checkedAt: new Date(3_000) }]);
});
