import { describe, expect, test } from "vitest";
import {
  choicesOf,
  type Holding,
  holdsNothing,
  namedChoice,
  payableChoices,
  suggestedChoice,
  type WalletChoice,
  type WalletOrder,
} from "./wallet-order";

const choice = (chainId: number, tokenSymbol: string, feeUsd = "0.01"): WalletChoice => ({
  chainId,
  networkName: `Network ${chainId}`,
  blockExplorerUrl: "",
  nativeCurrency: { name: "BNB", symbol: "BNB", decimals: 18 },
  tokenAddress: `0x${tokenSymbol}`,
  tokenSymbol,
  tokenDecimals: 6,
  amount: "10",
  feeUsd,
  isFree: false,
});
const choices = [
  choice(1, "USDC"),
  choice(1, "USDT"),
  choice(2, "USDC", "0.001"),
  choice(2, "USDT", "0.001"),
];
const usdcSigning = {
  kind: "EIP3009" as const,
  domain: { name: "USD Coin", version: "2" },
  permitNonce: null,
};
const selected = (at: number) => ({ ...choices[at], depositAddress: "0xd0" }) as WalletOrder;

test.each<
  [
    what: string,
    units: (number | null)[],
    gasless: boolean[],
    chainId: number,
    order: number | null,
    best: number,
  ]
>([
  ["the only one it holds", [0, 10, 9, 9], [], 2, null, 1],
  ["the one on its network", [10, 10, 10, 10], [], 2, null, 2],
  ["on its network, the one without a fee", [10, 10, 10, 10], [false, true], 1, null, 1],
  ["elsewhere, the one without a fee", [10, 10, 10, 10], [true], 9, null, 0],
  ["elsewhere, the lowest fee", [10, 10, 10, 10], [], 9, null, 2],
  ["what was selected, while it suffices", [10, 10, 10, 10], [true], 1, 3, 3],
  ["another than selected, if only that suffices", [10, 0, 0, 0], [], 1, 3, 0],
  ["what was selected, if none suffices", [0, 0, 0, 0], [], 1, 3, 3],
  ["the first, if nobody knows what it holds", [null, null, null, null], [], 1, null, 0],
])("a wallet is suggested %s", (_, units, gasless, walletChainId, order, best) => {
  const holdings = units.map(
    (held, at): Holding => ({
      units: held === null ? null : BigInt(held),
      signing: gasless[at] === true ? usdcSigning : null,
    }),
  );
  const context = { walletChainId, preferred: order === null ? null : selected(order) };
  expect(suggestedChoice(choices, holdings, context)).toEqual(choices[best]);
});

const held = (...units: (number | null)[]): Holding[] =>
  units.map((each) => ({ units: each === null ? null : BigInt(each), signing: null }));

test.each([
  ["too little of each", held(0, 9, 9, 0), true],
  ["enough of one", held(0, 0, 10, 0), false],
  ["an unknown balance", held(0, 0, null, 0), false],
])("a wallet with %s holds nothing to pay with: %o is %s", (_, holdings, expected) => {
  expect(holdsNothing(choices, holdings)).toBe(expected);
});

test("ignores choices without a rate, and doesn't call a wallet empty when it has no choices", () => {
  const unpriced = choices.map((each) => ({ ...each, amount: null }));
  expect(holdsNothing(unpriced, held(0, 0, 0, 0))).toBe(false);
  expect(holdsNothing([], [])).toBe(false);
});

test("unknown balances are listed once the wallet refused a network", () => {
  const holdings = held(10, null, 9, 10);
  const listed = (refused: boolean) =>
    payableChoices(choices, holdings, refused).map((each) => choices.indexOf(each));
  expect(listed(false)).toEqual([0, 3]);
  expect(listed(true)).toEqual([0, 1, 3]);
});

test("a choice without a rate is not suggested", () => {
  const [first, ...rest] = choices.map((each) => ({ ...each, amount: null }));
  if (first === undefined) throw new Error("no choice");
  expect(suggestedChoice([first, ...rest], [], { walletChainId: 1, preferred: null })).toBeNull();
});

test("lists the selected choice once, with the remaining amount", () => {
  const order = { ...selected(2), amount: "7" };
  expect(
    choicesOf({ checkoutId: "chk", order, choices, reported: null }).map(({ amount }) => amount),
  ).toEqual(["10", "10", "7", "10"]);
  expect(choicesOf({ checkoutId: "chk", order, choices: [], reported: null })).toEqual([order]);
});

describe("the payment that a button names", () => {
  const offered = (order: number | null) => ({
    checkoutId: "chk",
    order: order === null ? null : selected(order),
    choices,
    reported: null,
  });
  const free = (at: number) => choices.map((each, index) => ({ ...each, isFree: index === at }));

  test.each<[what: string, units: (number | null)[], order: number | null, named: number | null]>([
    ["the selected one that the wallet holds", [10, 10, null, null], 1, 1],
    ["the selected one of unknown balance", [10, 10, null, null], 3, 3],
    ["none when the wallet holds too little of the selected one", [10, 9, null, null], 1, null],
    ["the one that the wallet holds on its network", [9, 10, null, null], null, 1],
    ["the cheapest elsewhere when it holds none there", [9, 9, null, null], null, 2],
    ["none when it holds none anywhere", [0, 0, 0, 0], null, null],
  ])("is %s", (_, units, order, at) => {
    const named = namedChoice(offered(order), held(...units), 1);
    expect(named === null ? null : [named.chainId, named.tokenSymbol]).toEqual(
      at === null ? null : [choices[at]?.chainId, choices[at]?.tokenSymbol],
    );
  });

  test("prefers a token without a network fee", () => {
    const offer = { ...offered(null), choices: free(1) };
    expect(namedChoice(offer, held(10, 10, null, null), 1)).toEqual(offer.choices[1]);
  });
});
