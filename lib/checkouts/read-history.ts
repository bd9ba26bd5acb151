import { hasIdForm } from "@/lib/platform/ids.rules";
import type { ProjectAccess } from "@/lib/projects/access/project-access";
import type { CheckoutDetails } from "./checkout.rules";
import type { CheckoutStore } from "./checkout.store";
import type { CheckoutHistory } from "./checkout-history.rules";
import type { CheckoutHistories } from "./checkout-history.store";
import { checkoutNotFound } from "./get-checkout";

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
  const isId = hasIdForm("chk", checkoutId);
  const [details, history] = isId
    ? await Promise.all([
        deps.checkouts.find(access.projectId, checkoutId),
        deps.checkoutHistories.read(access.projectId, checkoutId),
      ])
    : [null, null];
  if (details === null || history === null) throw checkoutNotFound();
  return { details, history };
}
