import type { APIRequestContext, APIResponse, BrowserContext, Page } from "@playwright/test";
import { createPasswordHasher } from "@/lib/accounts/password/passwords";
import type { Role } from "@/lib/accounts/roles.rules";
import { newId } from "@/lib/platform/ids";
import { manifest, withDatabase } from "./stack";

export type Login = { email: string; password: string };

/** A holder of cookies: a browser, a page, or a client without a page. */
type Visitor = Page | BrowserContext | APIRequestContext;

/**
 * Signs in as the dashboard's own page does, without drawing it: the browser then has the session.
 *
 * @param login by default the demo's owner of both projects
 */
export async function signIn(visitor: Visitor, login: Login = manifest().login): Promise<void> {
  const answer = await postSignIn(visitor, "password", login);
  if (!answer.ok()) throw new Error(`signing in was answered ${answer.status()}: ${await answer.text()}`);
}

/** Posts a sign-in with a token of its own, with any outcome. */
export async function postSignIn(
  visitor: Visitor,
  way: string,
  input: Record<string, unknown>,
  baseUrl = manifest().baseUrl,
): Promise<APIResponse> {
  const request = requestOf(visitor);
  const { csrfToken } = (await (await request.get(`${baseUrl}/api/auth/csrf`)).json()) as {
    csrfToken: string;
  };
  return request.post(`${baseUrl}/api/auth/callback/${way}`, {
    headers: { origin: baseUrl },
    data: { csrfToken, ...input },
  });
}

/** Posts to an action like a page of the dashboard, such as `/api/dashboard/projects/prj_…/actions/createKey`. */
export function postAction(visitor: Visitor, path: string, input: unknown): Promise<APIResponse> {
  const { baseUrl } = manifest();
  return requestOf(visitor).post(baseUrl + path, { headers: { origin: baseUrl }, data: input ?? null });
}

function requestOf(visitor: Visitor): APIRequestContext {
  return "request" in visitor ? visitor.request : visitor;
}

const memberPassword = "five quiet brown mugs";
let memberHash: Promise<string> | undefined;

/** A new person with an account, and a role in a project if given. */
export async function makePerson(
  membership: { projectId: string; role: Role } | null,
): Promise<Login & { userId: string }> {
  memberHash ??= createPasswordHasher().hash(memberPassword);
  const passwordHash = await memberHash;
  const userId = newId("usr");
  const email = `${userId}@people.example`;
  const createdAt = new Date();
  await withDatabase(({ prisma }) =>
    prisma.user.create({
      data: {
        id: userId,
        email,
        passwordHash,
        createdAt,
        ...(membership === null ? {} : { memberships: { create: { ...membership, createdAt } } }),
      },
    }),
  );
  return { userId, email, password: memberPassword };
}

/** Presses of the pointer on this page, which a reload of the route leaves as they are. */
export async function countClicks(page: Page): Promise<void> {
  await page.evaluate(() => {
    document.documentElement.dataset.clicks = "0";
    addEventListener(
      "pointerdown",
      () => {
        const { dataset } = document.documentElement;
        dataset.clicks = String(Number(dataset.clicks) + 1);
      },
      true,
    );
  });
}

export const clicksOf = async (page: Page) =>
  Number(await page.evaluate(() => document.documentElement.dataset.clicks));
