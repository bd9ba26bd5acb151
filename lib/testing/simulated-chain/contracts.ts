import {
  decodeFunctionData,
  encodeFunctionResult,
  erc20Abi,
  keccak256,
  numberToHex,
  parseAbi,
  parseTransaction,
  recoverTransactionAddress,
  type Hex as ViemHex,
} from "viem";
import { depositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import { depositAddress } from "@/lib/chain/contracts/deposit-address.rules";
import { exactProxyAddress, permit2Address } from "@/lib/chain/contracts/signing.rules";
import { exactProxyAbi } from "@/lib/chain/sender/contract-calls.chain";
import { depositFactoryAbi } from "@/lib/contracts/abi/deposit";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A transaction's actions, all or none: it reverts when a balance is too low. */
export type Action =
  | { kind: "mint"; token: Hex; to: Hex; amountUnits: bigint }
  | { kind: "transfer"; token: Hex; from: Hex; to: Hex; amountUnits: bigint }
  /** A payment that its sender signed: once for each nonce. */
  | { kind: "use"; token: Hex; from: Hex; nonce: Hex }
  /** All of the token at a deposit address goes to the merchant; nothing happens when there is none. */
  | { kind: "sweep"; token: Hex; deposit: Hex; merchant: Hex }
  /** From a deposit address by its refund authority, to any address. */
  | { kind: "refund"; token: Hex; deposit: Hex; to: Hex; amountUnits: bigint }
  /** The chain's own coin, out of nowhere; it leaves no log. */
  | { kind: "coin"; to: Hex; wei: bigint };

/** A call that a wallet signed. */
export type SignedCall = {
  raw: Hex;
  from: Hex;
  to: Hex;
  input: Hex;
  nonce: number;
  valueWei: bigint;
  gasLimit: bigint;
  maxFeePerGas: bigint;
};

type Call = { from: Hex; to: Hex; input: Hex };

/** EIP-3009, in both of its forms. */
const signedAbi = parseAbi([
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, uint8 v, bytes32 r, bytes32 s)",
  "function transferWithAuthorization(address from, address to, uint256 value, uint256 validAfter, uint256 validBefore, bytes32 nonce, bytes signature)",
]);

/** What a call does on a simulated chain; null when it reverts. A plain transfer of coin does nothing here. */
export function actionsOf(call: Call): readonly Action[] | null {
  if (call.input === "0x") return [];
  try {
    if (call.to === exactProxyAddress) return callExactProxy(call);
    return call.to === depositAddresses.factory ? callFactory(call) : callToken(call);
  } catch {
    // No such function, or arguments that are not its own.
    return null;
  }
}

function callFactory({ from, input }: Call): readonly Action[] | null {
  const call = decodeFunctionData({ abi: depositFactoryAbi, data: input });
  if (call.functionName === "sweepMany")
    return call.args[0].flatMap(({ terms, token }): Action[] => {
      const { deposit, merchant } = depositOf(terms);
      return maySweep(from, terms) ? [{ kind: "sweep", token: lower(token), deposit, merchant }] : [];
    });
  if (call.functionName !== "refund") return null;
  const [terms, token, to, amountUnits] = call.args;
  if (from !== lower(terms.refundAuthority) || amountUnits === 0n) return null;
  return [
    { kind: "refund", token: lower(token), deposit: depositOf(terms).deposit, to: lower(to), amountUnits },
  ];
}

/** What `sweepMany` returns: whether each item went through. */
export function sweepResult({ from, input }: Call): Hex | null {
  const call = decodeFunctionData({ abi: depositFactoryAbi, data: input });
  if (call.functionName !== "sweepMany") return null;
  const result = call.args[0].map(({ terms }) => maySweep(from, terms));
  return encodeFunctionResult({ abi: depositFactoryAbi, functionName: "sweepMany", result });
}

type Terms = { checkoutKey: ViemHex; merchant: ViemHex; refundAuthority: ViemHex; openSweep: boolean };

const maySweep = (from: Hex, { merchant, refundAuthority, openSweep }: Terms) =>
  openSweep || from === lower(merchant) || from === lower(refundAuthority);

function depositOf({ checkoutKey, merchant, refundAuthority, openSweep }: Terms) {
  const terms = {
    // The chain knows its hash alone.
    checkoutId: "",
    merchantAddress: lower(merchant),
    refundAuthority: lower(refundAuthority),
    openSweep,
  };
  const hash = (bytes: Uint8Array) =>
    bytes.length === 0 ? Buffer.from(checkoutKey.slice(2), "hex") : keccak256(bytes, "bytes");
  return { deposit: depositAddress(terms, hash), merchant: terms.merchantAddress };
}

function callToken({ from, to: token, input }: Call): readonly Action[] | null {
  try {
    const { functionName, args } = decodeFunctionData({ abi: erc20Abi, data: input });
    if (functionName !== "transfer") return null;
    return [{ kind: "transfer", token, from, to: lower(args[0]), amountUnits: args[1] }];
  } catch {
    const { args } = decodeFunctionData({ abi: signedAbi, data: input });
    const [payer, to, amountUnits, , , nonce] = args;
    return [
      { kind: "use", token, from: lower(payer), nonce: lower(nonce) },
      { kind: "transfer", token, from: lower(payer), to: lower(to), amountUnits },
    ];
  }
}

/** Permit2 moves what its owner signed, once for each nonce. */
function callExactProxy({ input }: Call): readonly Action[] | null {
  const { functionName, args } = decodeFunctionData({ abi: exactProxyAbi, data: input });
  if (functionName !== "settle") return null;
  const [{ permitted, nonce }, owner, { to }] = args;
  const from = lower(owner);
  return [
    { kind: "use", token: permit2Address, from, nonce: numberToHex(nonce, { size: 32 }) },
    { kind: "transfer", token: lower(permitted.token), from, to: lower(to), amountUnits: permitted.amount },
  ];
}

/** The call that a raw transaction signs. @throws what viem says of bytes that are none */
export async function readSigned(raw: Hex): Promise<SignedCall> {
  const { to, data = "0x", nonce = 0, value = 0n, gas = 0n, ...fees } = parseTransaction(raw);
  const from = await recoverTransactionAddress({
    serializedTransaction: raw as Parameters<typeof recoverTransactionAddress>[0]["serializedTransaction"],
  });
  const maxFeePerGas = fees.maxFeePerGas ?? fees.gasPrice ?? 0n;
  const call = { from: lower(from), to: lower(to ?? "0x"), input: lower(data) };
  return { raw, ...call, nonce, valueWei: value, gasLimit: gas, maxFeePerGas };
}

const lower = (value: string) => value.toLowerCase() as Hex;
