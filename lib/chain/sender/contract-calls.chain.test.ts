import { keccak256, parseTransaction, type TransactionSerializable } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { describe, expect, it } from "vitest";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { readSentCall } from "./contract-calls.chain";

const account = privateKeyToAccount(generatePrivateKey());

const to: Hex = `0x${"a".repeat(40)}`;

const common = { chainId: 8453, nonce: 3, to, data: "0xA9059CBB01" as Hex, gas: 90_000n, value: 0n };

const kinds: Record<string, TransactionSerializable> = {
  legacy: { ...common, type: "legacy", gasPrice: 7n },
  eip2930: { ...common, type: "eip2930", gasPrice: 7n, accessList: [{ address: to, storageKeys: [] }] },
  eip1559: { ...common, type: "eip1559", maxFeePerGas: 9n, maxPriorityFeePerGas: 1n },
};

/** As a node tells it. */
async function told(
  transaction: TransactionSerializable,
): Promise<{ json: Record<string, unknown>; txHash: Hex }> {
  const raw = await account.signTransaction(transaction);
  const {
    r,
    s,
    v,
    yParity,
    type,
    chainId,
    nonce,
    gas,
    data,
    gasPrice,
    maxFeePerGas,
    maxPriorityFeePerGas,
    accessList,
  } = parseTransaction(raw) as unknown as Record<string, bigint | number | string | undefined>;
  const number = (value: unknown) =>
    value === undefined ? undefined : `0x${BigInt(value as bigint).toString(16)}`;
  const json = {
    type: { legacy: "0x0", eip2930: "0x1", eip1559: "0x2" }[String(type)],
    chainId: number(chainId),
    nonce: number(nonce),
    gas: number(gas),
    value: "0x0",
    input: data,
    to,
    from: account.address,
    gasPrice: number(gasPrice ?? maxFeePerGas),
    maxFeePerGas: number(maxFeePerGas),
    maxPriorityFeePerGas: number(maxPriorityFeePerGas),
    accessList: accessList ?? (type === "legacy" ? undefined : []),
    r,
    s,
    v: number(v ?? yParity),
    yParity: number(yParity),
  };
  return { json, txHash: keccak256(raw) };
}

describe("what a transaction called", () => {
  it.each(Object.entries(kinds))("is proven by its hash (%s)", async (_, transaction) => {
    const { json, txHash } = await told(transaction);
    expect(await readSentCall(json, txHash)).toEqual({
      from: account.address.toLowerCase(),
      to,
      input: "0xa9059cbb01",
    });
  });

  it("is not what a node made up", async () => {
    const { json, txHash } = await told(kinds.eip1559 as TransactionSerializable);
    for (const change of [
      { input: "0xa9059cbb02" },
      { to: account.address },
      { nonce: "0x4" },
      { r: json.s },
    ])
      expect(await readSentCall({ ...json, ...change }, txHash)).toBeNull();
    for (const value of [null, "0x", {}]) expect(await readSentCall(value, txHash)).toBeNull();
  });
});
