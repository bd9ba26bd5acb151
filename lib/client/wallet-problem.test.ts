import { ResourceUnavailableRpcError, TransactionExecutionError, UserRejectedRequestError } from "viem";
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

  it("calls everything else a failure, also what is no error or names itself as its cause", () => {
    const circular: { cause?: unknown } = {};
    circular.cause = circular;
    for (const error of [circular, new Error("nonce too low"), "text", null, undefined, { code: -32603 }]) {
      expect(walletProblem(error)).toBe("failed");
    }
  });
});
