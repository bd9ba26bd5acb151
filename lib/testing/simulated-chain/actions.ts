import { encodeAbiParameters, pad, toEventSelector } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";

/** A transaction's actions, all or none: it reverts when a balance is too low. */
export type Action =
  | { kind: "mint"; token: Hex; to: Hex; amountUnits: bigint }
  | { kind: "transfer"; token: Hex; from: Hex; to: Hex; amountUnits: bigint }
  /** All of the token at a deposit address goes to the merchant; nothing happens when there is none. */
  | { kind: "sweep"; token: Hex; deposit: Hex; merchant: Hex }
  /** From a deposit address by its refund authority, to any address. */
  | { kind: "refund"; token: Hex; deposit: Hex; to: Hex; amountUnits: bigint }
  /** The chain's own coin, out of nowhere; it leaves no log. */
  | { kind: "coin"; to: Hex; wei: bigint };

/** Of an account: of a token, or of the chain's own coin where `token` is null. */
export type Holding = { token: Hex | null; address: Hex };

/** EIP-20 */
const transferTopic = toEventSelector("Transfer(address,address,uint256)");
/** `Deposit.sol` */
const sweptTopic = toEventSelector("DepositSwept(address,address,uint256)");
/** `Deposit.sol` */
export const refundedTopic = toEventSelector("DepositRefunded(address,address,uint256)");

const nobody: Hex = `0x${"0".repeat(40)}`;

export type EmittedLog = {
  address: Hex;
  topics: readonly Hex[];
  data: Hex;
  /** The movement of a `Transfer`; null for another event. */
  moved: { token: Hex; from: Hex; to: Hex; amountUnits: bigint } | null;
};

/** The logs of a transaction; null when it reverts. */
export function perform(
  actions: readonly Action[],
  balanceBefore: (holding: Holding) => bigint,
): EmittedLog[] | null {
  const logs: EmittedLog[] = [];
  const balance = (token: Hex, address: Hex) =>
    logs.reduce((sum, { moved }) => {
      if (moved === null || moved.token !== token) return sum;
      return (
        sum +
        (moved.to === address ? moved.amountUnits : 0n) -
        (moved.from === address ? moved.amountUnits : 0n)
      );
    }, balanceBefore({ token, address }));

  for (const action of actions) {
    switch (action.kind) {
      case "mint":
        logs.push(transferLog(action.token, nobody, action.to, action.amountUnits));
        break;
      case "transfer":
        if (balance(action.token, action.from) < action.amountUnits) return null;
        logs.push(transferLog(action.token, action.from, action.to, action.amountUnits));
        break;
      case "sweep": {
        const { token, deposit, merchant } = action;
        const amountUnits = balance(token, deposit);
        if (amountUnits === 0n) break;
        logs.push(depositLog(deposit, sweptTopic, token, merchant, amountUnits));
        logs.push(transferLog(token, deposit, merchant, amountUnits));
        break;
      }
      case "refund": {
        const { token, deposit, to, amountUnits } = action;
        if (balance(token, deposit) < amountUnits) return null;
        logs.push(depositLog(deposit, refundedTopic, token, to, amountUnits));
        logs.push(transferLog(token, deposit, to, amountUnits));
        break;
      }
      case "coin":
        break;
      default:
        action satisfies never;
    }
  }
  return logs;
}

function depositLog(deposit: Hex, topic: Hex, token: Hex, to: Hex, amountUnits: bigint): EmittedLog {
  return { address: deposit, topics: [topic, pad(token), pad(to)], data: amount(amountUnits), moved: null };
}

function transferLog(token: Hex, from: Hex, to: Hex, amountUnits: bigint): EmittedLog {
  return {
    address: token,
    topics: [transferTopic, pad(from), pad(to)],
    data: amount(amountUnits),
    moved: { token, from, to, amountUnits },
  };
}

function amount(units: bigint): Hex {
  return encodeAbiParameters([{ type: "uint256" }], [units]);
}
