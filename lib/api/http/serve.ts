import "server-only";
import type { z } from "zod";
import {
  clientLimits,
  clientOf,
  limitActions,
  limitByClient,
  limitSearches,
  reportAdmission,
} from "@/lib/api/limits/limits";
import { type HttpAct, type Operation, operationOf } from "@/lib/api/operations/operation";
import { getParts, type Parts } from "@/lib/api/wiring/parts";
import type { LiveStream } from "@/lib/checkouts/live/live-stream";
import type { CountedReader } from "@/lib/checkouts/payment-page.acts";
import type { PublicCheckoutView } from "@/lib/checkouts/views/public-checkout.schema";
import type { Anyone } from "@/lib/platform/acts";
import { type ByKey, KeyAccess } from "@/lib/projects/project-access";
import { admitCaller, keyFamilies, requireScope } from "./admit-caller";
import { checkoutTag, holdsTag } from "./entity-tags";
import { withIdempotency } from "./idempotency";
import type { Call } from "./note-request";
import { orForm, readInput } from "./read-input";
import { endWithReader, type JsonAnswer } from "./respond";
import { handle, type RouteHandler } from "./route";

/** How an act's answer is made. */
type Showing<By, P> =
  | { show: (result: never, parts: P) => unknown }
  | { showFor: (parts: P, by: By) => Promise<(result: never) => unknown> };

/** An act whose parts and whose kind of caller this door can give. */
type ServedAs<By, P = Parts> = HttpAct & {
  run: (parts: P, by: By, given: never, keep: never) => Promise<unknown>;
  http: Showing<By, P>;
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

/**
 * An act for everyone.
 *
 * @param words what only the pages' texts can say
 */
export function serveAnyone(act: ServedAs<Anyone>): RouteHandler;
export function serveAnyone<Words extends object>(
  act: ServedAs<Anyone, Parts & Words>,
  words: Words,
): RouteHandler;
export function serveAnyone<Words extends object>(
  act: ServedAs<Anyone, Parts & Words>,
  words?: Words,
): RouteHandler {
  const operation = withoutKey(act);
  const answer = handle(operation, async (call) => {
    const kind = operation.limitedApart ? operation.operationId : undefined;
    await limitByClient(call, kind);
    const read = await readInput(operation, call.request);
    await limitActions(call, kind);
    if (operation.searches) await limitSearches(call);
    const by = anyoneOf(call);
    const parts = (words === undefined ? getParts() : { ...getParts(), ...words }) as Parts & Words;
    const show = await showing(act, parts, by);
    return success(operation, show(await act.run(parts, by, givenOf(act, call, read), null)));
  });
  return operation.form === undefined ? answer : orForm(answer, operation.form);
}

/** An act that reads a checkout as pages poll it: counted and read in one statement, and 304 for the present view. */
export function serveCounted(act: ServedAs<CountedReader>): RouteHandler {
  const operation = withoutKey(act);
  return handle(operation, async (call) => {
    const limits = clientLimits(call);
    const read = async (checkoutId: string) => {
      const { admission, found } = await call.deps.limitedReads.readCheckout({ limits, checkoutId });
      reportAdmission(call, limits, admission);
      return found;
    };
    const parts = getParts();
    const show = await showing(act, parts, { read });
    const view = show(await act.run(parts, { read }, givenOf(act, call, { body: null, query: null }), null));
    const tag = checkoutTag(view as PublicCheckoutView);
    call.headers.set("etag", tag);
    return holdsTag(call.request.headers, tag) ? { status: 304 } : success(operation, view);
  });
}

/** An act that streams messages. */
export function serveStream(
  act: HttpAct & { run: (parts: Parts, by: Anyone, given: never) => Promise<LiveStream> },
): RouteHandler {
  const operation = withoutKey(act);
  return handle(operation, async (call) => {
    await limitByClient(call);
    const given = givenOf(act, call, { body: null, query: null });
    const stream = await act.run(getParts(), anyoneOf(call), given as never);
    endWithReader(stream, call.request);
    return { status: operation.status, events: stream };
  });
}

function withoutKey(act: HttpAct): Operation {
  const operation = operationOf(act);
  if (operation.keyKind !== "none") throw new Error(`${operation.operationId} is not for everyone`);
  return operation;
}

function anyoneOf({ request }: Call): Anyone {
  return { client: clientOf(request), acceptLanguage: request.headers.get("accept-language") };
}

/** The act's input, and the ids in the path. */
function givenOf(
  { ids = {}, http: { idsInPath = {} } }: HttpAct,
  { params }: Call,
  { body, query }: { body: unknown; query: unknown },
): Record<string, unknown> {
  const named = Object.keys(ids).map((name) => [name, params[idsInPath[name] ?? name] ?? ""] as const);
  return { ...(query ?? {}), ...(body ?? {}), ...Object.fromEntries(named) };
}

async function showing<By, P>(
  { http }: { http: Showing<By, P> },
  parts: P,
  by: By,
): Promise<(result: unknown) => z.output<z.ZodType>> {
  return "showFor" in http
    ? ((await http.showFor(parts, by)) as (result: unknown) => unknown)
    : (result) => http.show(result as never, parts);
}

/** `{ok: true, data[, pagination]}`. */
function success({ status, pagination }: Operation, view: unknown): JsonAnswer {
  const result = pagination === null ? { data: view } : (view as object);
  return { status, body: JSON.stringify({ ok: true, ...result }) };
}

/** The access of the request's server key to its project. @throws Error without an admitted key */
function keyAccess({ caller }: Call): KeyAccess {
  if (caller === undefined) throw new Error("the request has no key");
  return KeyAccess.of(caller);
}
