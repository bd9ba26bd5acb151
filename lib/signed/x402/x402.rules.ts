import type { SigningDomain } from "@/lib/chain/contracts/signing.rules";
import type { TokenRef } from "@/lib/chain/token.rules";
import type { ErrorCode } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { AuthorizationFailure, SignedTerms } from "@/lib/signed/authorization.rules";

/** The version of the protocol that a client speaks. */
export type X402Version = 1 | 2;

/** With less time left there is no offer: a signature must be received 120 seconds before the checkout's end. */
export const leastOfferMs = 150_000;

/** One way to pay a checkout by signature. */
export type Offer = TokenRef & {
  amountUnits: bigint;
} & (
    | { kind: "EIP3009"; domain: SigningDomain }
    /** For wallets that approved Permit2. */
    | { kind: "PERMIT2"; domain: null }
  );

/** Names of networks in version 1 that each of its clients knows: those of the package `x402`. */
const oldNames: ReadonlyMap<number, string> = new Map([
  [137, "polygon"],
  [1328, "sei-testnet"],
  [1329, "sei"],
  [1514, "story"],
  [2741, "abstract"],
  [3338, "peaq"],
  [4689, "iotex"],
  [8453, "base"],
  [11124, "abstract-testnet"],
  [41923, "educhain"],
  [43113, "avalanche-fuji"],
  [43114, "avalanche"],
  [80002, "polygon-amoy"],
  [84532, "base-sepolia"],
  [324705682, "skale-base-sepolia"],
]);

/** With those that only `@x402/evm` knows. Other networks have none. */
const firstNames: ReadonlyMap<number, string> = new Map([
  ...oldNames,
  [1, "ethereum"],
  [14, "flare"],
  [143, "monad"],
  [988, "stable"],
  [2201, "stable-testnet"],
  [4326, "megaeth"],
  [42220, "celo"],
  [11155111, "sepolia"],
]);

/**
 * What to offer to clients of version 1, which refuse a whole offer for one network that they don't know: the networks
 * that all of them know or, without one, those with any name.
 */
export function forFirstClients<T extends TokenRef>(offers: readonly T[]): readonly T[] {
  const named = [oldNames, firstNames].map((names) => offers.filter(({ chainId }) => names.has(chainId)));
  return named.find(({ length }) => length > 0) ?? offers;
}

/** A chain's name in a version of the protocol: CAIP-2, but for version 1. */
export function networkName(chainId: number, version: X402Version): string {
  return (version === 1 ? firstNames.get(chainId) : undefined) ?? `eip155:${chainId}`;
}

/** The chain of a network's name in any version; null for one that isn't EVM or that we don't know. */
export function chainOfNetwork(network: string): number | null {
  for (const [chainId, name] of firstNames) if (name === network) return chainId;
  const [, digits] = /^eip155:([1-9]\d{0,15})$/.exec(network) ?? [];
  const chainId = Number(digits);
  return Number.isSafeInteger(chainId) ? chainId : null;
}

/** The reasons of refusal that clients match: the words of the protocol's own SDK. */
export type Reason =
  | "invalid_exact_evm_eip3009_not_supported"
  | "invalid_exact_evm_insufficient_balance"
  | "invalid_exact_evm_network_mismatch"
  | "invalid_exact_evm_nonce_already_used"
  | "invalid_exact_evm_payload_authorization_valid_after"
  | "invalid_exact_evm_payload_authorization_valid_before"
  | "invalid_exact_evm_payload_authorization_value_mismatch"
  | "invalid_exact_evm_recipient_mismatch"
  | "invalid_exact_evm_scheme"
  | "invalid_exact_evm_signature"
  | "invalid_exact_evm_token_name_mismatch"
  | "invalid_exact_evm_transaction_failed"
  | "invalid_exact_evm_transaction_simulation_failed"
  | "invalid_permit2_recipient_mismatch"
  | "invalid_permit2_signature"
  | "invalid_permit2_spender"
  | "permit2_allowance_required"
  | "permit2_amount_mismatch"
  | "permit2_deadline_expired"
  | "permit2_insufficient_balance"
  | "permit2_invalid_nonce"
  | "permit2_not_yet_valid"
  | "permit2_simulation_failed"
  | "permit2_token_mismatch"
  | "settlement_pending"
  | "unsupported_payload_type";

/** What a signed payment can be refused for, with its wrong field. */
export type Refusal = { code: string; param?: string | undefined };

/** By the wrong field of an INVALID_AUTHORIZATION. */
const fieldReasons: Readonly<Record<string, Reason>> = {
  chainId: "invalid_exact_evm_network_mismatch",
  tokenAddress: "invalid_exact_evm_token_name_mismatch",
  tokenName: "invalid_exact_evm_token_name_mismatch",
  from: "invalid_exact_evm_signature",
  to: "invalid_exact_evm_recipient_mismatch",
  value: "invalid_exact_evm_payload_authorization_value_mismatch",
  validAfter: "invalid_exact_evm_payload_authorization_valid_after",
  validBefore: "invalid_exact_evm_payload_authorization_valid_before",
  nonce: "invalid_exact_evm_nonce_already_used",
  scheme: "invalid_exact_evm_scheme",
  kind: "unsupported_payload_type",
  spender: "invalid_permit2_spender",
  signature: "invalid_exact_evm_signature",
};

/** The codes that name a fault of the payment itself. */
const paymentFaults = [
  "INVALID_AUTHORIZATION",
  "AUTHORIZATION_USED",
  "INSUFFICIENT_BALANCE",
  "PERMIT2_ALLOWANCE_REQUIRED",
  "WALLET_BLOCKED",
] as const satisfies readonly ErrorCode[];

const faultReasons: Readonly<Record<(typeof paymentFaults)[number], Reason>> = {
  INVALID_AUTHORIZATION: "invalid_exact_evm_signature",
  AUTHORIZATION_USED: "invalid_exact_evm_nonce_already_used",
  INSUFFICIENT_BALANCE: "invalid_exact_evm_insufficient_balance",
  PERMIT2_ALLOWANCE_REQUIRED: "permit2_allowance_required",
  WALLET_BLOCKED: "invalid_exact_evm_transaction_simulation_failed",
};

/**
 * The reason to answer 402 with. Null when the payment isn't at fault: the checkout, the shop's limits or the network
 * stand in the way, and another signature would not help.
 */
export function reasonOf({ code, param }: Refusal): Reason | null {
  // The token refuses this payer's transfer.
  if (code === "GASLESS_UNAVAILABLE" && param === "signature")
    return "invalid_exact_evm_transaction_simulation_failed";
  if (code === "INVALID_AUTHORIZATION" && param !== undefined && Object.hasOwn(fieldReasons, param))
    return fieldReasons[param] ?? null;
  return isPaymentFault(code) ? faultReasons[code] : null;
}

function isPaymentFault(code: string): code is (typeof paymentFaults)[number] {
  return Object.hasOwn(faultReasons, code);
}

/** Why an accepted payment moved no money. */
export const failureReasons: Readonly<
  Record<AuthorizationFailure | "TRANSACTION_REVERTED" | "TRANSACTION_REPLACED", Reason>
> = {
  CHECKOUT_CHANGED: "invalid_exact_evm_payload_authorization_value_mismatch",
  EXPIRED: "invalid_exact_evm_payload_authorization_valid_before",
  BALANCE_TOO_LOW: "invalid_exact_evm_insufficient_balance",
  NONCE_USED: "invalid_exact_evm_nonce_already_used",
  WALLET_BLOCKED: "invalid_exact_evm_transaction_simulation_failed",
  TRANSFERS_STOPPED: "invalid_exact_evm_transaction_simulation_failed",
  TOKEN_REFUSES: "invalid_exact_evm_transaction_simulation_failed",
  GAS_ABOVE_CAP: "invalid_exact_evm_transaction_simulation_failed",
  NOT_SENT_IN_TIME: "invalid_exact_evm_transaction_failed",
  TRANSACTION_REVERTED: "invalid_exact_evm_transaction_failed",
  TRANSACTION_REPLACED: "invalid_exact_evm_transaction_failed",
};

export function failureReason(stored: string): Reason {
  return Object.hasOwn(failureReasons, stored)
    ? failureReasons[stored as keyof typeof failureReasons]
    : "invalid_exact_evm_transaction_failed";
}

const permit2Words: Partial<Record<Reason, Reason>> = {
  invalid_exact_evm_insufficient_balance: "permit2_insufficient_balance",
  invalid_exact_evm_nonce_already_used: "permit2_invalid_nonce",
  invalid_exact_evm_payload_authorization_valid_after: "permit2_not_yet_valid",
  invalid_exact_evm_payload_authorization_valid_before: "permit2_deadline_expired",
  invalid_exact_evm_payload_authorization_value_mismatch: "permit2_amount_mismatch",
  invalid_exact_evm_recipient_mismatch: "invalid_permit2_recipient_mismatch",
  invalid_exact_evm_signature: "invalid_permit2_signature",
  invalid_exact_evm_token_name_mismatch: "permit2_token_mismatch",
  invalid_exact_evm_transaction_simulation_failed: "permit2_simulation_failed",
};

/** The SDK has other words for the same refusals of a Permit2 payment. */
export function inWordsOf(kind: Offer["kind"], reason: Reason): Reason {
  return kind === "PERMIT2" ? (permit2Words[reason] ?? reason) : reason;
}

/** What a receipt states of a settled payment: the terms that were accepted, not those that a client sends. */
export type PaidTerms = Pick<SignedTerms, "chainId" | "tokenAddress" | "from" | "amountUnits"> & {
  state: "settled" | "final";
  payTo: Hex;
};

/** What became of a payment. */
export type PaymentResult = {
  kind: "settled" | "pending" | "refused";
  /** Null unless refused or pending. */
  reason: Reason | null;
  /** Null until there is a transaction. */
  txHash: Hex | null;
  /** Of a settled payment; null after a reorganisation took it away. */
  receipt?: PaidTerms | null;
};
