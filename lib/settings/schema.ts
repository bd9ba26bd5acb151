import { z } from "zod";
import { chainsSetting } from "./chain-settings";
import { databaseSettings } from "./sections/database";
import { mailSettings, oauthSettings } from "./sections/mail-and-sign-in";
import { backgroundSettings, demoSettings, limitSettings, serviceSettings } from "./sections/service";
import {
  priceSettings,
  spendingSettings,
  walletConnectSettings,
  walletSettings,
} from "./sections/wallets-and-prices";

const chainsAndWallets = z.object({
  CHAINS: chainsSetting,
  ...walletSettings.shape,
  ...spendingSettings.shape,
});
const mailAndSignIn = z.object({ ...mailSettings.shape, ...oauthSettings.shape });

/** The sections of the page of all settings, in its order. */
export const sections: readonly { title: string; settings: z.ZodObject }[] = [
  { title: "Service", settings: serviceSettings },
  { title: "Database", settings: databaseSettings },
  { title: "Chains and wallets", settings: chainsAndWallets },
  { title: "Prices", settings: priceSettings },
  { title: "Limits", settings: limitSettings },
  { title: "Mail and sign-in", settings: mailAndSignIn },
  { title: "Wallets on other devices", settings: walletConnectSettings },
  { title: "Background work", settings: backgroundSettings },
  { title: "Demo and tests: production refuses these", settings: demoSettings },
];

/** Every variable that the service reads. */
export const settings = z.object({
  ...serviceSettings.shape,
  ...databaseSettings.shape,
  ...chainsAndWallets.shape,
  ...priceSettings.shape,
  ...limitSettings.shape,
  ...mailAndSignIn.shape,
  ...walletConnectSettings.shape,
  ...backgroundSettings.shape,
  ...demoSettings.shape,
});

export type Settings = z.output<typeof settings>;

/** The names of all settings. */
export const settingNames: readonly string[] = Object.keys(settings.shape);

/** Variables by name, as the environment has them. */
export type Given = Readonly<Record<string, string | undefined>>;
