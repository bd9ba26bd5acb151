import { privateKeyToAccount } from "viem/accounts";
import type { Hex } from "@/lib/platform/hex.rules";
import type { Signer } from "./signer.chain";

/** Signs with a key that this process holds. @throws when `privateKey` is none; the message does not show it */
export function createLocalSigner(privateKey: Hex): Signer {
  const account = accountOf(privateKey);
  return {
    address: account.address.toLowerCase() as Hex,
    signTransaction: (transaction) => account.signTransaction({ ...transaction, type: "eip1559" }),
  };
}

function accountOf(privateKey: Hex) {
  try {
    return privateKeyToAccount(privateKey);
  } catch {
    throw new TypeError("the private key is not one of secp256k1");
  }
}
