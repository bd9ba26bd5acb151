import type { CheckoutDetails } from "@/lib/core/checkout";
import type { CheckoutHistory } from "@/lib/core/dashboard/checkout-history";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import { checkoutNotFound } from "@/lib/services/get-checkout";
import type { CheckoutStore } from "@/lib/services/ports/checkout-store";
import type { CheckoutHistories } from "@/lib/services/ports/dashboard/checkout-history";

/**
 * A checkout with all that is recorded of it and all that followed.
 *
 * @throws CheckoutError CHECKOUT_NOT_FOUND for an unknown id and, alike, for another project's
 */
export async function readHistory(
  deps: { checkouts: Pick<CheckoutStore, "find">; checkoutHistories: CheckoutHistories },
  access: ProjectAccess,
  checkoutId: string,
): Promise<{ details: CheckoutDetails; history: CheckoutHistory }> {
  // What can be no id is not asked for.
  const isId = /^chk_[0-9a-z]{26}$/.test(checkoutId);
  const [details, history] = isId
    ? await Promise.all([
        deps.checkouts.find(access.projectId, checkoutId),
        deps.checkoutHistories.read(access.projectId, checkoutId),
      ])
    : [null, null];
  if (details === null || history === null) throw checkoutNotFound();
  return { details, history };
}
