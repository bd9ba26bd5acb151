import "server-only";
import { createOwnAccountStore } from "@/lib/accounts/own-account.store";
import { createPasswordHasher } from "@/lib/accounts/password/password-hasher";
import { createAccountTokenStore, createPeopleStore } from "@/lib/accounts/people.store";
import { hashRecoveryCode, newRecoveryCode, totp } from "@/lib/accounts/second-factor/second-factor";
import { createSecondFactorStore } from "@/lib/accounts/second-factor/second-factor.store";
import { createSessionStore } from "@/lib/accounts/sign-in/session.store";
import { signInMessages } from "@/lib/accounts/sign-in/sign-in-messages.chain";
import { countDesk, countLinks } from "@/lib/api/metrics/count-facts";
import type { Env } from "@/lib/api/settings/env";
import { createLocalChains } from "@/lib/chain/local-chains.chain";
import { sweepCall } from "@/lib/chain/sender/contract-calls.chain";
import { createCheckoutByHandStore } from "@/lib/checkouts/checkout.store";
import { createCheckoutHistories } from "@/lib/checkouts/dashboard/checkout-history.store";
import { createCheckoutSearchStore } from "@/lib/checkouts/dashboard/checkout-search.store";
import { createPaymentLinkStore } from "@/lib/checkouts/links/payment-link.store";
import { createAttentionStore, createOverviewStore } from "@/lib/insights/overview.store";
import { createProjectHours } from "@/lib/insights/project-hours.store";
import { createTestToolStore } from "@/lib/payments/test-tool.store";
import type { TestToolDeps } from "@/lib/payments/test-tools";
import type { Database } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import type { Metrics } from "@/lib/platform/metrics";
import type { SecretBox } from "@/lib/platform/secret-box";
import { createProjectKeys } from "@/lib/projects/keys/project-keys.store";
import { createAuditLog } from "@/lib/projects/logs/logs.store";
import { redrawPicture } from "@/lib/projects/looks/change-looks";
import { createProjectLooks } from "@/lib/projects/looks/project-looks.store";
import { createProjectLifecycle } from "@/lib/projects/project-lifecycle.store";
import { createQuickstartReader } from "@/lib/projects/quickstart-reader.store";
import { createAllowedOrigins } from "@/lib/projects/settings/origins.store";
import { createSettingsStore } from "@/lib/projects/settings/settings.store";
import { createWalletChangeStore } from "@/lib/projects/settings/wallet-change.store";
import { createInvitationStore } from "@/lib/projects/team/invitation.store";
import { createMembershipStore } from "@/lib/projects/team/membership.store";
import { createTeamStore } from "@/lib/projects/team/team.store";
import { createRefundListStore } from "@/lib/refunds/dashboard/refund-list.store";
import { createHoldingStore } from "@/lib/settlement/dashboard/holding.store";
import { createSettlementListStore } from "@/lib/settlement/dashboard/settlement-list.store";

export type DashboardDeps = ReturnType<typeof createDashboardDeps>;

/** What merchants' pages and accounts need beside what the service does by itself. */
export function createDashboardDeps(
  settings: Env,
  database: Database,
  secretBox: SecretBox,
  metrics: Metrics,
) {
  return {
    checkoutsByHand: countDesk(createCheckoutByHandStore(database, secretBox), metrics),
    checkoutSearch: createCheckoutSearchStore(database),
    checkoutHistories: createCheckoutHistories(database),
    paymentLinks: countLinks(createPaymentLinkStore(database, secretBox), metrics),
    attention: createAttentionStore(database),
    refundList: createRefundListStore(database),
    settlementList: createSettlementListStore(database),
    holdings: createHoldingStore(database),
    sweepCall,
    looks: createProjectLooks(database),
    redrawPicture,
    projectLifecycle: createProjectLifecycle(database),
    team: createTeamStore(database),
    settings: createSettingsStore(database),
    walletChanges: createWalletChangeStore(database),
    auditLog: createAuditLog(database),
    invitations: createInvitationStore(database),
    dashboardUrl: settings.BASE_URL,
    memberships: createMembershipStore(database),
    sessions: createSessionStore(database),
    secondFactors: createSecondFactorStore(database, secretBox),
    totp,
    newRecoveryCode,
    hashRecoveryCode,
    signInLimits: {
      perAccount: settings.RATE_LIMIT_SIGN_IN_PER_MINUTE,
      perClient: settings.RATE_LIMIT_SIGN_IN_IP_PER_MINUTE,
    },
    passwords: createPasswordHasher(),
    accountTokens: createAccountTokenStore(database),
    people: createPeopleStore(database),
    ownAccounts: createOwnAccountStore(database),
    signInMessages,
    projectHours: createProjectHours(database),
    overview: createOverviewStore(database),
    quickstart: createQuickstartReader(database),
    projectKeys: createProjectKeys(database, newId),
    allowedOrigins: createAllowedOrigins(database),
    testTools: createTestToolStore(database),
    localChains: localChains(settings),
  };
}

/** Play money and its payer belong to the demo and the tests; they move nothing real. */
function localChains({ APP_MODE, CHAINS, DEMO_PAYER_ADDRESS }: Env): TestToolDeps["localChains"] {
  const local = CHAINS.filter((chain) => chain.local);
  if (APP_MODE === "production" || local.length === 0 || DEMO_PAYER_ADDRESS === undefined) return null;
  return createLocalChains(local, DEMO_PAYER_ADDRESS);
}
