import { z } from "zod";
import { getDeps } from "@/lib/api/deps";
import { inngest } from "./client";
import { APP_ID } from "./create-client";

const failure = z.object({
  function_id: z.string(),
  run_id: z.string(),
  error: z.object({ name: z.string().optional(), message: z.string().optional() }).catch({}),
});

/** Logs runs that failed after all attempts, of which our log would not know. Nothing is lost: upkeep finds the work. */
export const tellFailures = inngest.createFunction(
  {
    id: "tell-failures",
    name: "Log failed runs",
    triggers: [{ event: "inngest/function.failed" }],
    // For hours: an outage of all instances fails runs, and is told when one is back.
    retries: 20,
  },
  async ({ event }) => {
    const { function_id, run_id, error } = failure.parse(event.data);
    // An Inngest server may be shared with other services.
    if (!function_id.startsWith(`${APP_ID}-`)) return;
    getDeps().log.error(
      { function: function_id, runId: run_id, error: { name: error.name, message: error.message } },
      "background work failed; upkeep finds it again",
    );
  },
);
