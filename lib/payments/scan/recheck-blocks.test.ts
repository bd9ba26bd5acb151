import { describe, expect, it } from "vitest";
import type { SweepLog, TransferLog } from "@/lib/chain/reader/chain-reader.port";
import type { RecordedLog } from "@/lib/payments/recorded-logs.store";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { blockHash, buildChain, uniqueHex, usdc, usdt } from "@/lib/testing/builders";
import { compareReadings } from "./recheck-blocks";

const chain = buildChain();
const everything = { transfers: [{ to: null, tokens: [usdc, usdt] }], sweepsOf: null };
const address = uniqueHex(20);

function transfer(overrides: Partial<TransferLog> = {}): TransferLog {
  return {
    blockNumber: 7n,
    blockHash: blockHash(7n),
    txHash: uniqueHex(32),
    logIndex: 0,
    tokenAddress: usdc,
    from: uniqueHex(20),
    to: address,
    amountUnits: 5n,
    ...overrides,
  };
}

function sweep(overrides: Partial<SweepLog> = {}): SweepLog {
  const { from: _, to: depositAddress, ...log } = transfer();
  return { ...log, depositAddress, ...overrides };
}

function recorded(log: TransferLog | SweepLog, overrides: Partial<RecordedLog> = {}): RecordedLog {
  return {
    ...log,
    kind: "to" in log ? "transfer" : "sweep",
    checkoutId: "chk_1",
    toAddress: "to" in log ? log.to : null,
    depositAddress: "to" in log ? log.to : log.depositAddress,
    chainId: 31337,
    ...overrides,
  };
}

const nothing = { transfers: [], sweeps: [], refunds: [] };

describe("compareReadings", () => {
  it("finds nothing where both say the same", () => {
    const [paid, swept] = [transfer(), sweep()];
    expect(
      compareReadings(chain, everything, { transfers: [paid], sweeps: [swept], refunds: [] }, [
        recorded(paid),
        recorded(swept),
      ]),
    ).toEqual({ missed: nothing, missing: [] });
  });

  it("returns the logs that the first reading missed", () => {
    const [paid, swept] = [transfer(), sweep()];
    expect(
      compareReadings(chain, everything, { transfers: [paid], sweeps: [swept], refunds: [] }, []),
    ).toEqual({
      missed: { transfers: [paid], sweeps: [swept], refunds: [] },
      missing: [],
    });
  });

  it("distinguishes a transfer from a sweep, and logs at the same index of different blocks", () => {
    const paid = transfer();
    const elsewhere = recorded(paid, { blockHash: blockHash(7n, 1) });
    expect(
      compareReadings(chain, everything, { transfers: [paid], sweeps: [], refunds: [] }, [elsewhere]),
    ).toEqual({
      missed: { transfers: [paid], sweeps: [], refunds: [] },
      missing: [elsewhere],
    });
    const swept = { ...recorded(paid), kind: "sweep" as const };
    expect(
      compareReadings(chain, everything, { transfers: [paid], sweeps: [], refunds: [] }, [swept]).missing,
    ).toEqual([swept]);
  });

  it.each<[string, { to: readonly Hex[] | null; tokens: readonly Hex[] | null }, boolean]>([
    ["all transfers of its token", { to: null, tokens: [usdc] }, true],
    ["transfers of another token", { to: null, tokens: [usdt] }, false],
    ["its address", { to: [address], tokens: null }, true],
    ["other addresses", { to: [uniqueHex(20)], tokens: null }, false],
    ["its address and token", { to: [address], tokens: [usdc] }, true],
    ["its address and another token", { to: [address], tokens: [usdt] }, false],
  ])("misses a recorded transfer when requesting %s: %o %s", (_, filter, isMissing) => {
    const gone = recorded(transfer());
    const { missing } = compareReadings(chain, { transfers: [filter], sweepsOf: null }, nothing, [gone]);
    expect(missing).toEqual(isMissing ? [gone] : []);
  });

  it("misses no transfer when none was requested, no sweep of omitted addresses, and no unlisted token", () => {
    const stranger = recorded(transfer({ tokenAddress: uniqueHex(20) }));
    expect(
      compareReadings(chain, { transfers: [{ to: [address], tokens: null }], sweepsOf: [] }, nothing, [
        stranger,
        recorded(sweep()),
      ]).missing,
    ).toEqual([]);
    expect(
      compareReadings(chain, { transfers: [], sweepsOf: null }, nothing, [recorded(transfer())]).missing,
    ).toEqual([]);
  });
});
