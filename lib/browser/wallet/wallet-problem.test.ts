import {
  ExecutionRevertedError,
  InsufficientFundsError,
  ResourceUnavailableRpcError,
  TransactionExecutionError,
  UserRejectedRequestError,
} from "viem";
import { describe, expect, it } from "vitest";
import { walletProblem } from "./wallet-problem";

describe("walletProblem", () => {
  it("knows a refusal, as the wallet throws it and as viem wraps it", () => {
    expect(walletProblem({ code: 4001 })).toBe("rejected");
    const rejected = new UserRejectedRequestError(new Error("User denied"));
    expect(walletProblem(rejected)).toBe("rejected");
    expect(walletProblem(new TransactionExecutionError(rejected, { account: null }))).toBe("rejected");
  });

  it("knows a request that is still open in the wallet", () => {
    expect(walletProblem(new ResourceUnavailableRpcError(new Error("already pending")))).toBe("busy");
  });

  it.each([
    [4100, "locked"],
    [4200, "unsupported"],
    [-32601, "unsupported"],
    [4900, "disconnected"],
    [4902, "unknown_network"],
  ] as const)("recognises a wallet's error code %d", (code, problem) => {
    expect(walletProblem({ code, message: "in the wallet's own words" })).toBe(problem);
    expect(walletProblem(new Error("wrapped", { cause: { code } }))).toBe(problem);
  });

  it("finds the code that a phone's wallet put one floor down", () => {
    expect(walletProblem({ code: -32603, data: { originalError: { code: 4902 } } })).toBe("unknown_network");
  });

  it.each([
    "User rejected the request.",
    "MetaMask Tx Signature: User denied transaction signature.",
    { code: -32603, message: "user cancelled" },
    { code: -32000, message: "Request declined by user" },
    { code: "ACTION_REJECTED", message: "" },
    { code: "4001" },
    { error: { code: 4001 } },
    { code: -32603, data: { cause: { code: 4001 } } },
  ])("knows a refusal that a wallet writes as %j", (error) => {
    expect(walletProblem(error)).toBe("rejected");
  });

  it("knows too little for the fee, and a transfer that would fail", () => {
    const funds = new InsufficientFundsError();
    expect(walletProblem(new TransactionExecutionError(funds, { account: null }))).toBe("no_fee");
    expect(walletProblem(new Error("estimate", { cause: new ExecutionRevertedError() }))).toBe("refused");
  });

  it("calls every other thrown value a failure, including cyclic causes", () => {
    const circular: { cause?: unknown } = {};
    circular.cause = circular;
    for (const error of [circular, new Error("nonce too low"), "text", null, undefined, { code: -32603 }]) {
      expect(walletProblem(error)).toBe("failed");
    }
  });
});
