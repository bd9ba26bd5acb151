import { describe, expect, it } from "vitest";
import { type CodeByChain, isContractWallet, reachesOwner } from "./chains.rules";

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
  ])("is reached on chain 1 where it is %s: %s", (_, answers, expected) => {
    expect(reachesOwner(answers, 1)).toBe(expected);
  });
});
