import { request as httpRequest } from "node:http";
import { type APIRequestContext, expect, request, test } from "@playwright/test";
import { type AccountAction, freshForMs } from "@/lib/accounts/account.schema";
import { accountActions } from "@/lib/api/dashboard/actions.schema";
import { makePerson, postAction, signIn, withDatabase } from "../support/dashboard";
import { manifest } from "../support/manifest";

// Every action and every page of a person's account × everybody who might come instead of them.

const { baseUrl } = manifest();
const actions = Object.entries(accountActions as Record<string, AccountAction>);
const pages = ["/dashboard/account", "/dashboard/account/sessions", "/dashboard/account/activity"];

/** Someone new, signed in. */
async function person() {
  const login = await makePerson(null);
  const context = await request.newContext({ baseURL: baseUrl });
  await signIn(context, login);
  return { ...login, context };
}

async function codeOf(visitor: APIRequestContext, name: string, input: unknown = {}): Promise<string> {
  const answer = await postAction(visitor, `/api/dashboard/account/${name}`, input);
  const body = (await answer.json()) as { ok: boolean; error?: { code: string } };
  return body.error?.code ?? "done";
}

test("nobody without an open session does or sees anything", async () => {
  const nobody = await request.newContext({ baseURL: baseUrl });
  const [over, ended, disabled] = [await person(), await person(), await person()];
  const past = new Date(Date.now() - 1_000);
  await withDatabase(async ({ prisma }) => {
    const of = ({ userId }: { userId: string }) => ({ where: { userId } });
    await prisma.session.updateMany({ ...of(over), data: { expiresAt: past } });
    await prisma.session.updateMany({ ...of(ended), data: { revokedAt: past } });
    await prisma.user.update({ where: { id: disabled.userId }, data: { disabledAt: past } });
  });
  for (const context of [nobody, over.context, ended.context, disabled.context]) {
    for (const [name] of actions) expect(await codeOf(context, name), name).toBe("UNAUTHORIZED");
    for (const page of pages) {
      const { status, location } = await headOf(context, page);
      expect([status, location], page).toEqual([307, `/dashboard/sign-in?next=${encodeURIComponent(page)}`]);
    }
    await context.dispose();
  }
});

async function headOf(context: APIRequestContext, path: string) {
  const answer = await context.get(path, { maxRedirects: 0, headers: { accept: "text/html" } });
  return { status: answer.status(), location: answer.headers().location };
}

test("who sends slowly does nothing by a session that ended meanwhile", async () => {
  const { context, userId } = await person();
  const { cookies } = await context.storageState();
  const body = JSON.stringify({ name: "Too late" });
  const slow = httpRequest(`${baseUrl}/api/dashboard/account/rename`, {
    method: "POST",
    headers: {
      origin: baseUrl,
      "content-type": "application/json",
      "content-length": body.length,
      cookie: cookies.map(({ name, value }) => `${name}=${value}`).join("; "),
    },
  });
  const status = new Promise<number | undefined>((resolve, reject) => {
    slow.once("response", (answer) => resolve(answer.resume().statusCode));
    slow.once("error", reject);
  });
  await new Promise((resolve) => slow.write(body.slice(0, 5), resolve));
  // The service has what there is of it, as it answers anyone who comes after.
  expect(await codeOf(context, "rename", { name: "In time" })).toBe("done");
  await withDatabase(({ prisma }) =>
    prisma.session.updateMany({ where: { userId }, data: { revokedAt: new Date() } }),
  );
  slow.end(body.slice(5));
  expect(await status).toBe(401);
  const stored = await withDatabase(({ prisma }) => prisma.user.findUnique({ where: { id: userId } }));
  expect(stored?.name).toBe("In time");
  await context.dispose();
});

test("no other site does anything with a visitor's session", async () => {
  const { context } = await person();
  for (const [name] of actions)
    for (const origin of ["https://evil.example", "null"]) {
      const answer = await context.post(`/api/dashboard/account/${name}`, { headers: { origin }, data: {} });
      expect(await answer.json(), name).toMatchObject({ error: { code: "ORIGIN_NOT_ALLOWED" } });
    }
  await context.dispose();
});

test("what is grave asks for a fresh proof, whatever else is wrong with it", async () => {
  const { context, userId } = await person();
  const tooOld = new Date(Date.now() - freshForMs - 60_000);
  await withDatabase(({ prisma }) =>
    prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: tooOld } }),
  );
  for (const [name, { fresh }] of actions)
    expect((await codeOf(context, name)) === "REAUTHENTICATION_REQUIRED", name).toBe(fresh);
  const wrong = { kind: "password", password: "not the password" };
  expect(await codeOf(context, "reauthenticate", wrong)).toBe("VALIDATION_ERROR");
  expect(await codeOf(context, "removeSecondFactor")).toBe("REAUTHENTICATION_REQUIRED");
  await context.dispose();
});

test("another person's session is not there, and stays open", async () => {
  const [me, other] = [await person(), await person()];
  const sessionId = await withDatabase(async ({ prisma }) => {
    const { id } = await prisma.session.findFirstOrThrow({ where: { userId: other.userId } });
    return id;
  });
  expect(await codeOf(me.context, "endSession", { sessionId })).toBe("NOT_FOUND");
  expect((await headOf(other.context, "/dashboard/account")).status).toBe(200);
  await Promise.all([me.context.dispose(), other.context.dispose()]);
});
