import { describe, expect, it, test } from "vitest";
import { knownChains } from "@/lib/chain/chain-defaults.rules";
import {
  type CodeByChain,
  enabledChain,
  findToken,
  isContractWallet,
  perChain,
  reachesOwner,
} from "./chains.rules";

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
    expect(findToken(knownChains, { chainId: 4242, tokenAddress: usdcOnBase })).toBeNull();
    expect(findToken(knownChains, { chainId: 8453, tokenAddress: "0x01" })).toBeNull();
  });
});

test("enabledChain finds a chain by its id, and throws for any other", () => {
  expect(enabledChain(knownChains, 137).name).toBe("Polygon");
  expect(() => enabledChain(knownChains, 4242)).toThrow("chain 4242 is not enabled");
});

test("perChain creates once for each chain, and throws for any other", () => {
  const nameOf = perChain(knownChains, ({ name }) => ({ name }));
  expect(nameOf(137)).toEqual({ name: "Polygon" });
  expect(nameOf(137)).toBe(nameOf(137));
  expect(() => nameOf(4242)).toThrow("chain 4242 is not enabled");
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
