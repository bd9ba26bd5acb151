import { callRowAction } from "@/components/dashboard/money/one-by-one";
import type { OutputOf } from "@/lib/accounts/account.schema";
import type { ProjectActions } from "@/lib/api/dashboard/action-list";
import type { ApiAnswer, ApiError } from "@/lib/browser/api";
import { keepSigningToken, signingToken } from "@/lib/browser/sent-refund";

/** A refund that waits for the merchant's wallet. */
export type SignableRow = {
  id: string;
  chainId: number;
  /** The order's reference, or the checkout's id. */
  name: string;
  /** "4.50 USDC" */
  amount: string;
  /** With its checksum. */
  to: string;
  /** Of a transaction that a reorganisation took, and that can return by itself; null without one. */
  txHash: string | null;
};

export type PreparedRefunds = OutputOf<ProjectActions["prepareRefunds"]>["refunds"];

/** The service no longer lets the wallet send one of the refunds. */
export class PrepareRefused extends Error {
  override readonly name = "PrepareRefused";
  readonly error: ApiError;

  constructor(error: ApiError) {
    super(error.message);
    this.error = error;
  }
}

/** The calls of refunds that one wallet sends; until its time is over, only this tab can prepare them again. */
export async function prepareTogether(
  projectId: string,
  refundIds: readonly string[],
): Promise<ApiAnswer<PreparedRefunds>> {
  const answer = await callRowAction<{ refunds: PreparedRefunds }>(projectId, "prepareRefunds", {
    refunds: refundIds.map((refundId) => ({ refundId, token: signingToken(refundId) })),
  });
  if (!answer.ok) return answer;
  for (const { refundId, token } of answer.data.refunds) keepSigningToken(refundId, token);
  return { ok: true, data: answer.data.refunds };
}
