import "server-only";
import type { z } from "zod";
import { clientOf, limitActions, limitByClient } from "@/lib/api/limits/limits";
import { type HttpAct, type Operation, operationOf } from "@/lib/api/operations/operation";
import { getParts, type Parts } from "@/lib/api/wiring/parts";
import type { Anyone } from "@/lib/platform/acts";
import type { ByKey } from "@/lib/projects/project-access";
import { withIdempotency } from "./idempotency";
import { keyAccess } from "./key-access";
import type { Call } from "./note-request";
import { admitCaller, keyFamilies, requireScope } from "./operation-handlers";
import { orForm, readInput } from "./read-input";
import type { JsonAnswer } from "./respond";
import { handle, type RouteHandler } from "./route";

/** An act whose parts and whose kind of caller this door can give. */
type ServedAs<By> = HttpAct & {
  run: (parts: Parts, by: By, given: never, keep: never) => Promise<unknown>;
  http:
    | { show: (result: never, parts: Parts) => unknown }
    | { showFor: (parts: Parts, by: By) => Promise<(result: never) => unknown> };
};

/** An act for the holders of a key. The input is checked last (spec §7). */
export function serve(act: ServedAs<ByKey>): RouteHandler {
  const operation = operationOf(act);
  const { keyKind } = operation;
  if (keyKind === "none") throw new Error(`${operation.operationId} needs a key`);
  return handle(operation, async (call) => {
    const project = await admitCaller(call, keyFamilies[keyKind]);
    requireScope(operation, call);
    const { text, ...read } = await readInput(operation, call.request);
    const by = keyAccess(call).by();
    const parts = getParts();
    const show = await showing(act, parts, by);
    return withIdempotency({ operation, call, project, text }, async (keep) =>
      success(operation, show(await act.run(parts, by, givenOf(act, call, read), keep(show)))),
    );
  });
}

/** An act for everyone. */
export function serveAnyone(act: ServedAs<Anyone>): RouteHandler {
  const operation = operationOf(act);
  if (operation.keyKind !== "none") throw new Error(`${operation.operationId} is not for everyone`);
  const answer = handle(operation, async (call) => {
    const kind = operation.limitedApart ? operation.operationId : undefined;
    await limitByClient(call, kind);
    const read = await readInput(operation, call.request);
    await limitActions(call, kind);
    const by = {
      client: clientOf(call.request),
      acceptLanguage: call.request.headers.get("accept-language"),
    };
    const parts = getParts();
    const show = await showing(act, parts, by);
    return success(operation, show(await act.run(parts, by, givenOf(act, call, read), null)));
  });
  return operation.form === undefined ? answer : orForm(answer, operation.form);
}

/** The act's input, and the ids in the path. */
function givenOf(
  { ids = {} }: HttpAct,
  { params }: Call,
  { body, query }: { body: unknown; query: unknown },
): Record<string, unknown> {
  const named = Object.keys(ids).map((name) => [name, params[name] ?? ""] as const);
  return { ...(query ?? {}), ...(body ?? {}), ...Object.fromEntries(named) };
}

async function showing(
  { http }: HttpAct,
  parts: Parts,
  by: ByKey | Anyone,
): Promise<(result: unknown) => z.output<z.ZodType>> {
  return "showFor" in http ? http.showFor(parts, by) : (result) => http.show(result, parts);
}

/** `{ok: true, data[, pagination]}`. */
function success({ status, pagination }: Operation, view: unknown): JsonAnswer {
  const result = pagination === null ? { data: view } : (view as object);
  return { status, body: JSON.stringify({ ok: true, ...result }) };
}
