import { z } from "zod";
import { getDeps } from "@/lib/server/deps";
import { inngest } from "./client";
import { APP_ID } from "./create-client";

const failure = z.object({
  function_id: z.string(),
  run_id: z.string(),
  error: z.object({ name: z.string().optional(), message: z.string().optional() }).catch({}),
});

/**
 * Writes down what failed after all its attempts: on an Inngest server the run ends there, and our log would not know
 * of it. Nothing is lost with the run, for the next sweep of its area finds the work again.
 */
export const tellFailures = inngest.createFunction(
  { id: "tell-failures", triggers: [{ event: "inngest/function.failed" }], retries: 0 },
  async ({ event }) => {
    const { function_id, run_id, error } = failure.parse(event.data);
    // An Inngest server may be shared with other services.
    if (!function_id.startsWith(`${APP_ID}-`)) return;
    getDeps().log.error(
      { function: function_id, runId: run_id, error: { name: error.name, message: error.message } },
      "background work failed; the next sweep tries again",
    );
  },
);
