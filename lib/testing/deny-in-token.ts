import { concatHex, type Hex, numberToHex, size } from "viem";
import { uniqueHex } from "./builders";
import type { TestNetwork } from "./network";

const word = (opcodes: string): Hex => `0x${opcodes}`;

/**
 * Makes a token refuse transfers to one account, as USDC and USDT do to those on their denylist: a few instructions in
 * front of its own code, on its own storage. Answers what lifts it again.
 */
export async function denyInToken(
  { chain }: TestNetwork,
  token: Hex,
  denied: Hex,
): Promise<() => Promise<void>> {
  const original = await chain.client.getCode({ address: token });
  if (original === undefined) throw new Error(`there is no token at ${token}`);
  const behind = `0x7e${uniqueHex(20).slice(4)}` as Hex;
  await chain.client.setCode({ address: behind, bytecode: original });
  await chain.client.setCode({ address: token, bytecode: guard(behind, denied) });
  return () => chain.client.setCode({ address: token, bytecode: original });
}

/** Reverts on `transfer(denied, …)`; hands everything else to the code at `behind`. */
function guard(behind: Hex, denied: Hex): Hex {
  // denied == calldata[4..36] and selector == transfer
  const question = concatHex([
    word("73"),
    denied,
    word("60043514"),
    word("63a9059cbb"),
    word("5f3560e01c"),
    word("14"),
    word("16"),
  ]);
  // copy the call, delegate it, copy the answer
  const passOn = concatHex([word("365f5f37"), word("5f5f365f73"), behind, word("5af4"), word("3d5f5f3e")]);
  const jump = 3;
  const answered = size(question) + jump + size(passOn) + jump + size("0x3d5ffd");
  const refused = answered + size("0x5b3d5ff3");
  return concatHex([
    question,
    word("60"),
    numberToHex(refused, { size: 1 }),
    word("57"),
    passOn,
    word("60"),
    numberToHex(answered, { size: 1 }),
    word("57"),
    word("3d5ffd"),
    word("5b3d5ff3"),
    word("5b5f5ffd"),
  ]);
}
