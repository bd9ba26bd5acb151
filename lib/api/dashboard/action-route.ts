import { fault } from "@/lib/platform/faults/fault.rules";
import { nothing } from "@/lib/platform/primitives.schema";
import "server-only";
import type { z } from "zod";
import { freshForMs } from "@/lib/accounts/account.schema";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { readBrowserSecret, readSession, withChallenge } from "@/lib/api/auth/session";
import type { Call } from "@/lib/api/http/note-request";
import { maxBodyBytes, readBytes, readInput, readText } from "@/lib/api/http/read-input";
import type { FileAnswer } from "@/lib/api/http/respond";
import { handle, type RouteHandler } from "@/lib/api/http/route";
import { admit, limitByClient } from "@/lib/api/limits/limits";
import { getParts } from "@/lib/api/wiring/parts";
import { getProjects } from "@/lib/api/wiring/projects";
import { csvStart, readCsvForm, withSemicolons } from "@/lib/platform/lists/csv.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { maxLogoBytes, setProjectLogo } from "@/lib/projects/looks/change-looks";
import { openProject, type ProjectAccess } from "@/lib/projects/project-access";
import { env } from "@/lib/settings/env";
import type { AccountActAction, ProjectActAction } from "./act-actions";
import { accountActions, projectActions } from "./action-list";
import { requireOwnPage, requirePagePerson } from "./page-access";
import { readersTimeZone } from "./page-language";

/** More than a person clicks. */
const most = 300;

/**
 * A project action of the dashboard. Checks, in this order: own page, session, limit, membership, the action, its
 * permission, input, fresh proof of identity.
 */
export const projectAction: RouteHandler = handle(
  { operationId: "dashboardProjectAction", isOfDashboard: true },
  async (incoming) => {
    const call = await withBody(incoming);
    const { params } = call;
    const access = await openProjectOf(call);
    const action = find<ProjectActAction>(projectActions, params.action);
    access.require(action.permission);
    // Before the proof: nobody enters a password for a form with a mistake in it.
    const input = await inputOf(action, call);
    if (action.fresh) requireFresh(call.deps, access.signedIn);
    return answer(action.output, await action.run(getParts(), access.by(action.permission), input));
  },
);

/** An action on the visitor's own account. */
export const accountAction: RouteHandler = handle(
  { operationId: "dashboardAccountAction", isOfDashboard: true },
  async (incoming) => {
    const call = await withBody(incoming);
    const { params } = call;
    const signedIn = await signedInOf(call);
    const action = find<AccountActAction>(accountActions, params.action);
    if (action.fresh === true || (action.fresh === "second_factor" && signedIn.hasSecondFactor))
      requireFresh(call.deps, signedIn);
    const input = await inputOf(action, call);
    const by = { signedIn, browserSecret: await readBrowserSecret(), withChallenge };
    return answer(action.output, await action.run(getParts(), by, input));
  },
);

/**
 * For routes of the dashboard that are not actions, such as a file download: the member's access to the project. A GET
 * changes nothing, so any site may link to it.
 *
 * @throws CheckoutError ORIGIN_NOT_ALLOWED, UNAUTHORIZED, RATE_LIMIT_EXCEEDED, PROJECT_NOT_FOUND, FORBIDDEN
 */
export async function openProjectOf(
  call: Call,
  permission: Permission = "project.read",
): Promise<ProjectAccess> {
  const signedIn = await signedInOf(call);
  const access = await openProject(getProjects(), signedIn, call.params.projectId ?? "");
  access.require(permission);
  return access;
}

/** The zone of a file's days and times: the project's, or that of the reader's browser. */
export async function timeZoneOf({ timeZone }: ProjectAccess): Promise<string> {
  return timeZone ?? (await readersTimeZone());
}

/** Read before the checks: a slow sender must not use rights that ended meanwhile. */
async function withBody(call: Call): Promise<Call> {
  const { url, method, headers } = call.request;
  const body = await readText(call.request, maxBodyBytes);
  return { ...call, request: new Request(url, { method, headers, body }) };
}

async function signedInOf(call: Call): Promise<SignedIn> {
  if (call.request.method !== "GET") requireOwnPage(call.request, env().BASE_URL);
  const signedIn = await readSession();
  if (signedIn === null) {
    await limitByClient(call);
    throw new CheckoutError("UNAUTHORIZED", fault("accounts.signedOut"));
  }
  requirePagePerson(call.request, signedIn);
  await admit(call, [{ name: "dashboard", bucket: `dashboard:${signedIn.sessionId}`, most }]);
  return signedIn;
}

/** @throws CheckoutError REAUTHENTICATION_REQUIRED */
function requireFresh({ clock }: Call["deps"], { authenticatedAt }: SignedIn): void {
  if (clock.now().getTime() - authenticatedAt.getTime() <= freshForMs) return;
  throw new CheckoutError("REAUTHENTICATION_REQUIRED", fault("accounts.proofNeeded"));
}

function find<A>(table: Readonly<Record<string, A>>, name = ""): A {
  const action = Object.hasOwn(table, name) ? table[name] : undefined;
  if (action === undefined) throw new CheckoutError("NOT_FOUND", fault("api.actionNotFound"));
  return action;
}

async function inputOf<A extends { input: z.ZodType }>(
  { input }: A,
  { request }: Call,
): Promise<z.output<A["input"]>> {
  const { body } = await readInput({ body: input, query: null, method: "POST" }, request);
  return body as z.output<A["input"]>;
}

/** Only fields of the action's contract leave the server. */
function answer(output: z.ZodType, result: unknown) {
  const data = output === nothing ? {} : output.parse(result);
  return { status: 200, body: JSON.stringify({ ok: true, data }) };
}

/** Takes a logo as the chosen file: its content counts, not its claimed type. */
export const putLogo = handle({ operationId: "dashboardPutLogo", isOfDashboard: true }, async (call) => {
  // Read before the checks: a slow sender must not use rights that ended meanwhile.
  const file = await readBytes(call.request, maxLogoBytes);
  const access = await openProjectOf(call, "settings.change");
  const digest = await setProjectLogo(getProjects(), access.as("settings.change"), file);
  return { status: 200, body: JSON.stringify({ ok: true, data: { digest } }) };
});

/** How a file for download begins, and what it is. */
const fileKinds = {
  /** RFC 4180. Made here, because a library would not spare the part against spreadsheet formulas, which is most of it. */
  csv: { start: csvStart, mediaType: "text/csv; charset=utf-8; header=present" },
  /** In double entry, for hledger. */
  journal: { start: "", mediaType: "text/plain; charset=utf-8" },
} as const;

/**
 * Lines as a file for download, produced as fast as the reader takes them. CSV is in the form that the browser's cookie
 * names.
 *
 * @param name without the day and the extension, such as "checkouts"
 */
export function download(
  name: string,
  kind: keyof typeof fileKinds,
  lines: AsyncGenerator<string>,
  { headers }: { headers: Headers },
  today = new Date(),
): FileAnswer {
  const form = kind === "csv" ? readCsvForm(headers.get("cookie") ?? "") : null;
  const write = form === "semicolon" ? withSemicolons() : (text: string) => text;
  const { start, mediaType } = fileKinds[kind];
  const encoder = new TextEncoder();
  const file = new ReadableStream<Uint8Array>({
    start: (controller) => {
      if (start !== "") controller.enqueue(encoder.encode(start));
    },
    pull: async (controller) => {
      const { done, value } = await lines.next();
      if (done === true) controller.close();
      else controller.enqueue(encoder.encode(write(value)));
    },
    cancel: async () => {
      await lines.return(undefined);
    },
  });
  const day = today.toISOString().slice(0, 10);
  return { status: 200, file, mediaType, name: `${name}-${day}.${kind}` };
}
