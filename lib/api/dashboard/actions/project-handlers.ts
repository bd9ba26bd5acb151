import type { ProjectActions } from "@/lib/api/dashboard/actions.schema";
import { env } from "@/lib/api/settings/env";
import type { checkoutActions, linkActions, searchActions } from "@/lib/checkouts/checkout-input.schema";
import { createByHand } from "@/lib/checkouts/create-checkout";
import { createLink, disableLink } from "@/lib/checkouts/links/payment-links";
import { cancelCheckout } from "@/lib/checkouts/pending-checkout";
import { searchCheckouts } from "@/lib/insights/read-overview";
import type { strayActions, testToolActions } from "@/lib/payments/payments.schema";
import { countStray, returnStray } from "@/lib/payments/strays/decide-strays";
import { applyTestTool, createTestCheckout } from "@/lib/payments/test-tools";
import { createKey, revokeKey, rotateKey } from "@/lib/projects/keys/manage-keys";
import { setProjectLogo } from "@/lib/projects/looks/change-looks";
import type { keyActions, teamActions } from "@/lib/projects/projects.schema";
import { changeOrigins, changeSettings } from "@/lib/projects/settings/change-settings";
import {
  cancelWalletChange,
  requestWalletChange,
  signWalletChange,
} from "@/lib/projects/settings/change-settlement-wallet";
import type { settingsActions } from "@/lib/projects/settings/settings.schema";
import type { SentInvitation } from "@/lib/projects/team/manage-invitations";
import { invite, renewInvitation, revokeInvitation } from "@/lib/projects/team/manage-invitations";
import { changeRole, removeMember } from "@/lib/projects/team/manage-members";
import type { settlementActions } from "@/lib/settlement/dashboard/settlements.schema";
import { prepareSweep, prepareSweepBatch, sweepNow } from "@/lib/settlement/dashboard/sweep-now";
import { sweepStray } from "@/lib/settlement/request-settlement";
import "server-only";
import { type ProjectHandlers, projectLifeHandlers } from "./handler";
import { refundHandlers } from "./refunds";
import { webhookHandlers } from "./webhooks";

const checkoutHandlers: ProjectHandlers<typeof checkoutActions> = {
  createCheckout: async ({ deps, access, input, wake }) => {
    const { checkout, deliveries } = await createByHand(deps, access, input);
    wake.deliveries(deliveries);
    return { checkoutId: checkout.id, url: `${deps.checkoutPageUrl}/c/${checkout.id}` };
  },
  cancelCheckout: async ({ deps, access, input, wake }) => {
    const { checkout, events } = await cancelCheckout(
      deps,
      access.projectId,
      input.checkoutId,
      null,
      access.as("checkouts.cancel"),
    );
    wake.deliveries(events);
    return { status: checkout.status };
  },
};

const keyHandlers: ProjectHandlers<typeof keyActions> = {
  createApiKey: ({ deps, access, input }) => createKey(deps, access, { ...input, kind: "api" }),
  rotateApiKey: ({ deps, access, input }) => rotateKey(deps, access, { ...input, kind: "api" }),
  revokeApiKey: async ({ deps, access, input }) => {
    await revokeKey(deps, access, { ...input, kind: "api" });
    return {};
  },
  createServerKey: ({ deps, access, input }) => createKey(deps, access, { ...input, kind: "server" }),
  rotateServerKey: ({ deps, access, input }) => rotateKey(deps, access, { ...input, kind: "server" }),
  revokeServerKey: async ({ deps, access, input }) => {
    await revokeKey(deps, access, { ...input, kind: "server" });
    return {};
  },
  allowOrigin: async ({ deps, access, input }) => ({
    origins: await changeOrigins(deps, access.as("origins.manage"), "allow", input.origin),
  }),
  forbidOrigin: async ({ deps, access, input }) => ({
    origins: await changeOrigins(deps, access.as("origins.manage"), "forbid", input.origin),
  }),
};

const linkHandlers: ProjectHandlers<typeof linkActions> = {
  createLink: async ({ deps, access, input }) => {
    const { id, slug } = await createLink(deps, access, input);
    return { linkId: id, slug, url: `${deps.checkoutPageUrl}/l/${slug}` };
  },
  disableLink: async ({ deps, access, input }) => {
    await disableLink(deps, access, input.linkId);
    return {};
  },
};

const searchHandlers: ProjectHandlers<typeof searchActions> = {
  searchCheckouts: async ({ deps, access, input }) => {
    const found = await searchCheckouts(deps, access, input.text);
    return {
      checkouts: found.map(({ id, status, itemName, referenceId, createdAt }) => ({
        checkoutId: id,
        status,
        itemName,
        referenceId,
        createdAt: createdAt.toISOString(),
      })),
    };
  },
};

const settingsHandlers: ProjectHandlers<typeof settingsActions> = {
  changeSettings: async ({ deps, access, input }) => {
    await changeSettings(deps, access, input);
    return {};
  },
  changeGuardedSettings: async ({ deps, access, input }) => {
    await changeSettings(deps, access, input);
    return {};
  },
  removeLogo: async ({ deps, access }) => {
    await setProjectLogo(deps, access.as("settings.change"), null);
    return {};
  },
  requestWalletChange: ({ deps, access, input }) => requestWalletChange(deps, access, input.settlementWallet),
  signWalletChange: async ({ deps, access, input }) => {
    await signWalletChange(deps, access, input);
    return {};
  },
  cancelWalletChange: async ({ deps, access, input }) => {
    await cancelWalletChange(deps, access, input.changeId);
    return {};
  },
};

const settlementHandlers: ProjectHandlers<typeof settlementActions> = {
  sweepNow: async ({ deps, access, input, wake }) => {
    const answer = await sweepNow(deps, access, input);
    for (const { chainId } of answer.opened) wake.settlement(chainId);
    return answer;
  },
  prepareSweep: async ({ deps, access, input }) => {
    const { from, ...call } = await prepareSweep(deps, access, input);
    return { ...call, from: from === null ? null : [...from], demoWallet: demoWalletOf(call) };
  },
  prepareSweepBatch: async ({ deps, access, input }) => {
    const { from: _, ...call } = await prepareSweepBatch(deps, access, input);
    return { ...call, from: [call.merchantAddress], demoWallet: demoWalletOf(call) };
  },
};

/** With play money on this machine, the merchant's own wallet may always sweep. */
function demoWalletOf({ chainId, merchantAddress }: { chainId: number; merchantAddress: string }) {
  const { APP_MODE, CHAINS, DEMO_MERCHANT_ADDRESSES } = env();
  const isLocal = CHAINS.find((chain) => chain.chainId === chainId)?.local === true;
  if (APP_MODE === "production" || !isLocal) return null;
  return DEMO_MERCHANT_ADDRESSES.find((address) => address === merchantAddress) ?? null;
}

const strayHandlers: ProjectHandlers<typeof strayActions> = {
  returnStray: async ({ deps, access, input, wake }) => {
    const approves = access.may("refunds.approve");
    const by = { ...access.as("refunds.request"), approves };
    const { refund, claimUrl } = await returnStray(deps, by, input);
    wake.refunds(refund.chainId);
    return { refundId: refund.id, status: refund.status, claimUrl };
  },
  countStray: async ({ deps, access, input, wake }) => {
    const { checkout, events } = await countStray(deps, access.as("latePayments.accept"), input);
    wake.deliveries(events);
    wake.settlement(input.chainId);
    return { status: checkout.status };
  },
  sweepStray: async ({ deps, access, input, wake }) => {
    await sweepStray(deps, access.as("settlements.request"), input);
    wake.settlement(input.chainId);
    return {};
  },
};

const teamHandlers: ProjectHandlers<typeof teamActions> = {
  changeRole: async ({ deps, access, input }) => {
    await changeRole(deps, access, input);
    return {};
  },
  removeMember: async ({ deps, access, input }) => {
    await removeMember(deps, access, input.userId);
    return {};
  },
  leaveProject: async ({ deps, access }) => {
    await removeMember(deps, access, access.userId);
    return {};
  },
  invite: async ({ deps, access, input }) => sentView(await invite(deps, access, input)),
  renewInvitation: async ({ deps, access, input }) =>
    sentView(await renewInvitation(deps, access, input.invitationId)),
  revokeInvitation: async ({ deps, access, input }) => {
    await revokeInvitation(deps, access, input.invitationId);
    return {};
  },
};

function sentView({ expiresAt, ...sent }: SentInvitation) {
  return { ...sent, expiresAt: expiresAt.toISOString() };
}

const testToolHandlers: ProjectHandlers<typeof testToolActions> = {
  createTestCheckout: async ({ deps, access, wake }) => {
    const { checkout, deliveries } = await createTestCheckout(deps, access);
    wake.deliveries(deliveries);
    return { checkoutId: checkout.id };
  },
  applyTestTool: async ({ deps, access, input, wake }) => {
    const { txHash, events } = await applyTestTool(deps, access, input);
    wake.deliveries(events);
    return { txHash };
  },
};

/** The handlers of project actions; each area has its own table, joined here. */
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
