import { requestIdOf, respondError } from "@/lib/api/http/respond";
import { route } from "@/lib/api/http/route";
import { refuseTooMany } from "@/lib/api/limits/limits";
import { getProjects } from "@/lib/api/wiring/projects";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { getLogo } from "@/lib/projects/looks/change-looks";

/** A merchant's logo, at the address that its content gives it: kept by anyone who fetched it once. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (request, { params }) => {
    const refusal = await refuseTooMany(request);
    if (refusal !== null) return refusal;
    const { log, looks } = getProjects();
    try {
      const { mediaType, bytes } = await getLogo({ logos: looks }, String((await params)?.digest));
      return new Response(new Uint8Array(bytes), {
        headers: {
          "content-type": mediaType,
          "cache-control": "public, max-age=31536000, immutable",
          // Shops may show it too. Its policy makes it inert (lib/api/request-screen.ts).
          "cross-origin-resource-policy": "cross-origin",
        },
      });
    } catch (error) {
      const requestId = requestIdOf(request);
      if (!(error instanceof CheckoutError)) log.error({ requestId, error }, "a logo could not be served");
      return respondError(error, requestId, new Headers());
    }
  },
});
