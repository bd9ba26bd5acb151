import { inngestEnv } from "@/lib/server/env";
import { createInngestClient } from "./create-client";

const server = inngestEnv();

/** Whether an Inngest server runs the functions; without one the engine of this process does. */
export function usesInngestServer(): boolean {
  return server !== null;
}

/** The key that signs calls between the server and this service; null without a server. */
export function inngestSigningKey(): string | null {
  return server?.signingKey ?? null;
}

export const inngest = createInngestClient(
  server === null ? { mode: "local" } : { mode: "server", ...server },
);
