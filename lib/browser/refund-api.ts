import type { RefundLinkView } from "@/lib/refunds/refund.schema";
import { type ApiAnswer, callApi, post } from "./api";

/** `GET /api/r/:token` */
export function fetchRefundLink(token: string, signal: AbortSignal): Promise<ApiAnswer<RefundLinkView>> {
  return callApi(linkPath(token), { cache: "no-store", signal });
}

/** `POST /api/r/:token` */
export function claimRefund(
  token: string,
  claim: { destinationAddress: string; signature?: string },
): Promise<ApiAnswer<RefundLinkView>> {
  return callApi(linkPath(token), post(claim));
}

/** `POST /api/r/:token/transaction` */
export function submitRefundTransaction(token: string, txHash: string): Promise<ApiAnswer<RefundLinkView>> {
  return callApi(`${linkPath(token)}/transaction`, post({ txHash }));
}

function linkPath(token: string): string {
  return `/api/r/${encodeURIComponent(token)}`;
}
