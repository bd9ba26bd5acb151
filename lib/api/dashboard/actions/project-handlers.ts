import "server-only";
import type { ProjectActions } from "@/lib/api/dashboard/project-actions.schema";
import { checkoutHandlers } from "./checkouts";
import type { ProjectHandlers } from "./handler";
import { keyHandlers } from "./keys";
import { linkHandlers } from "./links";
import { projectLifeHandlers } from "./projects";
import { refundHandlers } from "./refunds";
import { searchHandlers } from "./search";
import { settingsHandlers } from "./settings-actions";
import { settlementHandlers } from "./settlements";
import { strayHandlers } from "./strays";
import { teamHandlers } from "./team";
import { testToolHandlers } from "./test-tools";
import { webhookHandlers } from "./webhooks";

/** What does each action in a project; each area has its own table, joined here. */
export const projectHandlers: ProjectHandlers<ProjectActions> = {
  ...checkoutHandlers,
  ...linkHandlers,
  ...keyHandlers,
  ...webhookHandlers,
  ...testToolHandlers,
  ...refundHandlers,
  ...searchHandlers,
  ...settlementHandlers,
  ...strayHandlers,
  ...projectLifeHandlers,
  ...settingsHandlers,
  ...teamHandlers,
};
