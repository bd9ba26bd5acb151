import { accountActs } from "@/lib/accounts/account.acts";
import type { AccountAction, ProjectAction } from "@/lib/accounts/account.schema";
import { passkeyActs } from "@/lib/accounts/passkeys/passkeys.acts";
import { secondFactorActs } from "@/lib/accounts/second-factor/second-factor.acts";
import { wayInActs } from "@/lib/accounts/sign-in/ways-in.acts";
import { checkoutActs } from "@/lib/checkouts/checkouts.acts";
import { searchActs } from "@/lib/checkouts/dashboard/search.acts";
import { foundingActs } from "@/lib/checkouts/links/found-shop.acts";
import { linkActs } from "@/lib/checkouts/links/links.acts";
import { paymentActs } from "@/lib/payments/payments.acts";
import { testToolActs } from "@/lib/payments/test-tools.acts";
import { keyActs, originActs } from "@/lib/projects/keys/keys.acts";
import { looksActs } from "@/lib/projects/looks/looks.acts";
import { projectActs } from "@/lib/projects/projects.acts";
import { settingsActs } from "@/lib/projects/settings/settings.acts";
import { walletChangeActs } from "@/lib/projects/settings/wallet-change.acts";
import { teamActs } from "@/lib/projects/team/team.acts";
import { savedViewActs } from "@/lib/projects/views/saved-views.acts";
import { refundSigningActs } from "@/lib/refunds/links/refund-signing.acts";
import { refundActs } from "@/lib/refunds/refunds.acts";
import { settlementActs } from "@/lib/settlement/settlements.acts";
import { strayActs } from "@/lib/strays/strays.acts";
import { deliveryActs } from "@/lib/webhooks/deliveries.acts";
import { endpointActs } from "@/lib/webhooks/endpoints/endpoints.acts";
import { accountActionsOf, actionsOf } from "./act-actions";

/** Every action in a project; each area has its own table, joined here. */
export const projectActions = {
  ...actionsOf(projectActs),
  ...actionsOf(teamActs),
  ...actionsOf(savedViewActs),
  ...actionsOf(keyActs),
  ...actionsOf(originActs),
  ...actionsOf(settingsActs),
  ...actionsOf(walletChangeActs),
  ...actionsOf(looksActs),
  ...actionsOf(checkoutActs),
  ...actionsOf(searchActs),
  ...actionsOf(paymentActs),
  ...actionsOf(testToolActs),
  ...actionsOf(refundActs),
  ...actionsOf(refundSigningActs),
  ...actionsOf(settlementActs),
  ...actionsOf(strayActs),
  ...actionsOf(linkActs),
  ...actionsOf(endpointActs),
  ...actionsOf(deliveryActs),
} as const satisfies Record<string, ProjectAction>;

export type ProjectActions = typeof projectActions;

/** Every action on a person's own account; each area has its own table, joined here. */
export const accountActions = {
  ...accountActionsOf(accountActs),
  ...accountActionsOf(secondFactorActs),
  ...accountActionsOf(passkeyActs),
  ...accountActionsOf(wayInActs),
  ...accountActionsOf(foundingActs),
  ...accountActionsOf(projectActs),
} as const satisfies Record<string, AccountAction>;

export type AccountActions = typeof accountActions;
