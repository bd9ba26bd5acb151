import "server-only";
import { createMovementStore } from "@/lib/books/movement.store";
import { sweepCall } from "@/lib/chain/sender/contract-calls.chain";
import { createBalanceStore } from "@/lib/checkouts/balances/balance.store";
import { createCheckoutByHandStore } from "@/lib/checkouts/checkout.store";
import { createCheckoutHistories } from "@/lib/checkouts/dashboard/checkout-history.store";
import { createCheckoutListStore } from "@/lib/checkouts/dashboard/checkout-list.store";
import { createTestToolStore } from "@/lib/checkouts/test-tool.store";
import { createInboxStore } from "@/lib/insights/inbox/inbox.store";
import { createTaskStore } from "@/lib/insights/inbox/task.store";
import { createWaitingStore } from "@/lib/insights/inbox/waiting.store";
import { createOverviewStore } from "@/lib/insights/overview.store";
import { createProjectHours } from "@/lib/insights/project-hours.store";
import { createProjectBalances } from "@/lib/payments/balances/project-balances.store";
import { createLateRuleStore } from "@/lib/payments/late-rule.store";
import { perProcess } from "@/lib/platform/process/per-process";
import { createRefundListStore } from "@/lib/refunds/dashboard/refund-list.store";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import { createSettlementListStore } from "@/lib/settlement/dashboard/settlement-list.store";
import { createSettlementStore } from "@/lib/settlement/settlement.store";
import { createStrayListStore, createStraySweeps } from "@/lib/strays/stray.store";
import { getSenders } from "./chains";
import { getCheckouts } from "./checkouts";
import { countDesk } from "./count-facts";
import { getProcess } from "./process";
import { getProjects } from "./projects";

/** What merchants see and do in the dashboard with their projects' money. */
export const getMerchant = perProcess("merchant", () => {
  const { database, secretBox, common } = getProcess();
  const projects = getProjects();
  return {
    ...projects,
    ...getCheckouts(),
    sender: getSenders().sender,
    balances: createBalanceStore(database),
    checkoutsByHand: countDesk(createCheckoutByHandStore(database, secretBox), common.metrics),
    checkoutSearch: createCheckoutListStore(database, projects.chains),
    checkoutHistories: createCheckoutHistories(database),
    inbox: createInboxStore(database),
    tasks: createTaskStore(database),
    waiting: createWaitingStore(database),
    lateRules: createLateRuleStore(database),
    overview: createOverviewStore(database),
    projectHours: createProjectHours(database),
    refundList: createRefundListStore(database),
    settlements: createSettlementStore(database),
    settlementList: createSettlementListStore(database),
    holdings: createHoldingStore(database),
    strayList: createStrayListStore(database),
    straySweeps: createStraySweeps(database, secretBox),
    movements: createMovementStore(database),
    projectBalances: createProjectBalances(database),
    sweepCall,
    testTools: createTestToolStore(database),
  };
});
