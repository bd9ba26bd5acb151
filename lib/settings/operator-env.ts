import type { z } from "zod";
import { type ConfiguredChain, configuredChain } from "./chain-settings";
import { cleaned, environment } from "./environment";
import { type Given, settings } from "./schema";
import { walletSettings } from "./sections/wallets";
import { parseVariables } from "./variables";

const operatorSettings = settings
  .pick({
    CHAINS: true,
    DATABASE_DIRECT_URL: true,
    DATA_KEY_PREVIOUS: true,
    BASE_URL: true,
    CHECKOUT_PAGE_URL: true,
    WEBHOOK_ALLOW_PRIVATE: true,
    WEBHOOK_ALLOW_HOSTS: true,
    PORT: true,
    FIAT_CURRENCIES: true,
  })
  .extend({
    // Without it the service runs its own PostgreSQL.
    DATABASE_URL: settings.shape.DATABASE_URL.optional(),
    DATA_KEY: settings.shape.DATA_KEY.optional(),
    ...walletSettings.shape,
  });

/** The settings that commands beside the running service need. */
type OperatorEnv = Omit<z.output<typeof operatorSettings>, "CHAINS"> & {
  CHAINS: readonly ConfiguredChain[];
};

/** The settings of commands, from the environment unless others are given. @throws SettingsError */
export function operatorEnv(given: Given = environment()): OperatorEnv {
  const { CHAINS, ...rest } = parseVariables(operatorSettings, cleaned(given));
  return { ...rest, CHAINS: CHAINS.map(configuredChain) };
}
