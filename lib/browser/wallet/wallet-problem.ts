/** Why a wallet refused or failed, as far as the customer can act on it. */
export type WalletProblem =
  | "rejected"
  /** It has another open request of this page. */
  | "busy"
  /** Locked, or the page has no access to the account. */
  | "locked"
  | "unsupported"
  | "disconnected"
  /** It does not know the network, and we cannot add it. */
  | "unknown_network"
  /** It changed its network or account since the check. */
  | "moved"
  /** Too little native coin for the fee. */
  | "no_fee"
  /** The token's contract would refuse the transfer. */
  | "refused"
  /** No one confirmed a pairing in time. */
  | "pairing_expired"
  | "relay_unreachable"
  | "failed";

/** Codes of EIP-1193, EIP-3085 and JSON-RPC. */
const byCode = new Map<unknown, WalletProblem>([
  [4001, "rejected"],
  [4100, "locked"],
  [4200, "unsupported"],
  [4900, "disconnected"],
  [4901, "disconnected"],
  [4902, "unknown_network"],
  [-32002, "busy"],
  [-32004, "unsupported"],
  [-32601, "unsupported"],
]);

/** Names of errors in viem, wagmi and this page's own code, for cases without a wallet's code. */
const byName = new Map<unknown, WalletProblem>([
  ["UserRejectedRequestError", "rejected"],
  ["ConnectorChainMismatchError", "moved"],
  ["ChainMismatchError", "moved"],
  ["ConnectorAccountNotFoundError", "moved"],
  ["ConnectorNotConnectedError", "disconnected"],
  ["InsufficientFundsError", "no_fee"],
  ["ExecutionRevertedError", "refused"],
  ["PairingExpired", "pairing_expired"],
  ["RelayUnreachable", "relay_unreachable"],
]);

/** Reads the code of an error or its causes; wallets wrap it in several ways. */
export function walletProblem(error: unknown): WalletProblem {
  const seen = new Set<unknown>();
  let cause: unknown = error;
  while (typeof cause === "object" && cause !== null && !seen.has(cause)) {
    seen.add(cause);
    const { code, name, data, cause: next } = cause as Partial<Record<string, unknown>>;
    // MetaMask on phones nests the code of an unknown network one level deeper.
    const { originalError } = (data ?? {}) as { originalError?: { code?: unknown } };
    const known = byCode.get(code) ?? byName.get(name) ?? byCode.get(originalError?.code);
    if (known !== undefined) return known;
    cause = next;
  }
  return "failed";
}

/** A wallet's error (EIP-1193). */
export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
