/** Why a wallet did not do what it was asked, as far as the customer can act on it. */
export type WalletProblem =
  | "rejected"
  /** Another request of this page is open in it. */
  | "busy"
  /** Locked, or it has not let this page see the account. */
  | "locked"
  | "unsupported"
  | "disconnected"
  /** It does not know the network, and cannot be given it from here. */
  | "unknown_network"
  /** It went to another network or account since it was looked at. */
  | "moved"
  /** Too little of the network's own coin for the fee. */
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

/** Names of errors with which viem, wagmi and this page's own code say what a wallet's code does not. */
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

/** Reads the code of an error or of whatever caused it; wallets wrap it in several ways. */
export function walletProblem(error: unknown): WalletProblem {
  const seen = new Set<unknown>();
  let cause: unknown = error;
  while (typeof cause === "object" && cause !== null && !seen.has(cause)) {
    seen.add(cause);
    const { code, name, data, cause: next } = cause as Partial<Record<string, unknown>>;
    // MetaMask on phones puts the code of an unknown network one floor down.
    const { originalError } = (data ?? {}) as { originalError?: { code?: unknown } };
    const known = byCode.get(code) ?? byName.get(name) ?? byCode.get(originalError?.code);
    if (known !== undefined) return known;
    cause = next;
  }
  return "failed";
}

/** An error as wallets answer it (EIP-1193). */
export class WalletError extends Error {
  override readonly name = "WalletError";
  readonly code: number;

  constructor(code: number, message: string) {
    super(message);
    this.code = code;
  }
}
