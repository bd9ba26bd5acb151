import { keyAccess } from "@/lib/api/http/key-access";
import { linkResource } from "@/lib/api/http/link-answers";
import { withServerKey } from "@/lib/api/http/operation-handlers";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { updateLink } from "@/lib/checkouts/links/change-link";
import { readLink } from "@/lib/checkouts/links/payment-links";
import { checksummed } from "@/lib/platform/values/checksum.rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  GET: withServerKey(operations.getPaymentLink, async (call) => {
    const { link, revenue } = await readLink(
      getCheckouts(),
      keyAccess(call),
      call.params.paymentLinkId ?? "",
    );
    const received = revenue.sums.map(({ chainId, tokenAddress, units }) => ({
      chainId,
      tokenAddress: checksummed(tokenAddress),
      amount: units.toString(),
    }));
    return { data: { ...linkResource(link), received, receivedIsComplete: revenue.isWhole } };
  }),
  POST: withServerKey(operations.updatePaymentLink, async (call) => {
    const id = call.params.paymentLinkId ?? "";
    const keep = call.keep(linkResource);
    return { data: linkResource(await updateLink(getCheckouts(), keyAccess(call), id, call.body, keep)) };
  }),
});
