import "server-only";
import { setProjectLogo } from "@/lib/projects/set-project-logo";
import { cancelWalletChange } from "@/lib/projects/settings/cancel-wallet-change";
import { changeSettings } from "@/lib/projects/settings/change-settings";
import { requestWalletChange } from "@/lib/projects/settings/request-wallet-change";
import { signWalletChange } from "@/lib/projects/settings/sign-wallet-change";
import type { settingsActions } from "@/lib/projects/settings.schema";
import type { ProjectHandlers } from "./handler";

export const settingsHandlers: ProjectHandlers<typeof settingsActions> = {
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
