import { expect, test } from "vitest";
import { byCheckout, transferEntry, transferMoves } from "@/lib/checkouts/state/transfer-moves.rules";
import {
  buildCheckout,
  buildQuote,
  buildTransfer,
  noon,
  uniqueHex,
  usdc,
  usdt,
} from "@/lib/testing/builders";

const one = { id: "chk_1" };
const two = { id: "chk_2" };

test("groups transfers by checkout and token, with the first and the sum of each", () => {
  const [first, second] = [buildTransfer(one, { amountUnits: 5n }), buildTransfer(one, { amountUnits: 7n })];
  const stray = buildTransfer(one, { tokenAddress: usdt });
  const elsewhere = buildTransfer(one, { chainId: 31338 });
  const others = buildTransfer(two, { amountUnits: 2n ** 256n - 1n });
  const moves = transferMoves("transfer.received", [first, stray, second, elsewhere, others]);
  expect(moves).toEqual([
    {
      kind: "transfer.received",
      checkoutId: "chk_1",
      chainId: 31337,
      tokenAddress: usdc,
      amountUnits: 12n,
      count: 2,
      txHash: first.txHash,
      from: first.fromAddress,
    },
    expect.objectContaining({ checkoutId: "chk_1", tokenAddress: usdt, count: 1 }),
    expect.objectContaining({ checkoutId: "chk_1", chainId: 31338, count: 1 }),
    expect.objectContaining({ checkoutId: "chk_2", amountUnits: 2n ** 256n - 1n }),
  ]);
  const groups = byCheckout(moves);
  expect([...groups].map(([id, own]) => [id, own.length])).toEqual([
    ["chk_1", 3],
    ["chk_2", 1],
  ]);
});

test("an entry says whether its token was ever selected, on that very chain", () => {
  const quotes = [
    buildQuote({ tokenAddress: usdt }),
    buildQuote({ chainId: 31338, offered: true }),
    buildQuote(),
  ];
  const { chainId, tokenAddress } = buildQuote();
  const checkout = { ...buildCheckout({ projectId: "prj_1" }), chainId, tokenAddress };
  const counts = (overrides: Parameters<typeof buildTransfer>[1]) => {
    const [move] = transferMoves("transfer.reverted", [buildTransfer(one, overrides)]);
    if (move === undefined) throw new Error("nothing moved");
    return transferEntry(move, { checkout, quotes }, noon).details?.counts;
  };
  expect(counts({})).toBe(true);
  expect(counts({ tokenAddress: usdt })).toBe(true);
  expect(counts({ chainId: 31338 })).toBe(false);
  expect(counts({ tokenAddress: uniqueHex(20) })).toBe(false);
});

test("an entry is of plain values, amounts as text", () => {
  const transfer = buildTransfer(one, { amountUnits: 2n ** 255n });
  const [move] = transferMoves("transfer.received", [transfer]);
  if (move === undefined) throw new Error("nothing moved");
  expect(transferEntry(move, { checkout: buildCheckout({ projectId: "prj_1" }), quotes: [] }, noon)).toEqual({
    kind: "transfer.received",
    details: {
      chainId: 31337,
      tokenAddress: usdc,
      amount: (2n ** 255n).toString(),
      count: 1,
      txHash: transfer.txHash,
      from: transfer.fromAddress,
      counts: false,
    },
    at: noon,
  });
});
