import type { CheckoutStatus } from "@/lib/checkouts/checkout.rules";
import type { VerifyPaymentResult } from "@/lib/checkouts/checkout-input.schema";
import type { ApiAnswer } from "./api";

/** The result for a transaction that a customer submits, by the service's codes. */
export type FoundPayment =
  | { kind: "recorded"; status: CheckoutStatus }
  | { kind: "expected" }
  | { kind: "other_network"; chainId: number }
  | { kind: "other_token"; chainId: number }
  | { kind: "reverted"; chainId: number }
  | { kind: "not_here"; chainId: number }
  | { kind: "nowhere" }
  | { kind: "limited"; retryAfterMs: number }
  | { kind: "unanswered" };

type Verify = (chainId: number) => Promise<ApiAnswer<VerifyPaymentResult>>;

/**
 * Tries one network after another, the likeliest first, until one knows the transaction: a hash does not name its
 * network. One request each, because the service allows few per minute.
 */
export async function findPayment(chainIds: readonly number[], verify: Verify): Promise<FoundPayment> {
  let soFar: FoundPayment = { kind: "nowhere" };
  for (const chainId of chainIds) {
    const found = read(await verify(chainId), chainId);
    if (found.kind === "nowhere") continue;
    if (found.kind !== "expected" && found.kind !== "unanswered") return found;
    // Unknown here; another network may know it. An unanswered network leaves the most doubt.
    if (soFar.kind !== "unanswered") soFar = found;
  }
  return soFar;
}

function read(answer: ApiAnswer<VerifyPaymentResult>, chainId: number): FoundPayment {
  if (answer.ok) {
    switch (answer.data.outcome) {
      case "RECORDED":
        return { kind: "recorded", status: answer.data.status };
      case "EXPECTED":
        return { kind: "expected" };
      case "UNANSWERED":
        return { kind: "unanswered" };
      default:
        return answer.data.outcome satisfies never;
    }
  }
  switch (answer.error.code) {
    case "CHAIN_MISMATCH":
      return { kind: "other_network", chainId };
    case "NO_MATCHING_TRANSFER":
      return { kind: answer.error.param === "tokenAddress" ? "other_token" : "not_here", chainId };
    case "TRANSACTION_REVERTED":
      return { kind: "reverted", chainId };
    case "TRANSACTION_NOT_FOUND":
      return { kind: "nowhere" };
    case "RATE_LIMIT_EXCEEDED":
      return { kind: "limited", retryAfterMs: answer.error.retryAfterMs };
    default:
      return { kind: "unanswered" };
  }
}

/**
 * The transaction hash in pasted text: the hash itself, or a block explorer's URL that ends in it.
 *
 * @example transactionHashIn("https://basescan.org/tx/0xAB…#eventlog") // "0xab…"
 * @returns lower-case; null without a hash, or with more than one
 */
export function transactionHashIn(text: string): string | null {
  // Written without look-behind, which would end the whole script in an older browser.
  const found = text.matchAll(/(?:^|[^0-9a-zA-Z])(?:0x)?([0-9a-fA-F]{64})(?![0-9a-zA-Z])/g);
  const hashes = new Set(Array.from(found, ([, digits = ""]) => `0x${digits.toLowerCase()}`));
  const [hash] = hashes;
  return hashes.size === 1 && hash !== undefined ? hash : null;
}

/**
 * The address in pasted text: the address itself, or a block explorer's URL with it.
 *
 * @returns as it is written; null without an address, or with more than one
 */
export function addressIn(text: string): string | null {
  const matches = text.matchAll(/(?:^|[^0-9a-zA-Z])(0x[0-9a-fA-F]{40})(?![0-9a-zA-Z])/g);
  const found = new Set(Array.from(matches, ([, address = ""]) => address));
  const [address] = found;
  return found.size === 1 && address !== undefined ? address : null;
}

/**
 * Whether pasted text names a wallet's own hash, which no network knows: a Safe's transaction, or an operation of an
 * account contract (ERC-4337), as their apps and explorers write them.
 *
 * @example isWalletHash("https://jiffyscan.xyz/userOpHash/0xab…?network=base") // true
 */
export function isWalletHash(text: string): boolean {
  return /multisig_0x|safe_?tx_?hash|user[-_ ]?op|\/ops?\/0x/i.test(text);
}
