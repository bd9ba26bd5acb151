import { describe, expect, it } from "vitest";
import { operations } from "@/lib/api/operation-list";
import { type AuthorizationFacts, outcomeOf } from "@/lib/signed/authorization.rules";
import { chainOfNetwork, failureReason, failureReasons, networkName, reasonOf } from "./x402.rules";

/** Reasons in `@x402/evm` 2.27.0 (exact scheme, facilitator), which clients match. */
const sdkReasons = [
  "invalid_exact_evm_authorization_value",
  "invalid_exact_evm_eip3009_not_supported",
  "invalid_exact_evm_insufficient_balance",
  "invalid_exact_evm_network_mismatch",
  "invalid_exact_evm_nonce_already_used",
  "invalid_exact_evm_payload_authorization_valid_after",
  "invalid_exact_evm_payload_authorization_valid_before",
  "invalid_exact_evm_payload_authorization_value_mismatch",
  "invalid_exact_evm_recipient_mismatch",
  "invalid_exact_evm_scheme",
  "invalid_exact_evm_signature",
  "invalid_exact_evm_token_name_mismatch",
  "invalid_exact_evm_token_version_mismatch",
  "invalid_exact_evm_transaction_failed",
  "invalid_exact_evm_transaction_simulation_failed",
  "permit2_allowance_required",
  "settlement_pending",
  "unsupported_payload_type",
];

/** The errors of a signed payment, with each wrong field. */
const answers: [code: string, param: string | undefined, reason: string | null][] = [
  ["INVALID_AUTHORIZATION", "chainId", "invalid_exact_evm_network_mismatch"],
  ["INVALID_AUTHORIZATION", "tokenName", "invalid_exact_evm_token_name_mismatch"],
  ["INVALID_AUTHORIZATION", "tokenAddress", "invalid_exact_evm_token_name_mismatch"],
  ["INVALID_AUTHORIZATION", "from", "invalid_exact_evm_signature"],
  ["INVALID_AUTHORIZATION", "to", "invalid_exact_evm_recipient_mismatch"],
  ["INVALID_AUTHORIZATION", "value", "invalid_exact_evm_payload_authorization_value_mismatch"],
  ["INVALID_AUTHORIZATION", "validAfter", "invalid_exact_evm_payload_authorization_valid_after"],
  ["INVALID_AUTHORIZATION", "validBefore", "invalid_exact_evm_payload_authorization_valid_before"],
  ["INVALID_AUTHORIZATION", "scheme", "invalid_exact_evm_scheme"],
  ["INVALID_AUTHORIZATION", "signature", "invalid_exact_evm_signature"],
  ["INVALID_AUTHORIZATION", "__proto__", "invalid_exact_evm_signature"],
  ["AUTHORIZATION_USED", "nonce", "invalid_exact_evm_nonce_already_used"],
  ["INSUFFICIENT_BALANCE", "from", "invalid_exact_evm_insufficient_balance"],
  ["PERMIT2_ALLOWANCE_REQUIRED", "from", "permit2_allowance_required"],
  ["WALLET_BLOCKED", "from", "invalid_exact_evm_transaction_simulation_failed"],
  ["GASLESS_UNAVAILABLE", "signature", "invalid_exact_evm_transaction_simulation_failed"],
  // Another signature would not help: these keep their own status.
  ["GASLESS_UNAVAILABLE", undefined, null],
  ["AUTHORIZATION_IN_FLIGHT", undefined, null],
  ["CHECKOUT_EXPIRED", undefined, null],
  ["CHECKOUT_NOT_FOUND", undefined, null],
  ["CHECKOUT_NOT_PAYABLE", undefined, null],
  ["PROJECT_NOT_FOUND", undefined, null],
  ["ORIGIN_NOT_ALLOWED", undefined, null],
  ["CHECKOUT_NOT_SELECTABLE", undefined, null],
  ["EXCHANGE_RATE_UNAVAILABLE", undefined, null],
  ["RATE_LIMIT_EXCEEDED", undefined, null],
  ["NETWORK_LIMIT_REACHED", undefined, null],
  ["TRANSFERS_STOPPED", undefined, null],
  ["VALIDATION_ERROR", undefined, null],
];

describe("the reason of a refusal", () => {
  it.each(answers)("of %s with the field %s is %s", (code, param, reason) => {
    expect(reasonOf({ code, param })).toBe(reason);
  });

  it("is decided for every error of a signed payment on the page and here", () => {
    const { authorizePayment, payCheckout } = operations;
    const ofBody = ["PAYLOAD_TOO_LARGE", "UNSUPPORTED_MEDIA_TYPE"];
    const codes = new Set<string>([...authorizePayment.errors, ...payCheckout.errors]);
    const decided = new Set(answers.map(([code]) => code));
    expect([...codes].filter((code) => !decided.has(code)).toSorted()).toEqual(ofBody);
    const own = new Set(answers.flatMap(([code, , reason]) => (reason === null ? [code] : [])));
    expect([...own].filter((code) => !(payCheckout.errors as readonly string[]).includes(code))).toEqual([]);
  });

  it("is a word of the SDK", () => {
    const words = [...answers.flatMap(([, , reason]) => reason ?? []), ...Object.values(failureReasons)];
    expect(words.filter((word) => !sdkReasons.includes(word))).toEqual([]);
    expect(failureReason("SOMETHING_NEW")).toBe("invalid_exact_evm_transaction_failed");
    expect(failureReason("constructor")).toBe("invalid_exact_evm_transaction_failed");
  });
});

describe("a network's name", () => {
  it("is CAIP-2, and in version 1 a word where there is one", () => {
    expect([networkName(8453, 2), networkName(8453, 1), networkName(42161, 1)]).toEqual([
      "eip155:8453",
      "base",
      "eip155:42161",
    ]);
  });

  it.each([
    ["base", 8453],
    ["eip155:8453", 8453],
    ["eip155:0", null],
    ["eip155:08453", null],
    ["eip155:99999999999999999999", null],
    ["eip155:9999999999999999", null],
    ["solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp", null],
    ["constructor", null],
  ])("%s is chain %s", (network, chainId) => {
    expect(chainOfNetwork(network)).toBe(chainId);
  });
});

describe("the outcome of an accepted authorization", () => {
  const waiting: AuthorizationFacts = {
    status: "PENDING",
    failureReason: null,
    sentTxHash: null,
    recordedTxHash: null,
    recordedFinal: false,
    sentOrphaned: false,
    mayStillPay: true,
  };
  const failed = { status: "FAILED", failureReason: "TOKEN_REFUSES" } as const;
  it.each<[what: string, facts: Partial<AuthorizationFacts>, outcome: object]>([
    ["waits to be sent", {}, { kind: "pending", txHash: null }],
    ["is sent", { status: "SENT", sentTxHash: "0x01" }, { kind: "pending", txHash: "0x01" }],
    [
      "is in a block",
      { status: "SENT", sentTxHash: "0x01", recordedTxHash: "0x01" },
      { kind: "settled", txHash: "0x01", receipt: "settled" },
    ],
    [
      "can't be taken back any more",
      { status: "USED", sentTxHash: "0x01", recordedTxHash: "0x01", recordedFinal: true },
      { kind: "settled", txHash: "0x01", receipt: "final" },
    ],
    [
      "a reorganisation took away",
      { status: "USED", sentTxHash: "0x01", sentOrphaned: true },
      { kind: "settled", txHash: "0x01", receipt: null },
    ],
    [
      "was executed",
      { status: "USED", sentTxHash: "0x01" },
      { kind: "settled", txHash: "0x01", receipt: "settled" },
    ],
    [
      "was executed by somebody else",
      { ...failed, failureReason: "NONCE_USED", recordedTxHash: "0x02" },
      { kind: "settled", txHash: "0x02", receipt: "settled" },
    ],
    ["was not sent, and may be submitted by somebody else", failed, { kind: "pending", txHash: null }],
    [
      "may have been executed by somebody else before ours reverted",
      { ...failed, sentTxHash: "0x01" },
      { kind: "pending", txHash: "0x01" },
    ],
    [
      "was not sent, and has no time left",
      { ...failed, mayStillPay: false },
      { kind: "failed", reason: "TOKEN_REFUSES", txHash: null },
    ],
  ])("that %s", (_, facts, outcome) => {
    expect(outcomeOf({ ...waiting, ...facts })).toEqual(outcome);
  });
});
