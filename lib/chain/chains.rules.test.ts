import { getAddress } from "viem";
import { describe, expect, it, test } from "vitest";
import {
  type CodeByChain,
  enabledChain,
  findToken,
  isContractWallet,
  knownChains,
  localChainIds,
  perChain,
  reachesOwner,
} from "./chains.rules";

const native: Readonly<Record<string, string>> = {
  "8453 USDC": "0x833589fCD6eDb6E08f4c7C32D4f71b54bdA02913",
  "8453 USDT": "0xfde4C96c8593536E31F229EA8f37b2ADa2699bb2",
  "137 USDC": "0x3c499c542cEF5E3811e1192ce70d8cC03d5c3359",
  "137 USDT": "0xc2132D05D31c914a87C6611C10748AEb04B58e8F",
  "42161 USDC": "0xaf88d065e77c8cC2239327C5EDb3A432268e5831",
  "42161 USDT": "0xFd086bC7CD5C481DCC9C85ebE478A1C0b69FCbb9",
};

test("Base, Polygon and Arbitrum with the issuers' own contracts, all of 6 decimals", () => {
  const listed = knownChains.flatMap(({ chainId, tokens }) =>
    tokens.map(({ symbol, address, decimals }) => {
      expect(address).toBe(address.toLowerCase());
      expect(decimals).toBe(6);
      return [`${chainId} ${symbol}`, getAddress(address)];
    }),
  );
  expect(Object.fromEntries(listed)).toEqual(native);
  expect(knownChains.every(({ chainId, local }) => !local && !localChainIds.has(chainId))).toBe(true);
});

describe("findToken", () => {
  const usdcOnBase = "0x833589fcd6edb6e08f4c7c32d4f71b54bda02913";

  test("finds a listed token with its chain", () => {
    expect(findToken(knownChains, { chainId: 8453, tokenAddress: usdcOnBase })).toMatchObject({
      chain: { name: "Base" },
      token: { symbol: "USDC" },
    });
  });

  test("finds nothing on another chain, on a disabled one, and for an unlisted contract", () => {
    expect(findToken(knownChains, { chainId: 137, tokenAddress: usdcOnBase })).toBeNull();
    expect(findToken(knownChains, { chainId: 1, tokenAddress: usdcOnBase })).toBeNull();
    expect(findToken(knownChains, { chainId: 8453, tokenAddress: "0x01" })).toBeNull();
  });
});

test("enabledChain finds a chain by its id, and throws for any other", () => {
  expect(enabledChain(knownChains, 137).name).toBe("Polygon");
  expect(() => enabledChain(knownChains, 1)).toThrow("chain 1 is not enabled");
});

test("perChain creates once for each chain, and throws for any other", () => {
  const nameOf = perChain(knownChains, ({ name }) => ({ name }));
  expect(nameOf(137)).toEqual({ name: "Polygon" });
  expect(nameOf(137)).toBe(nameOf(137));
  expect(() => nameOf(1)).toThrow("chain 1 is not enabled");
});

const code = (...answers: (boolean | null)[]): CodeByChain =>
  new Map(answers.map((answer, index) => [index + 1, answer]));

describe("a wallet", () => {
  it.each([
    ["has code on one chain of two", code(false, true), true],
    ["has code on one chain while another never answered", code(null, true), true],
    ["has no code on any chain", code(false, false), false],
    ["has no code on one chain while another never answered", code(false, null), null],
    ["was asked about on no chain", code(), null],
  ])("that %s is a contract: %s", (_, answers, expected) => {
    expect(isContractWallet(answers)).toBe(expected);
  });

  it.each([
    ["a key's wallet", code(false, false), true],
    ["a contract that is deployed here", code(true, false), true],
    ["a contract that is deployed elsewhere only", code(false, true), false],
    ["a contract, while this chain never answered", code(null, true), null],
    ["a wallet of which one chain never answered", code(false, null), null],
  ])("is reached on chain 1 when it is %s: %s", (_, answers, expected) => {
    expect(reachesOwner(answers, 1)).toBe(expected);
  });
});
