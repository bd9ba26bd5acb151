import { randomUUID } from "node:crypto";
import { FUNCTION_FAILED, isRecord, type ReceivedEvent } from "./definition";
import type { Run } from "./executor";

/**
 * An Inngest server's event for a failed run.
 * @param error the final error, from the engine or from the SDK's answer
 */
export function failureEvent(run: Run, error: unknown, nowMs: number): ReceivedEvent {
  const { name, message } = error instanceof Error ? error : { name: "Error", message: String(error) };
  return {
    id: randomUUID(),
    name: FUNCTION_FAILED,
    data: {
      function_id: run.definition.fnId,
      run_id: run.id,
      error: isRecord(error) && !(error instanceof Error) ? error : { name, message },
      event: run.event,
    },
    ts: nowMs,
  };
}
