import "server-only";
import { z } from "zod";
import { takeTurn } from "@/inngest/turn";
import type { Work } from "@/inngest/work";
import { getWork } from "@/lib/api/wiring/work";
import { APP_ID, type InngestClient } from "./client";

/** Almost three hours of turns, so that no run's history grows long. */
const turnsPerRun = 200;

/** The Inngest functions of the works: each turn is a step. */
export function createFunctions(client: InngestClient, works: readonly Work[]) {
  return [...works.map((work) => createFunction(client, work)), createFailureFunction(client)];
}

function createFunction(client: InngestClient, work: Work) {
  const { id, name, trigger } = work;
  return client.createFunction({ id, name, triggers: [trigger], retries: 3 }, async ({ event, step }) => {
    for (let count = 1; count <= turnsPerRun; count++) {
      // Any instance may get the call: it takes its own lease.
      const { needsAnother } = await step.run(`turn ${count}`, () =>
        takeTurn(work.lease(event.data), (turn) => work.run(turn, event.data)),
      );
      if (!needsAnother) return;
    }
  });
}

const failure = z.object({
  function_id: z.string(),
  run_id: z.string(),
  error: z.object({ name: z.string().optional(), message: z.string().optional() }).catch({}),
});

/** Logs runs that failed after all attempts, which our log would miss otherwise. Upkeep finds their work. */
function createFailureFunction(client: InngestClient) {
  return client.createFunction(
    {
      id: "tell-failures",
      name: "Log failed runs",
      triggers: [{ event: "inngest/function.failed" }],
      // For hours: after an outage of all instances, failed runs are still reported.
      retries: 20,
    },
    async ({ event }) => {
      const { function_id, run_id, error } = failure.parse(event.data);
      // An Inngest server may be shared with other services.
      if (!function_id.startsWith(`${APP_ID}-`)) return;
      getWork().log.error(
        { function: function_id, runId: run_id, error: { name: error.name, message: error.message } },
        "a background run failed; upkeep will find its work",
      );
    },
  );
}
