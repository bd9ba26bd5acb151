import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { accountsIn, chainIdIn, hashIn, optionalMs, takesCalls, walletRequest } from "./wallet-calls";
import { walletProblem } from "./wallet-problem";

const account = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const txHash = `0x${"aB".repeat(32)}`;

const silent = () => new Promise<never>(() => undefined);
const outcome = (work: Promise<unknown>) =>
  work.then(
    (answer) => ({ answer }),
    (error: unknown) => ({ problem: walletProblem(error) }),
  );

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

describe("walletRequest", () => {
  it.each([
    "wallet_getCapabilities",
    "wallet_getCallsStatus",
    "wallet_revokePermissions",
    "eth_accounts",
    "eth_call",
    "eth_estimateGas",
    "eth_gasPrice",
    "eth_getBalance",
    "eth_getTransactionReceipt",
    "wallet_callOfTomorrow",
  ])("gives %s up after the time for an optional call", async (method) => {
    const told = outcome(walletRequest(silent)({ method }));
    await vi.advanceTimersByTimeAsync(optionalMs - 1);
    expect(await Promise.race([told, "waiting"])).toBe("waiting");
    await vi.advanceTimersByTimeAsync(1);
    expect(await told).toEqual({ problem: "unsupported" });
  });

  it.each([
    "eth_requestAccounts",
    "eth_chainId",
    "wallet_switchEthereumChain",
    "wallet_addEthereumChain",
    "eth_sendTransaction",
    "wallet_sendCalls",
    "eth_signTypedData_v4",
    "personal_sign",
  ])("waits for %s as long as its owner takes", async (method) => {
    const told = outcome(walletRequest(silent)({ method }));
    await vi.advanceTimersByTimeAsync(3_600_000);
    expect(await Promise.race([told, "waiting"])).toBe("waiting");
  });

  it("stops required calls when the caller gave up", async () => {
    const told = outcome(walletRequest(silent, () => false)({ method: "eth_chainId" }));
    await vi.advanceTimersByTimeAsync(optionalMs);
    expect(await told).toEqual({ problem: "unsupported" });
  });

  it("ignores a late answer, and leaves no timer after one in time", async () => {
    let resolve = (_answer: object) => {};
    const later = new Promise<object>((settle) => {
      resolve = settle;
    });
    const late = walletRequest(() => later);
    const told = outcome(late({ method: "wallet_getCapabilities" }));
    await vi.advanceTimersByTimeAsync(optionalMs);
    resolve({});
    expect(await told).toEqual({ problem: "unsupported" });
    await walletRequest(async () => "0x1")({ method: "eth_call" });
    expect(vi.getTimerCount()).toBe(0);
  });

  it.each([["a text"], [null], [undefined], [7]])("turns %s, when thrown, into an error", async (thrown) => {
    const failing = walletRequest(() => Promise.reject(thrown));
    await expect(failing({ method: "eth_sendTransaction" })).rejects.toBeInstanceOf(Error);
  });

  it("passes a wallet's own error on, also one thrown at once", async () => {
    const error = { code: 4001, message: "no" };
    const failing = walletRequest(() => {
      throw error;
    });
    await expect(failing({ method: "personal_sign" })).rejects.toBe(error);
  });

  it.each([[31337], ["31337"], ["0x7a69"], ["0x00007A69"], [{ chainId: "0x7a69" }]])(
    "reads the chain from %j",
    async (told) => {
      expect(await walletRequest(async () => told)({ method: "eth_chainId" })).toBe("0x7a69");
    },
  );

  it.each([[null], [""], ["mainnet"], [0], [-1], [1.5], [{}], [Number.NaN]])(
    "takes %j for no chain",
    async (told) => {
      expect(chainIdIn(told)).toBeNull();
      expect(await outcome(walletRequest(async () => told)({ method: "eth_chainId" }))).toEqual({
        problem: "failed",
      });
    },
  );

  it("reads accounts in any letter case, and leaves out everything else", async () => {
    const written = [account.toLowerCase(), account.toUpperCase().replace("0X", "0x")];
    expect(await walletRequest(async () => written)({ method: "eth_requestAccounts" })).toEqual([
      account,
      account,
    ]);
    for (const odd of [null, "0x", {}, [null, "0x12", 7]]) expect(accountsIn(odd)).toEqual([]);
  });
});

describe("takesCalls", () => {
  const supported = { atomic: { status: "supported" } };

  it("is true when the wallet names the chain and supports atomic calls", async () => {
    expect(await takesCalls(async () => ({ "0x7a69": supported }), 31337, account)).toBe(true);
  });

  it.each([
    ["null", null],
    ["an empty object", {}],
    ["a decimal key", { 31337: supported }],
    ["another chain", { "0x1": supported }],
    ["a text", "supported"],
    ["nothing of the chain", { "0x7a69": null }],
    ["nothing atomic", { "0x7a69": { atomic: null } }],
    ["an account that could be upgraded", { "0x7a69": { atomic: { status: "ready" } } }],
    ["undefined", undefined],
  ])("is false after %s", async (_, answer) => {
    expect(await takesCalls(async () => answer, 31337, account)).toBe(false);
  });

  it.each([[4001], [4100], [4200], [-32601], [-32603], [5710], [undefined]])(
    "is false after an error with the code %s",
    async (code) => {
      expect(await takesCalls(() => Promise.reject({ code }), 31337, account)).toBe(false);
    },
  );

  it("is false when no answer arrives in time", async () => {
    const told = takesCalls(walletRequest(silent), 31337, account);
    await vi.advanceTimersByTimeAsync(optionalMs);
    expect(await told).toBe(false);
  });
});

describe("hashIn", () => {
  it.each([[txHash], [{ hash: txHash }], [{ transactionHash: txHash }], [{ txHash }]])(
    "finds the transaction's hash in %j",
    (answer) => {
      expect(hashIn(answer)).toBe(txHash);
    },
  );

  it.each([
    [null],
    [undefined],
    [""],
    ["0xca11"],
    [{ id: "0xca11" }],
    [{ hash: null }],
    [true],
    [`${txHash}00`],
  ])("finds none in %j", (answer) => {
    expect(hashIn(answer)).toBeNull();
  });
});
