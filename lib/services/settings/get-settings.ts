import type { Acting } from "../access/operator-access";
import type { SettingsStore, ShownSettings } from "../ports/dashboard/settings-store";
import type { WalletChange, WalletChangeStore } from "../ports/dashboard/wallet-change-store";
import type { TokenSum } from "../ports/mail-facts";
import { projectNotFound } from "../projects/project-not-found";

export type GetSettingsDeps = {
  settings: Pick<SettingsStore, "find" | "exposure">;
  walletChanges: Pick<WalletChangeStore, "waiting">;
};

export type SettingsView = {
  settings: ShownSettings;
  /** What the service's refund wallet could move now, by token. */
  exposure: TokenSum[];
  walletChange: WalletChange | null;
};

/** @throws CheckoutError PROJECT_NOT_FOUND */
export async function getSettings(
  { settings, walletChanges }: GetSettingsDeps,
  { projectId }: Acting,
): Promise<SettingsView> {
  const [found, exposure, walletChange] = await Promise.all([
    settings.find(projectId),
    settings.exposure(projectId),
    walletChanges.waiting(projectId),
  ]);
  if (found === null) throw projectNotFound();
  return { settings: found, exposure, walletChange };
}
