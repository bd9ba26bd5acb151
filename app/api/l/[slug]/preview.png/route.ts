import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { previewTexts } from "@/components/payment-link/link-preview";
import { requestLanguage } from "@/lib/api/http/request-language";
import { requestIdOf, respondError } from "@/lib/api/http/respond";
import { route } from "@/lib/api/http/route";
import { refuseTooMany } from "@/lib/api/limits/limits";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { getProjects } from "@/lib/api/wiring/projects";
import { readOpenLink } from "@/lib/checkouts/links/payment-links";
import { drawPreview, logoPlace } from "@/lib/checkouts/previews/draw-preview";
import { previewSize } from "@/lib/checkouts/previews/preview.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { pictureOf, readLogoAsPng } from "@/lib/projects/looks/change-looks";

/** A payment link's picture for the previews of messengers. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: async (request, { params }) => {
    // Drawing costs as much as a change.
    const refusal = await refuseTooMany(request, "preview", true);
    if (refusal !== null) return refusal;
    const { log, looks } = getProjects();
    try {
      const open = await readOpenLink(getCheckouts(), String((await params)?.slug));
      const { texts, accent } = previewTexts(open, checkoutMessages(requestLanguage(request)).page);
      const { side, ...corner } = logoPlace;
      const logo =
        open.logoDigest === null ? null : await readLogoAsPng({ logos: looks }, open.logoDigest, side);
      const picture = await pictureOf(await drawPreview(texts, accent), previewSize, logo, corner);
      return new Response(new Uint8Array(picture), {
        headers: {
          "content-type": "image/png",
          // A price or a name may change.
          "cache-control": "public, max-age=300",
          "cross-origin-resource-policy": "cross-origin",
        },
      });
    } catch (error) {
      const requestId = requestIdOf(request);
      if (!(error instanceof CheckoutError)) log.error({ requestId, error }, "a preview could not be drawn");
      return respondError(error, requestId, new Headers());
    }
  },
});
