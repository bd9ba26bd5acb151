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
  /** No one answered a request through the relay in time; its owners may still confirm it. */
  | "request_expired"
  | "failed";

/** Codes of EIP-1193, EIP-3085, EIP-5792 and JSON-RPC. */
const byCode = new Map<unknown, WalletProblem>([
  [4001, "rejected"],
  [4100, "locked"],
  [4200, "unsupported"],
  [4900, "disconnected"],
  [4901, "disconnected"],
  [4902, "unknown_network"],
  // Of a batch of calls: a chain, a size or a guarantee that the wallet doesn't offer, and its owner's refusal to upgrade.
  [5700, "unsupported"],
  [5710, "unsupported"],
  [5740, "unsupported"],
  [5750, "rejected"],
  [5760, "unsupported"],
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
  ["RequestExpired", "request_expired"],
]);

/** A refusal by wallets that give it no code, or one of their own. */
const refusal =
  /\buser\b.{0,20}\b(reject|den[iy]|cancel|declin)|(rejected|denied|cancell?ed|declined) by (the )?user|action_rejected/i;

/** Reads the code of an error or of those inside it; wallets wrap it in several ways. */
export function walletProblem(error: unknown): WalletProblem {
  const errors = [...nested(error)];
  for (const { code, name } of errors) {
    const known = byCode.get(typeof code === "string" ? Number(code) : code) ?? byName.get(name);
    if (known !== undefined) return known;
  }
  return errors.some(({ code, message }) => refusal.test(`${code} ${message}`)) ? "rejected" : "failed";
}

type Thrown = Partial<Record<"code" | "name" | "message", unknown>>;

/** An error, and those that it names as its cause: MetaMask on phones has it in `data.originalError`. */
function* nested(error: unknown, seen = new Set<unknown>()): Generator<Thrown> {
  if (typeof error === "string") yield { message: error };
  if (typeof error !== "object" || error === null || seen.has(error)) return;
  seen.add(error);
  yield error;
  for (const key of ["data", "originalError", "error", "cause"]) yield* nested(Reflect.get(error, key), seen);
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
