import { z } from "zod";
import { settingObject } from "../setting-object";
import { help, hexAddress, json } from "../values";

const flag = z.enum(["0", "1", "true", "false"]).transform((value) => value === "1" || value === "true");

/** For the demo and tests: production refuses each of them. */
export const demoSettings = z.object({
  WEBHOOK_ALLOW_PRIVATE: flag.default(false).register(help, {
    meaning: "webhook receivers on this machine, with any scheme and port; the demo sets it",
  }),
  DEMO_FIXED_RATES: json(z.record(z.string(), z.record(z.string(), z.string())))
    .optional()
    .register(help, { meaning: "exchange rates as JSON; an unknown token or currency is refused" }),
  DEMO_SHOP: json(
    settingObject({
      serverKey: z.string(),
      apiKey: z.string(),
      projectId: z.string(),
      webhookSecret: z.string(),
      ordersFolder: z.string(),
    }),
  )
    .optional()
    .register(help, { meaning: "keys of the demo shop" }),
  DEMO_PAYER_ADDRESS: hexAddress.optional().register(help, {
    meaning: "the wallet that pays on local chains",
  }),
  DEMO_MERCHANT_ADDRESSES: json(z.array(hexAddress))
    .default([])
    .register(help, { meaning: "the wallets that sign as merchants there" }),
  INNGEST_DEV: z
    .string()
    .optional()
    .register(help, { meaning: "the mode of an Inngest server for development" }),
});
