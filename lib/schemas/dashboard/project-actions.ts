import type { ProjectAction } from "./action";
import { checkoutActions } from "./checkouts";
import { keyActions } from "./keys";
import { linkActions } from "./links";
import { projectLifeActions } from "./projects";
import { refundActions } from "./refunds";
import { searchActions } from "./search";
import { settingsActions } from "./settings";
import { settlementActions } from "./settlements";
import { strayActions } from "./strays";
import { teamActions } from "./team";
import { testToolActions } from "./test-tools";
import { webhookActions } from "./webhooks";

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
