import { withoutKey } from "@/lib/api/http/operation-handlers";
import { orForm } from "@/lib/api/http/read-input";
import { route } from "@/lib/api/http/route";
import { operations } from "@/lib/api/operation-list";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { requoteCheckout } from "@/lib/checkouts/requote/requote-checkout";
import { getPublicCheckout } from "@/lib/checkouts/views/read-checkout";

export const { GET, POST, PUT, PATCH, DELETE, OPTIONS } = route({
  POST: orForm(
    withoutKey(operations.requoteCheckout, async ({ params }) => {
      const successorId = await requoteCheckout(getCheckouts(), params.checkoutId ?? "");
      return { data: await getPublicCheckout(getCheckouts(), successorId) };
    }),
    {
      numbers: [],
      page: ({ checkoutId }, data) => `/c/${typeof data?.id === "string" ? data.id : checkoutId}`,
    },
  ),
});
