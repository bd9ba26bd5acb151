/** Why a wallet did not do what it was asked, as far as the customer can act on it. */
export type WalletProblem = "rejected" | "busy" | "failed";

const userRejected = 4001;
const requestPending = -32002;

/** Reads the EIP-1193 code of an error or of whatever caused it. */
export function walletProblem(error: unknown): WalletProblem {
  const seen = new Set<unknown>();
  let cause: unknown = error;
  while (typeof cause === "object" && cause !== null && !seen.has(cause)) {
    seen.add(cause);
    const { code, name, cause: next } = cause as { code?: unknown; name?: unknown; cause?: unknown };
    if (code === userRejected || name === "UserRejectedRequestError") return "rejected";
    if (code === requestPending) return "busy";
    cause = next;
  }
  return "failed";
}
