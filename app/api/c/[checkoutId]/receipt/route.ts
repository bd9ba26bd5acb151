import { checkoutMessages } from "@/components/checkout/messages/catalogue";
import { receiptText } from "@/components/checkout/text/receipt-text";
import { withoutKey } from "@/lib/api/http/operation-handlers";
import { orForm } from "@/lib/api/http/read-input";
import { route } from "@/lib/api/http/route";
import { clientOf } from "@/lib/api/limits/limits";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { getProjects } from "@/lib/api/wiring/projects";
import { mailReceipt } from "@/lib/checkouts/receipts/mail-receipt";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { pageLanguage } from "@/lib/platform/i18n/language.rules";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.mailReceipt, async ({ params, body, request }) => {
      const checkoutId = params.checkoutId ?? "";
      const acceptLanguage = request.headers.get("accept-language");
      const { page: t } = checkoutMessages(pageLanguage({ requested: body.language, acceptLanguage }));
      const show = (id: string) => getPublicCheckout(getCheckouts(), id);
      const deps = { ...getCheckouts(), mail: getProjects().mail, show };
      await mailReceipt(deps, checkoutId, body.email, clientOf(request), (view, facts) =>
        receiptText(view, facts, t),
      );
      return { data: await show(checkoutId) };
    }),
    { numbers: [], page: ({ checkoutId }) => `/c/${checkoutId}` },
  ),
});
