import { issueResetLink, resetLinkMinutes } from "@/lib/accounts/reset/issue-reset-link";
import { removeLostFactor } from "@/lib/accounts/second-factor/remove-lost-factor";
import { issueSetupToken, setupTokenHours } from "@/lib/accounts/setup/issue-setup-token";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { AdminCommand } from "./command";

/** Ways into the dashboard, for whoever lost theirs. */
export const accountCommands = {
  "setup-token": {
    usage: "                                  a token that makes the first account",
    needs: {},
    reads: true,
    run: async (deps) => {
      const token = await issueSetupToken(deps);
      if (token === null)
        throw new CheckoutError("CONFLICT", "There is an account already. Others come by invitation.");
      return [
        `Setup token: ${token}`,
        `It works once, for ${setupTokenHours} hours, at ${deps.dashboardUrl()}/dashboard/setup. Those before do not any more.`,
      ];
    },
  },
  "reset-link": {
    usage: "EMAIL                             a link by which this person sets a new password",
    needs: { id: true },
    reads: true,
    run: async (deps, { id }) => [
      await issueResetLink(deps, id, deps.dashboardUrl()),
      `It works once, for ${resetLinkMinutes} minutes. Give it to nobody but its owner.`,
    ],
  },
  "second-factor-off": {
    usage: "EMAIL                             lets a person in without their lost second factor",
    needs: { id: true },
    reads: true,
    run: async (deps, { id }) => {
      await removeLostFactor(deps, id);
      return [`${id} signs in without a second factor now, and can set up another.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;
