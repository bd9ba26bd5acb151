import "server-only";
import type { ownAccountActions } from "@/lib/accounts/account.schema";
import { unlinkProvider } from "@/lib/accounts/oauth/unlink-provider";
import { changePassword } from "@/lib/accounts/profile/change-password";
import { reauthenticate } from "@/lib/accounts/profile/reauthenticate";
import { rename } from "@/lib/accounts/profile/rename";
import { beginSecondFactor } from "@/lib/accounts/second-factor/begin-second-factor";
import { confirmSecondFactor } from "@/lib/accounts/second-factor/confirm-second-factor";
import { removeSecondFactor } from "@/lib/accounts/second-factor/remove-second-factor";
import { renewRecoveryCodes } from "@/lib/accounts/second-factor/renew-recovery-codes";
import { endOtherSessions } from "@/lib/accounts/sessions/end-other-sessions";
import { endSession } from "@/lib/accounts/sessions/end-session";
import { linkWallet } from "@/lib/accounts/wallet/link-wallet";
import { unlinkWallet } from "@/lib/accounts/wallet/unlink-wallet";
import { askWallet } from "@/lib/accounts/wallet/wallet-proof";
import type { AccountHandlers } from "./handler";

/** What people do to their own accounts. */
export const ownAccountHandlers: AccountHandlers<typeof ownAccountActions> = {
  reauthenticate: async ({ deps, signedIn, input }) => {
    await reauthenticate(deps, signedIn, input);
    return {};
  },
  askWallet: ({ deps, signedIn: { userId, email }, input: { purpose, ...wallet } }) =>
    askWallet(deps, wallet, { kind: purpose, userId, email }),
  rename: async ({ deps, signedIn, input }) => {
    await rename(deps, signedIn.userId, input.name);
    return {};
  },
  changePassword: async ({ deps, signedIn, input }) => {
    await changePassword(deps, signedIn, input);
    return {};
  },
  setPassword: async ({ deps, signedIn, input }) => {
    await changePassword(deps, signedIn, { current: null, next: input.next });
    return {};
  },
  beginSecondFactor: ({ deps, signedIn }) => beginSecondFactor(deps, signedIn.userId),
  confirmSecondFactor: ({ deps, signedIn, input }) => confirmSecondFactor(deps, signedIn.userId, input.code),
  renewRecoveryCodes: ({ deps, signedIn }) => renewRecoveryCodes(deps, signedIn.userId),
  removeSecondFactor: async ({ deps, signedIn }) => {
    await removeSecondFactor(deps, signedIn.userId);
    return {};
  },
  linkWallet: async ({ deps, signedIn, input }) => {
    await linkWallet(deps, signedIn, input);
    return {};
  },
  unlinkWallet: async ({ deps, signedIn }) => {
    await unlinkWallet(deps, signedIn.userId);
    return {};
  },
  unlinkProvider: async ({ deps, signedIn, input }) => {
    await unlinkProvider(deps, signedIn.userId, input.provider);
    return {};
  },
  endSession: async ({ deps, signedIn, input }) => {
    await endSession(deps, signedIn.userId, input.sessionId);
    return {};
  },
  endOtherSessions: ({ deps, signedIn }) => endOtherSessions(deps, signedIn),
};
