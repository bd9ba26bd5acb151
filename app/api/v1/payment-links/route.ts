import { keyAccess } from "@/lib/api/http/key-access";
import { linkResource } from "@/lib/api/http/link-answers";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { linkCursors } from "@/lib/checkouts/links/payment-link.schema";
import { createLink, listLinks } from "@/lib/checkouts/links/payment-links";
import { cursorPage, placeIn } from "@/lib/platform/lists/cursor-pages.schema";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.listPaymentLinks, async (call) => {
    const { take } = call.query;
    const part = await listLinks(getCheckouts(), keyAccess(call), placeIn(call.query), take);
    return cursorPage(part, take, linkCursors, linkResource);
  }),
  POST: withServerKey(operations.createPaymentLink, async (call) => ({
    data: linkResource(await createLink(getCheckouts(), keyAccess(call), call.body, call.keep(linkResource))),
  })),
});
