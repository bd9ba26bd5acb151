import { expect, test } from "vitest";
import { buildChain, usdc } from "@/lib/testing/builders";
import { dustIn, dustLimit, isOnlyPayer } from "./dust.rules";

const six = { decimals: 6 };
const eighteen = { decimals: 18 };
const whole = 10n ** 18n;

test.each([
  [null, 0n, six, 10_000n],
  [4_500_000n, 0n, six, 45_000n],
  [4_500_001n, 0n, six, 45_001n],
  [99n, 0n, six, 1n],
  [1n, 0n, six, 1n],
  [4_500_000n, 1n, six, 1n],
  [4_500_000n, 2_000_000n, six, 2_000_000n],
  [null, 2_000_000n, six, 2_000_000n],
  [null, 0n, eighteen, whole / 100n],
  [4n * whole, 0n, eighteen, whole / 25n],
  [4n * whole, 2_000_000n, eighteen, 2n * whole],
])(
  "amounts at a price of %s and a minimum of %s in a token of %j matter from %s",
  (price, minimum, token, limit) => {
    expect(dustLimit(price, minimum, token)).toBe(limit);
  },
);

test.each([
  [100n, 0n, true],
  [100n, 44n, true],
  [100n, 45n, false],
  [40n, 39n, true],
  [40n, 40n, false],
])(
  "a wallet that sent %s is the only payer beside %s of others and a limit of 45: %s",
  (units, othersUnits, isOnly) => {
    expect(isOnlyPayer({ address: "0x1", units, othersUnits }, 45n)).toBe(isOnly);
  },
);

test("is 1 % of the price in the decimals of the token that came, whichever it is priced in", () => {
  const dai = { symbol: "DAI", name: "Dai", address: `0x${"18".repeat(20)}`, decimals: 18 } as const;
  const chains = [buildChain({ tokens: [...buildChain().tokens, dai] })];
  const inUsdc = { chainId: 31337, tokenAddress: usdc };
  const inDai = { chainId: 31337, tokenAddress: dai.address };
  expect(dustIn(chains, inDai, { ...inUsdc, amountUnits: 4_500_000n }, 0n)).toBe((45n * whole) / 1_000n);
  expect(dustIn(chains, inUsdc, { ...inDai, amountUnits: 4n * whole }, 0n)).toBe(40_000n);
  const unselected = { chainId: null, tokenAddress: null, amountUnits: 4_500_000n };
  expect(dustIn(chains, inDai, unselected, 0n)).toBe((45n * whole) / 1_000n);
});
