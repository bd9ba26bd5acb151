import type { TokenSum } from "@/lib/chain/token.rules";
import type { Acting } from "@/lib/projects/access/operator-access";
import { projectNotFound } from "@/lib/projects/project-not-found";
import type { SettingsStore, ShownSettings } from "@/lib/projects/settings.store";
import type { WalletChange, WalletChangeStore } from "@/lib/projects/wallet-change.store";

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
