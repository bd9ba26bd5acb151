import { inngestEnv } from "@/lib/server/env";
import { createInngestClient } from "./create-client";

const server = inngestEnv();

/** Whether an Inngest server runs the functions; without one the local engine of this process does. */
export function usesInngestServer(): boolean {
  return server !== null;
}

export const inngest = createInngestClient(
  server === null ? { mode: "local" } : { mode: "server", ...server },
);
