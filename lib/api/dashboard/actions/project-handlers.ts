import "server-only";
import type { HandledActions } from "@/lib/api/dashboard/action-list";
import { readersTimeZone } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { createByHand } from "@/lib/checkouts/create-checkout";
import { checkoutCursors, readCheckoutList } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { priceText } from "@/lib/checkouts/dashboard/export-checkouts";
import { countNewCheckouts } from "@/lib/checkouts/dashboard/list-checkouts";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import { searchCheckouts } from "@/lib/insights/read-overview";
import { applyTestTool, createTestCheckout } from "@/lib/payments/test-tools";
import { dayIn } from "@/lib/platform/i18n/time-zone.rules";
import type { ProjectHandlers } from "./handler";

/** What each action in a project does. */
export const projectHandlers: ProjectHandlers<HandledActions> = {
  createCheckout: async ({ access, input }) => {
    const checkout = await createByHand(getMerchant(), access, input);
    return { checkoutId: checkout.id, url: `${getMerchant().checkoutPageUrl}/c/${checkout.id}` };
  },
  cancelCheckout: async ({ access, input }) => {
    const checkout = await cancelCheckout(
      getMerchant(),
      access.projectId,
      input.checkoutId,
      null,
      access.as("checkouts.cancel"),
    );
    return { status: checkout.status };
  },

  searchCheckouts: async ({ access, input }) => {
    const deps = getMerchant();
    const found = await searchCheckouts(deps, access, input.text);
    const timeZone = access.timeZone ?? (await readersTimeZone());
    return {
      checkouts: found.map((checkout) => ({
        checkoutId: checkout.id,
        status: checkout.status,
        itemName: checkout.itemName,
        referenceId: checkout.referenceId,
        price: priceText(checkout, deps.chains),
        day: dayIn(checkout.createdAt, timeZone),
      })),
    };
  },

  countNewCheckouts: async ({ access, input: { query, newest } }) => {
    const timeZone = access.timeZone ?? (await readersTimeZone());
    const { filter } = readCheckoutList(Object.fromEntries(new URLSearchParams(query)), timeZone);
    return countNewCheckouts(getMerchant(), access, filter, checkoutCursors.read(newest));
  },

  createTestCheckout: async ({ access }) => {
    const checkout = await createTestCheckout(getMerchant(), access);
    return { checkoutId: checkout.id };
  },
  applyTestTool: async ({ access, input }) => {
    const { txHash } = await applyTestTool(getMerchant(), access, input);
    return { txHash };
  },
};
