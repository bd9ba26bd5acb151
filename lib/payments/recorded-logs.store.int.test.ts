import { beforeEach, describe, expect, test } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { blockHash, buildSweep, buildTransfer, usdt } from "@/lib/testing/builders";
import { testWorld } from "@/lib/testing/world";
import type { TestStores } from "@/lib/testing/world/stores";

const world = testWorld();
let stores: TestStores;
let projectId: string;

beforeEach(() => {
  stores = world.stores;
  projectId = world.project.id;
});

const chainId = 31337;

describe("recorded logs", () => {
  let checkout: Checkout;

  beforeEach(async () => {
    checkout = await stores.createCheckout({ projectId });
  });

  test("returns a range's logs with their deposit address, without orphaned ones and other chains'", async () => {
    const [below, lowest, highest, above] = [9n, 10n, 20n, 21n].map((blockNumber) =>
      buildTransfer(checkout, { blockNumber }),
    );
    const swept = buildSweep(checkout, { blockNumber: 15n });
    const gone = buildTransfer(checkout, { blockNumber: 12n, blockHash: blockHash(12n, 1) });
    const elsewhere = buildTransfer(checkout, { blockNumber: 11n, chainId: 31338 });
    await stores.payments.transaction(async (tx) => {
      await tx.insertTransfers([below, lowest, highest, above, gone, elsewhere].flatMap((row) => row ?? []));
      await tx.insertSweeps([swept]);
      await tx.orphanMismatched(chainId, [{ number: 12n, hash: blockHash(12n) }]);
    });
    const found = await stores.recordedLogs.inBlocks(chainId, 10n, 20n);
    expect(found.map(({ kind, txHash }) => [kind, txHash])).toEqual([
      ["transfer", lowest?.txHash],
      ["sweep", swept.txHash],
      ["transfer", highest?.txHash],
    ]);
    const { id: _, blockTimestamp: __, ...log } = swept;
    const { depositAddress } = checkout;
    expect(found[1]).toEqual({ ...log, kind: "sweep", depositAddress, toAddress: null });
    expect(found[0]?.toAddress).toBe(depositAddress);
  });

  test("waits for finality with the highest price in its token, on its chain", async () => {
    await world.query(
      `INSERT INTO quotes (checkout_id, ordinal, chain_id, token_address, amount_units)
       SELECT checkout_id, 10 + n, chain, token_address, units
       FROM quotes, (VALUES (1, $2::int, 8), (2, 31338, 9000000)) AS other (n, chain, units) WHERE checkout_id = $1`,
      [checkout.id, chainId],
    );
    await stores.payments.transaction((tx) => tx.insertTransfers([buildTransfer(checkout)]));
    const waits = (upTo: bigint) => stores.recordedLogs.awaitingFinality("transfers", chainId, upTo, null, 9);
    expect(await waits(10n)).toMatchObject([{ quotedUnits: 4_500_000n }]);
    expect(await waits(9n)).toEqual([]);
  });

  test("an address counts as unswept until a sweep of the token came after the transfer", async () => {
    const unswept = () => stores.recordedLogs.unsweptAddresses(chainId);
    const other = await stores.createCheckout({ projectId });
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([
        buildTransfer(checkout, { blockNumber: 10n }),
        buildTransfer(other, { blockNumber: 10n, chainId: 31338 }),
      ]),
    );
    expect(await unswept()).toEqual([checkout.depositAddress]);
    await stores.payments.transaction((tx) =>
      tx.insertSweeps([
        buildSweep(checkout, { blockNumber: 9n }),
        buildSweep(checkout, { blockNumber: 11n, tokenAddress: usdt }),
      ]),
    );
    expect(await unswept()).toEqual([checkout.depositAddress]);
    await stores.payments.transaction((tx) => tx.insertSweeps([buildSweep(checkout, { blockNumber: 12n })]));
    expect(await unswept()).toEqual([]);
    await stores.payments.transaction((tx) =>
      tx.insertTransfers([buildTransfer(checkout, { blockNumber: 13n })]),
    );
    expect(await unswept()).toEqual([checkout.depositAddress]);
  });
});
