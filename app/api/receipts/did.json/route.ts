import { route } from "@/lib/api/http/route";
import { refuseTooMany } from "@/lib/api/limits/limits";
import { getReceiptKeys } from "@/lib/api/wiring/checkouts";

/** The public keys of receipts, as a DID document (did:web). */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (request) =>
    (await refuseTooMany(request)) ??
    Response.json(getReceiptKeys().document, {
      headers: { "cache-control": "public, max-age=300", "access-control-allow-origin": "*" },
    }),
});
