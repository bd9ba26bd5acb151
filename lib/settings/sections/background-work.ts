import { z } from "zod";
import { help } from "../help";
import { origin } from "../urls";
import { credential } from "../values";

/** The server hashes the key's bytes, so it must be hex; Inngest Cloud's has a prefix. */
const signingKey = z
  .string()
  .regex(
    /^(signkey-\w+-)?([0-9a-fA-F]{2})+$/,
    "must be hex, as Inngest Cloud or openssl rand -hex 32 gives it",
  );

const missing =
  "for your own Inngest server create one and give it to both: openssl rand -hex 32; for Inngest Cloud copy it from there";

/** The Inngest server; with none of these the functions run in the process itself. */
export const inngestSettings = z.object({
  INNGEST_EVENT_KEY: credential.optional().register(help, {
    meaning: "lets an Inngest server run the work, see [scaling](background-work-and-scaling.md)",
    missing,
  }),
  INNGEST_SIGNING_KEY: signingKey
    .optional()
    .register(help, { meaning: "the key that signs requests between the two", missing }),
  INNGEST_SIGNING_KEY_FALLBACK: signingKey
    .optional()
    .register(help, { meaning: "the other signing key while you replace it" }),
  INNGEST_BASE_URL: origin.optional().register(help, { meaning: "address of your own Inngest server" }),
});

export const backgroundSettings = inngestSettings.extend({
  /** `http://app:3000` in one network. */
  INNGEST_SERVE_ORIGIN: origin.optional().register(help, {
    meaning: "address at which it reaches the service",
    preset: "`BASE_URL`",
  }),
});
