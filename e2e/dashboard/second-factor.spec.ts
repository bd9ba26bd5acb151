import { type APIRequestContext, request as requests } from "@playwright/test";
import { z } from "zod";
import { entrySteps, freshForMs, passwordInput, secondFactorInput } from "@/lib/accounts/account.schema";
import { accountActions, projectActions } from "@/lib/api/dashboard/action-list";
import { newClaimToken, newId } from "@/lib/platform/ids";
import { makePerson, postAction, postSignIn, signIn } from "../support/dashboard";
import { expect, test } from "../support/fixtures";
import { manifest, withDatabase } from "../support/stack";

// Every way of the service that accepts a person's password, for someone with a second factor. A password alone must not
// sign in, and must not pass as a fresh proof of identity.

const { baseUrl } = manifest();
const nextPassword = "nine loud green chairs";

/** Someone whose session was opened before they had a second factor, and is no longer fresh. */
async function guarded() {
  const person = await makePerson(null);
  const context = await requests.newContext({ baseURL: baseUrl });
  await signIn(context, person);
  const tooOld = new Date(Date.now() - freshForMs - 60_000);
  await withDatabase(async ({ prisma }) => {
    const { userId } = person;
    await prisma.session.updateMany({ where: { userId }, data: { authenticatedAt: tooOld } });
    await prisma.user.update({
      where: { id: userId },
      data: { totpSecret: "sealed", totpEnabledAt: tooOld },
    });
  });
  return { ...person, context };
}

type Guarded = Awaited<ReturnType<typeof guarded>>;

const step = async (context: APIRequestContext, name: string, input: object) =>
  bodyOf(await postAction(context, `/api/auth/steps/${name}`, input));
const action = async (context: APIRequestContext, name: string, input: object) =>
  bodyOf(await postAction(context, `/api/dashboard/account/${name}`, input));

/** What was answered: a code of an error, or the next step. */
async function bodyOf(answer: { json(): Promise<unknown> }): Promise<string> {
  const body = (await answer.json()) as { data?: { next?: string }; error?: { code: string } };
  return body.error?.code ?? body.data?.next ?? "done";
}

const signInBy = async (login: { email: string; password: string }) => {
  const stranger = await requests.newContext({ baseURL: baseUrl });
  const answer = await bodyOf(await postSignIn(stranger, "password", login));
  // The half that is done opens no page.
  const page = await stranger.get("/dashboard/account", {
    maxRedirects: 0,
    headers: { accept: "text/html" },
  });
  await stranger.dispose();
  return [answer, page.status()];
};

/** Each way that accepts a password, and what it answers to the right one. */
const ways: Record<string, (person: Guarded) => Promise<void>> = {
  "signing in": async (person) => {
    expect(await signInBy(person)).toEqual(["SECOND_FACTOR", 307]);
  },
  "account.reauthenticate": async ({ context, password }) => {
    expect(await action(context, "reauthenticate", { kind: "password", password })).toBe("VALIDATION_ERROR");
    expect(await action(context, "beginPasskey", {})).toBe("REAUTHENTICATION_REQUIRED");
  },
  "account.changePassword": async (person) => {
    const { context, password: current } = person;
    const answer = await action(context, "changePassword", { current, next: nextPassword });
    expect(answer).toBe("REAUTHENTICATION_REQUIRED");
    expect(await signInBy(person)).toEqual(["SECOND_FACTOR", 307]);
  },
  "account.setPassword": async ({ context }) => {
    expect(await action(context, "setPassword", { next: nextPassword })).toBe("REAUTHENTICATION_REQUIRED");
  },
  // The link proves the mailbox alone.
  "step.resetPassword": async ({ context, userId, email }) => {
    const { token, hash } = newClaimToken();
    const expiresAt = new Date(Date.now() + 60_000);
    await withDatabase(({ prisma }) =>
      prisma.accountToken.create({ data: { hash, purpose: "PASSWORD_RESET", userId, expiresAt } }),
    );
    expect(await step(context, "resetPassword", { token, password: nextPassword })).toBe("done");
    expect(await action(context, "rename", { name: "Still here" })).toBe("UNAUTHORIZED");
    expect(await signInBy({ email, password: nextPassword })).toEqual(["SECOND_FACTOR", 307]);
  },
  // An invitation gives an account no new password.
  "step.join": async ({ email, context }) => {
    const { token, hash: tokenHash } = newClaimToken();
    const { projectId } = manifest();
    const invitation = { id: newId("inv"), projectId, email, role: "VIEWER", tokenHash } as const;
    await withDatabase(({ prisma }) =>
      prisma.invitation.create({ data: { ...invitation, expiresAt: new Date(Date.now() + 60_000) } }),
    );
    expect(await step(context, "join", { token, name: "", password: nextPassword })).toBe("CONFLICT");
    expect(await signInBy({ email, password: nextPassword })).toEqual(["UNAUTHORIZED", 307]);
  },
  // Only before the first account.
  "step.setup": async ({ email, context }) => {
    const input = { token: newClaimToken().token, email, name: "", password: nextPassword };
    expect(await step(context, "setup", input)).toBe("CONFLICT");
    expect(await signInBy({ email, password: nextPassword })).toEqual(["UNAUTHORIZED", 307]);
  },
};

for (const [name, way] of Object.entries(ways))
  test(`a password alone doesn't pass the second factor: ${name}`, async () => {
    const person = await guarded();
    await way(person);
    await person.context.dispose();
  });

test("every input with a password is in the table", () => {
  // By the names that passwords have in our inputs.
  const hasPassword = (input: z.ZodType) =>
    /"(password|current|next)":/.test(
      JSON.stringify(z.toJSONSchema(input, { io: "input", unrepresentable: "any" })),
    );
  const named = (prefix: string, table: Record<string, { input: z.ZodType }>) =>
    Object.entries(table)
      .filter(([, { input }]) => hasPassword(input))
      .map(([name]) => `${prefix}.${name}`);
  expect([hasPassword(passwordInput), hasPassword(secondFactorInput)]).toEqual([true, false]);
  const found = [
    "signing in",
    ...named("account", accountActions),
    ...named("step", entrySteps),
    ...named("project", projectActions),
  ];
  expect(found.sort()).toEqual(Object.keys(ways).sort());
});
