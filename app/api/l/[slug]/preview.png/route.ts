import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { previewPicture } from "@/components/payment-link/link-preview";
import { getDrawings } from "@/lib/api/http/drawn-files";
import { requestLanguage } from "@/lib/api/http/request-language";
import { handle, route } from "@/lib/api/http/route";
import { limitByClient, limitDrawings } from "@/lib/api/limits/limits";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { readOpenLink } from "@/lib/checkouts/links/payment-links";

/** A payment link's picture for the previews of messengers. */
export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: handle({ operationId: "previewLink" }, async (call) => {
    await limitByClient(call);
    const open = await readOpenLink(getCheckouts(), call.params.slug ?? "");
    const preview = previewPicture(open, checkoutMessages(requestLanguage(call.request)).page);
    const picture = await getDrawings().read(preview, () => limitDrawings(call));
    // A price or a name may change.
    return { status: 200, picture, mediaType: "image/png", caching: "public, max-age=300" };
  }),
});
