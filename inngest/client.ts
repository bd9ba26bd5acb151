import { inngestEnv } from "@/lib/server/env";
import { createInngestClient, type InngestClientOptions } from "./create-client";

/** Whether an Inngest server runs the functions; without one the local engine of this process does. */
export function usesInngestServer(): boolean {
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = inngestEnv();
  return [INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL].some((value) => value !== undefined);
}

function options(): InngestClientOptions {
  if (!usesInngestServer()) return { mode: "local" };
  const { INNGEST_EVENT_KEY, INNGEST_SIGNING_KEY, INNGEST_BASE_URL } = inngestEnv();
  return {
    mode: "server",
    eventKey: INNGEST_EVENT_KEY ?? "",
    signingKey: INNGEST_SIGNING_KEY ?? "",
    ...(INNGEST_BASE_URL === undefined ? {} : { baseUrl: INNGEST_BASE_URL }),
  };
}

export const inngest = createInngestClient(options());
