import "server-only";
import { NextRequest } from "next/server";
import NextAuth, { type AuthOptions } from "next-auth";
import { z } from "zod";
import { requireOwnPage } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import type { Call } from "@/lib/api/http/note-request";
import { readInput, readText } from "@/lib/api/http/read-input";
import { requestIdOf } from "@/lib/api/http/request-id";
import { respondError } from "@/lib/api/http/respond";
import { handle, logFailure, type RouteHandler } from "@/lib/api/http/route";
import { limitByClient } from "@/lib/api/limits/limits";
import { env } from "@/lib/api/settings/env";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { authOptions } from "./auth-options";
import { clientFacts, wantedPage } from "./entry-route";
import { readSessionId, writeSecondStep } from "./session";
import { SignInAttempt } from "./sign-in-attempt";
import { type WayIn, waysIn } from "./ways-in";

const maxBodyBytes = 16 * 1024;

/** Of next-auth only what the pages need: its session endpoint would tell without a look at the session's row. */
const served: readonly RegExp[] = [
  /^GET (?:csrf|error|signin)$/,
  /^POST signout$/,
  /^GET callback (?:google|github)$/,
  /^POST signin (?:google|github)$/,
];

/** The limits look at an address's parameters, of which there are none, and tell of themselves in headers. */
const unnamed = { params: {}, requestId: "", headers: new Headers() };

/** Everything below /api/auth that next-auth answers. */
export const authRoute: RouteHandler = async (request, context) => {
  const nextauth = asList((await context.params)?.nextauth);
  const [action = "", provider = ""] = nextauth;
  const way = Object.hasOwn(waysIn, provider) ? waysIn[provider] : undefined;
  if (request.method === "POST" && action === "callback" && way !== undefined)
    return handle({ operationId: "dashboardSignIn" }, (call) => signIn(call, nextauth, way))(
      request,
      context,
    );
  return passOn(request, nextauth);
};

/** Signs in by what a page posts: the answer is ours, its cookies are next-auth's. */
async function signIn(call: Call, nextauth: string[], way: WayIn) {
  const { deps, request, headers } = call;
  requireOwnPage(request, env().BASE_URL);
  await limitByClient(call);
  const schema = way.input.extend({ csrfToken: z.string() });
  const { body: input, text } = await readInput({ body: schema, query: null, method: "POST" }, request);
  const attempt = new SignInAttempt(deps, clientFacts(request), await readSessionId());
  const prove = () => way.prove(attempt, input as z.output<typeof schema>);
  const answer = await ask(request, text, nextauth, authOptions(attempt, null, prove));
  for (const cookie of answer.headers.getSetCookie()) headers.append("set-cookie", cookie);
  if (attempt.refusal !== null) throw attempt.refusal;
  // next-auth did not even ask: its token of this page is missing, or another's.
  if (attempt.entered === null)
    throw new CheckoutError("ORIGIN_NOT_ALLOWED", "This page is too old. Load it again, and sign in.");
  await writeSecondStep(attempt);
  return { status: 200, body: JSON.stringify({ ok: true, data: { next: attempt.entered.kind } }) };
}

/** Its names of errors; it repeats what it is given in a header, which takes no line break. */
const errorName = /^\w{0,50}$/;

/** What next-auth answers by itself: its tokens, the ways to other providers and back, and the end of a session. */
async function passOn(request: Request, nextauth: string[]): Promise<Response> {
  const { method } = request;
  try {
    const asked = [method, ...nextauth].join(" ");
    const isNamed = errorName.test(new URL(request.url).searchParams.get("error") ?? "");
    if (!isNamed || !served.some((each) => each.test(asked)))
      throw new CheckoutError("NOT_FOUND", "There is nothing at this address.");
    if (method === "POST") requireOwnPage(request, env().BASE_URL);
    await limitByClient({ ...unnamed, deps: getDeps(), request });
    const text = method === "POST" ? await readText(request, maxBodyBytes) : null;
    const attempt = new SignInAttempt(getDeps(), clientFacts(request), await readSessionId());
    const options = authOptions(attempt, wantedPage(request, env()));
    const answer = await ask(request, text, nextauth, options);
    await writeSecondStep(attempt);
    return answer;
  } catch (error) {
    const requestId = requestIdOf(request);
    if (!(error instanceof CheckoutError)) logFailure({ operationId: "dashboardAuth" }, requestId, error);
    return respondError(error, requestId, new Headers());
  }
}

async function ask(
  request: Request,
  text: string | null,
  nextauth: string[],
  options: AuthOptions,
): Promise<Response> {
  const { method, headers } = request;
  const asked = new NextRequest(request.url, { method, headers, ...(text === null ? {} : { body: text }) });
  return NextAuth(asked, { params: { nextauth } }, options);
}

function asList(segments: string | string[] | undefined): string[] {
  return Array.isArray(segments) ? segments : [];
}
