import { route } from "@/lib/api/http/route";
import { payableByX402, x402Preflight } from "@/lib/api/http/x402";
import { signedActs } from "@/lib/signed/signed.acts";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route(
  { GET: payableByX402(signedActs.offer), POST: payableByX402(signedActs.pay) },
  x402Preflight,
);
