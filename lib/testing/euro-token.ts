import { domainSeparator, type Hex, keccak256, stringToHex } from "viem";
import { localUsdcAbi, localUsdcBytecode } from "@/lib/contracts/abi/local";
import type { TestNetwork } from "./network";
import { deploy } from "./world/odd-payments";

/** The local USDC under EURC's name, to which its signatures are bound. */
export async function deployEuroToken(network: TestNetwork): Promise<Hex> {
  const token = await deploy(network, localUsdcAbi, localUsdcBytecode);
  const { client } = network.chain;
  const words = (name: string) => {
    const domain = { name, version: "2", chainId: network.definition.chainId, verifyingContract: token };
    return [domainSeparator({ domain }), keccak256(stringToHex(name)), shortString(name)];
  };
  const euro = words("Euro Coin");
  const code = (await client.getCode({ address: token })) ?? "0x";
  const bytecode = words("USD Coin").reduce<string>((patched, word, index) => {
    if (!patched.includes(word.slice(2))) throw new Error(`the token's code has no ${word}`);
    return patched.replaceAll(word.slice(2), (euro[index] ?? "").slice(2));
  }, code);
  await client.setCode({ address: token, bytecode: bytecode as Hex });
  return token;
}

/** OpenZeppelin's ShortString: the text's bytes, and its length in the last byte. */
function shortString(text: string): Hex {
  return `0x${stringToHex(text).slice(2).padEnd(62, "0")}${text.length.toString(16).padStart(2, "0")}`;
}
