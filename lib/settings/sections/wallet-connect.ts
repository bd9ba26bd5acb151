import { z } from "zod";
import { help } from "../help";
import { serviceAddress } from "../urls";

/** Wallets on other devices: offered where the operator has a project at a relay. */
export const walletConnectSettings = z.object({
  WALLETCONNECT_PROJECT_ID: z
    .string()
    .regex(/^[\w-]{1,64}$/, "must be the id of a WalletConnect project: letters, digits, - and _")
    .optional()
    .register(help, { meaning: "turns on WalletConnect; without it, pages load none of its code" }),
  WALLETCONNECT_RELAY_URL: serviceAddress("ws")
    .default("wss://relay.walletconnect.org")
    .register(help, { meaning: "the relay" }),
});
