import type { CheckoutListStore } from "@/lib/checkouts/dashboard/checkout-list.store";
import type { SettingsStore } from "@/lib/projects/settings/settings.store";
import type { RateService } from "@/lib/rates/get-rates";
import type { HoldingStore } from "@/lib/settlement/dashboard/holding.store";
import type { SettlementParts } from "@/lib/settlement/settlement-terms";
import type { StrayListStore } from "@/lib/strays/stray.store";
import type { InboxStore } from "./inbox/inbox.store";
import type { TaskStore } from "./inbox/task.store";
import type { WaitingStore } from "./inbox/waiting.store";
import type { OverviewStore } from "./overview.store";
import type { ProjectHourStore } from "./project-hours.store";

export type InsightParts = SettlementParts & {
  checkoutSearch: CheckoutListStore;
  holdings: HoldingStore;
  inbox: InboxStore;
  overview: OverviewStore;
  projectHours: ProjectHourStore;
  rates: RateService;
  settings: SettingsStore;
  strayList: StrayListStore;
  tasks: TaskStore;
  waiting: WaitingStore;
};
