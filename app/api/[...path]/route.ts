import { CheckoutError } from "@/lib/core/errors";
import { respondError } from "@/lib/server/http/respond";
import { newRequestId } from "@/lib/server/http/route";

/** Whatever no other route answers: the envelope, never a page. */
async function notFound(request: Request): Promise<Response> {
  const { pathname } = new URL(request.url);
  return respondError(new CheckoutError("NOT_FOUND", `There is nothing at ${pathname}.`), newRequestId());
}

export { notFound as DELETE, notFound as GET, notFound as PATCH, notFound as POST, notFound as PUT };
