import type { Address } from "viem";
import { getAddress, isAddress, numberToHex } from "viem/utils";
import { WalletError } from "./wallet-problem";

/** A wallet's `request` (EIP-1193). */
export type WalletRequest = (call: { method: string; params?: unknown }) => Promise<unknown>;

/** Time for an answer that we can do without. */
export const optionalMs = 1_500;

/** After this long without a required answer, the page says what to do. */
export const slowMs = 8_000;

/** Without an answer to these nothing can be paid, and their owner may take any time. Every other call is optional. */
const required = new Set([
  "eth_requestAccounts",
  "eth_chainId",
  "wallet_switchEthereumChain",
  "wallet_addEthereumChain",
  "eth_sendTransaction",
  "wallet_sendCalls",
  "eth_signTypedData_v4",
  "personal_sign",
]);

/**
 * A wallet's `request` as every caller here uses it. An optional call without an answer in time counts as unsupported,
 * and a late answer is ignored. Wallets write chains and accounts in several forms; callers get one.
 *
 * @param isRequired which calls may take any time
 */
export function walletRequest(
  ask: WalletRequest,
  isRequired = (method: string) => required.has(method),
): WalletRequest {
  return async (call) => {
    const answer = await unlessSilent(call, isRequired(call.method));
    switch (call.method) {
      case "eth_chainId":
        return numberToHex(readChainId(answer));
      case "eth_accounts":
      case "eth_requestAccounts":
        return accountsIn(answer);
      default:
        return answer;
    }
  };

  function unlessSilent(call: Parameters<WalletRequest>[0], mayTakeAnyTime: boolean): Promise<unknown> {
    return new Promise((resolve, reject) => {
      const giveUp = () => reject(new WalletError(4200, `no answer to ${call.method}`));
      const timer = mayTakeAnyTime ? undefined : setTimeout(giveUp, optionalMs);
      // A wallet may also throw at once.
      new Promise((settle) => settle(ask(call)))
        .then(resolve, (thrown: unknown) => reject(asError(thrown)))
        .finally(() => clearTimeout(timer));
    });
  }
}

/** Wallets throw texts and nothing at all; libraries read properties of what is thrown. */
function asError(thrown: unknown): object {
  return typeof thrown === "object" && thrown !== null ? thrown : new Error(String(thrown));
}

/** A number, a decimal or hexadecimal text, or an object with one; null for anything else. */
export function chainIdIn(value: unknown): number | null {
  const raw = typeof value === "object" && value !== null ? Reflect.get(value, "chainId") : value;
  const chainId = typeof raw === "string" || typeof raw === "number" ? Number(raw) : 0;
  return Number.isSafeInteger(chainId) && chainId > 0 ? chainId : null;
}

function readChainId(answer: unknown): number {
  const chainId = chainIdIn(answer);
  if (chainId === null) throw new WalletError(-32603, "the wallet's network has no number");
  return chainId;
}

/** The addresses in a wallet's list, in any letter case. */
export function accountsIn(value: unknown): Address[] {
  const listed: unknown[] = Array.isArray(value) ? value : [];
  return listed.flatMap((address) =>
    typeof address === "string" && isAddress(address, { strict: false }) ? [getAddress(address)] : [],
  );
}

/** The transaction's hash in a wallet's answer; null when it sent the payment in a way that has none yet. */
export function hashIn(answer: unknown): `0x${string}` | null {
  const { hash, transactionHash, txHash } = Object(answer) as Partial<Record<string, unknown>>;
  const known = [answer, hash, transactionHash, txHash].find(
    (value) => typeof value === "string" && /^0x[0-9a-f]{64}$/i.test(value),
  );
  return (known as `0x${string}` | undefined) ?? null;
}

/**
 * Whether the wallet takes calls (EIP-5792) on this chain as one atomic step. `mayUpgrade` counts a key's own account,
 * too, which its wallet offers to make a smart one: no single payment needs that.
 */
export async function takesCalls(
  request: WalletRequest,
  chainId: number,
  account: Address,
  mayUpgrade = false,
): Promise<boolean> {
  const key = numberToHex(chainId);
  try {
    const answer = await request({ method: "wallet_getCapabilities", params: [account, [key]] });
    const { atomic } = (answer as Record<string, { atomic?: { status?: unknown } }>)[key] ?? {};
    return atomic?.status === "supported" || (mayUpgrade && atomic?.status === "ready");
  } catch {
    return false;
  }
}

/** @throws the signal's reason */
export function unlessAborted<T>(work: Promise<T>, signal: AbortSignal): Promise<T> {
  return new Promise((resolve, reject) => {
    const abort = () => reject(signal.reason);
    if (signal.aborted) abort();
    signal.addEventListener("abort", abort, { once: true });
    work.then(resolve, reject).finally(() => signal.removeEventListener("abort", abort));
  });
}
