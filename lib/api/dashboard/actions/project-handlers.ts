import "server-only";
import type { HandledActions } from "@/lib/api/dashboard/action-list";
import { readersTimeZone } from "@/lib/api/dashboard/page-language";
import { getMerchant } from "@/lib/api/wiring/merchant";
import { checkoutCursors, readCheckoutList } from "@/lib/checkouts/dashboard/checkout-views.rules";
import { priceText } from "@/lib/checkouts/dashboard/export-checkouts";
import { countNewCheckouts } from "@/lib/checkouts/dashboard/list-checkouts";
import { searchCheckouts } from "@/lib/insights/read-overview";
import { applyTestTool, createTestCheckout } from "@/lib/payments/test-tools";
import { dayIn } from "@/lib/platform/i18n/time-zone.rules";
import type { ProjectHandlers } from "./handler";

/** What each action in a project does. */
export const projectHandlers: ProjectHandlers<HandledActions> = {
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
