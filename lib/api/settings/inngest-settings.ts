import { z } from "zod";

type Given = Readonly<Record<string, string | undefined>>;

/** The server hashes the key's bytes, so it must be hex; Inngest Cloud's has a prefix. */
const signingKey = z
  .string()
  .regex(
    /^(signkey-\w+-)?([0-9a-fA-F]{2})+$/,
    "must be hex, as Inngest Cloud or openssl rand -hex 32 gives it",
  );

/** The variables of an Inngest server; with none of them the functions run in the process itself. */
export const inngestSettings = z.object({
  /** A server of one's own; Inngest Cloud when it is not set. */
  INNGEST_BASE_URL: z.url({ protocol: /^https?$/ }).optional(),
  INNGEST_EVENT_KEY: z.string().optional(),
  INNGEST_SIGNING_KEY: signingKey.optional(),
  /** Counts beside the other one while keys are exchanged. */
  INNGEST_SIGNING_KEY_FALLBACK: signingKey.optional(),
});

export type InngestServer = {
  eventKey: string;
  signingKey: string;
  signingKeyFallback: string | undefined;
  /** Inngest Cloud where undefined. */
  baseUrl: string | undefined;
};

/** The Inngest server that runs the functions; null without one. What is incomplete counts as none here. */
export function readInngestServer(given: Given): InngestServer | null {
  const { INNGEST_EVENT_KEY: eventKey, INNGEST_SIGNING_KEY: signingKey } = given;
  if (!eventKey || !signingKey) return null;
  return {
    eventKey,
    signingKey,
    signingKeyFallback: given.INNGEST_SIGNING_KEY_FALLBACK || undefined,
    baseUrl: given.INNGEST_BASE_URL || undefined,
  };
}

/** Half of the settings would leave the server without work, or the work without signatures. */
export function missingInngestKeys(given: Given): string[] {
  const named = Object.keys(inngestSettings.shape).filter((name) => given[name]);
  return ["INNGEST_EVENT_KEY", "INNGEST_SIGNING_KEY"]
    .filter((name) => named.length > 0 && !named.includes(name))
    .map((name) => `${name} is missing (${named.join(", ")} is set)`);
}
