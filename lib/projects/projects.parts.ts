import type { Chain } from "@/lib/chain/chains.rules";
import type { DepositAddresses } from "@/lib/chain/contracts/deposit-address.chain";
import type { WalletCode } from "@/lib/chain/wallets.chain";
import type { Mail } from "@/lib/letters/send-letters";
import type { Clock } from "@/lib/platform/clock";
import type { NewId } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import type { ProjectKeys } from "./keys/project-keys.store";
import type { Logo, ProjectLooks } from "./looks/project-looks.store";
import type { ProjectLifecycle } from "./project-lifecycle.store";
import type { AllowedOrigins } from "./settings/origins.store";
import type { SettingsStore } from "./settings/settings.store";
import type { WalletChangeStore } from "./settings/wallet-change.store";
import type { TeamStore } from "./team/team.store";

/** What a merchant's wallet is checked with. */
export type WalletParts = {
  chains: readonly Chain[];
  /** Finds which of the addresses are deposit addresses of checkouts. */
  deposits: { ownersOf(addresses: readonly Hex[]): Promise<ReadonlyMap<Hex, string>> };
  depositAddresses: DepositAddresses;
};

/** What a shop's pages are given a look with. */
export type BrandParts = {
  clock: Clock;
  looks: ProjectLooks;
  /** @throws PictureRefused */
  redrawPicture: (file: Uint8Array) => Promise<Logo>;
};

/** What projects, their settings and their keys are read and changed with. */
export type ProjectParts = WalletParts &
  BrandParts & {
    newId: NewId;
    walletCode: WalletCode;
    projectLifecycle: ProjectLifecycle;
    settings: SettingsStore;
    walletChanges: WalletChangeStore;
    allowedOrigins: AllowedOrigins;
    projectKeys: ProjectKeys;
  };

/** What a project's people are invited, changed and told with. */
export type TeamParts = {
  clock: Clock;
  newId: NewId;
  team: TeamStore;
  /** Origin of the dashboard. */
  dashboardUrl: string;
  mail: Mail;
};
