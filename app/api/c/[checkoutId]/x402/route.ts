import { route } from "@/lib/api/http/route";
import { payableByX402, x402Preflight } from "@/lib/api/http/x402";
import { operations } from "@/lib/api/operation-list";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  {
    GET: payableByX402(operations.getPaymentOffer),
    POST: payableByX402(operations.payCheckout),
  },
  x402Preflight,
);
