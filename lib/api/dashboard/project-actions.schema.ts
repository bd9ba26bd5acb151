import type { ProjectAction } from "@/lib/accounts/action.schema";
import { checkoutActions } from "@/lib/checkouts/checkout-actions.schema";
import { linkActions } from "@/lib/checkouts/links.schema";
import { searchActions } from "@/lib/checkouts/search.schema";
import { strayActions } from "@/lib/payments/strays.schema";
import { testToolActions } from "@/lib/payments/test-tools.schema";
import { keyActions } from "@/lib/projects/keys.schema";
import { projectLifeActions } from "@/lib/projects/projects.schema";
import { settingsActions } from "@/lib/projects/settings.schema";
import { teamActions } from "@/lib/projects/team.schema";
import { refundActions } from "@/lib/refunds/refund-actions.schema";
import { settlementActions } from "@/lib/settlement/settlements.schema";
import { webhookActions } from "@/lib/webhooks/webhook-actions.schema";

/** Every action in a project; each area has its own table, joined here. */
export const projectActions = {
  ...checkoutActions,
  ...linkActions,
  ...keyActions,
  ...webhookActions,
  ...testToolActions,
  ...refundActions,
  ...searchActions,
  ...settlementActions,
  ...strayActions,
  ...projectLifeActions,
  ...settingsActions,
  ...teamActions,
} as const satisfies Record<string, ProjectAction>;

export type ProjectActions = typeof projectActions;
