import { tell, tellRelay } from "@/inngest/worker/tell";
import { route } from "@/lib/api/http/route";
import { payableByX402, x402Preflight } from "@/lib/api/http/x402";
import { operations } from "@/lib/api/operation-list";

const wakes = { tell, wakeRelay: tellRelay };

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: payableByX402(operations.getPaymentOffer, wakes),
    POST: payableByX402(operations.payCheckout, wakes),
  },
  x402Preflight,
);
