import { describe, expect, it } from "vitest";
import { decideRpc, demoAccount, lostNonce, parseRpcRequest } from "./wallet-rpc";

const payer = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const decide = (method: string, ...params: unknown[]) => decideRpc({ id: 1, method, params }, 31337, payer);

describe("decideRpc", () => {
  it("answers for chain and accounts by itself", () => {
    expect(decide("eth_chainId")).toEqual({ kind: "answer", result: "0x7a69" });
    expect(decide("eth_requestAccounts")).toEqual({ kind: "answer", result: [payer] });
  });

  it("passes reads on", () => {
    expect(decide("eth_call", {}).kind).toBe("pass");
    expect(decide("eth_getTransactionReceipt", "0x1").kind).toBe("pass");
  });

  it("sends from the payer only, in any letter case", () => {
    expect(decide("eth_sendTransaction", { from: payer }).kind).toBe("pass");
    expect(decide("eth_sendTransaction", { from: payer.replace("c8", "C8") }).kind).toBe("pass");
    for (const params of [[], [{}], [{ from: `0x${"0".repeat(40)}` }], [null], ["x"]]) {
      expect(decide("eth_sendTransaction", ...params)).toMatchObject({
        kind: "refuse",
        error: { code: 4100 },
      });
    }
  });

  it("signs messages with its own account only", () => {
    expect(decide("personal_sign", "0x00", payer.replace("c8", "C8")).kind).toBe("pass");
    for (const params of [[], ["0x00"], ["0x00", `0x${"0".repeat(40)}`], [payer, "0x00"]]) {
      expect(decide("personal_sign", ...params)).toMatchObject({ kind: "refuse", error: { code: 4100 } });
    }
  });

  it("signs typed data with its own account only", () => {
    expect(decide("eth_signTypedData_v4", payer.replace("c8", "C8"), "{}").kind).toBe("pass");
    for (const params of [[], [`0x${"0".repeat(40)}`, "{}"], ["{}", payer]])
      expect(decide("eth_signTypedData_v4", ...params)).toMatchObject({ error: { code: 4100 } });
  });

  it.each([
    "anvil_setBalance",
    "anvil_impersonateAccount",
    "evm_mine",
    "hardhat_setCode",
    "debug_traceTransaction",
    "eth_sign",
    "eth_sendRawTransaction",
    "personal_unlockAccount",
    "constructor",
  ])("refuses %s", (method) => {
    expect(decide(method)).toMatchObject({ kind: "refuse", error: { code: -32601 } });
  });
});

describe("demoAccount", () => {
  const merchant = "0x90f79bf6eb2c4f870365e785982e1f101e93b906";
  it("is the payer's, unless another demo account is requested", () => {
    expect(demoAccount(null, payer, [merchant])).toBe(payer);
    expect(demoAccount(merchant.replace("0x90f", "0x90F"), payer, [merchant])).toBe(merchant);
    expect(demoAccount(payer, payer, [merchant])).toBe(payer);
  });
  it("refuses an unknown account", () => {
    for (const wanted of ["", "0x", `0x${"0".repeat(40)}`])
      expect(demoAccount(wanted, payer, [merchant])).toBeNull();
    expect(demoAccount(merchant, payer, [])).toBeNull();
  });
});

describe("lostNonce", () => {
  const sent = { id: 1, method: "eth_sendTransaction", params: [{ from: payer }] };
  const lost = { error: { code: -32003, message: "replacement transaction underpriced" } };

  it("reports a transaction whose node-chosen nonce was used by another", () => {
    expect(lostNonce(sent, lost)).toBe(true);
  });

  it("reports nothing else", () => {
    expect(lostNonce({ ...sent, method: "eth_call" }, lost)).toBe(false);
    expect(lostNonce({ ...sent, params: [{ from: payer, nonce: "0x1" }] }, lost)).toBe(false);
    for (const outcome of [{ result: "0x1" }, { error: null }, { error: { message: "out of gas" } }])
      expect(lostNonce(sent, outcome)).toBe(false);
  });
});

describe("parseRpcRequest", () => {
  it("reads a single request and fills in optional fields", () => {
    expect(parseRpcRequest({ jsonrpc: "2.0", method: "eth_chainId" })).toEqual({
      id: null,
      method: "eth_chainId",
      params: [],
    });
  });

  it("refuses batches and invalid requests", () => {
    for (const body of [
      null,
      1,
      "x",
      [],
      [{ method: "eth_call" }],
      {},
      { method: 1 },
      { method: "m", params: {} },
      { method: "m", id: {} },
    ]) {
      expect(parseRpcRequest(body)).toBeNull();
    }
  });
});
