import type { NextApiRequest, NextApiResponse } from "next";
import NextAuth, { type AuthOptions } from "next-auth";
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from "vitest";
import type { AccountDeps } from "@/lib/api/wiring/accounts";
import { newId } from "@/lib/testing/builders";
import { type OauthServers, startOauthServers } from "@/lib/testing/oauth-servers";
import { fileWorld } from "@/lib/testing/world";
import { peopleOf } from "@/lib/testing/world/people";
import { providerSignIn } from "./auth-route";
import { leadsTo, signInPages, wantedPage } from "./entry-route";
import { oauthProviders } from "./oauth";
import { authCookies, SignInAttempt } from "./session";

type Provider = "google" | "github";

const base = "http://localhost:3000";
const settings = {
  BASE_URL: base,
  GOOGLE_CLIENT_ID: "ours-at-google",
  GOOGLE_CLIENT_SECRET: "secret",
  GITHUB_CLIENT_ID: "ours-at-github",
  GITHUB_CLIENT_SECRET: "secret",
};

const world = await fileWorld();
const people = peopleOf(world);
let servers: OauthServers;

beforeAll(async () => {
  vi.stubEnv("NEXTAUTH_URL", base);
  servers = await startOauthServers();
});
beforeEach(() => {
  world.now = new Date();
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await servers.stop();
});

/** A browser: it keeps next-auth's cookies. @param session that it is signed in with */
function visitor(session: string | null = null) {
  const cookies: Record<string, string> = {};
  const attempt = new SignInAttempt(
    { ...people.deps, newId, log: silent } as unknown as AccountDeps,
    { userAgent: "Test", address: "127.0.0.1", network: "127.0.0.1" },
    session,
  );
  const optionsFor = (next: string | null): AuthOptions => ({
    secret: "a secret of this test",
    providers: oauthProviders(settings, {
      google: servers.url,
      github: servers.url,
      githubApi: servers.url,
    }),
    cookies: authCookies(settings),
    pages: signInPages(next),
    callbacks: { signIn: providerSignIn(attempt, next), redirect: leadsTo(settings) },
    logger: silent,
  });
  /** @returns where it is sent */
  const ask = async (method: string, path: string[], body: object, query: object = {}): Promise<string> => {
    const answered = { location: "", body: "" };
    const response = {
      status: () => response,
      setHeader: (name: string, value: string) => {
        if (name === "Location") answered.location = value;
        if (name === "Set-Cookie") for (const each of [value].flat()) keep(each);
        return response;
      },
      getHeader: () => [],
      json: (value: { url?: string; csrfToken?: string }) => {
        answered.body = value.csrfToken ?? "";
        answered.location = value.url ?? "";
      },
      send: (value: { csrfToken?: string } | undefined) => {
        answered.body = value?.csrfToken ?? "";
      },
      end: () => undefined,
    };
    const keep = (cookie: string) => {
      const [, name = "", value = ""] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      cookies[name] = decodeURIComponent(value);
    };
    const request = { method, query: { nextauth: path, ...query }, body, cookies, headers: {} };
    const cookie = Object.entries(cookies).map(([name, value]) => `${name}=${encodeURIComponent(value)}`);
    const next = wantedPage(new Request(base, { headers: { cookie: cookie.join("; ") } }), settings);
    await NextAuth(
      request as unknown as NextApiRequest,
      response as unknown as NextApiResponse,
      optionsFor(next),
    );
    return answered.location || answered.body;
  };
  return { cookies, attempt, ask };
}

const silent = {
  info: () => undefined,
  warn: () => undefined,
  error: () => undefined,
  debug: () => undefined,
};

/**
 * Goes to the provider and back.
 *
 * @param way.wanted where the browser asks to be led in the end
 * @param way.onTheWay what happens to the address on which it comes back
 */
async function arrive(
  provider: Provider,
  {
    wanted = "/dashboard",
    session = null,
    onTheWay = (back) => back,
  }: { wanted?: string; session?: string | null; onTheWay?: (back: URL) => URL } = {},
) {
  const { attempt, ask, cookies } = visitor(session);
  const csrfToken = await ask("GET", ["csrf"], {});
  const there = await ask("POST", ["signin", provider], { csrfToken, callbackUrl: wanted });
  const back = onTheWay(servers.consent(there));
  expect(back.origin + back.pathname).toBe(`${base}/api/auth/callback/${provider}`);
  let location = await ask("GET", ["callback", provider], {}, Object.fromEntries(back.searchParams));
  // Next-auth leads from page to page of its own until it is at one of ours.
  for (let step = 0; step < 3 && location.startsWith(`${base}/api/auth/`); step++) {
    const { pathname, searchParams } = new URL(location);
    location = await ask("GET", [pathname.slice(10)], {}, Object.fromEntries(searchParams));
  }
  return { location, attempt, there: new URL(there), cookies };
}

/** The person at the provider. */
function tell(provider: Provider, subject: number, email: string, verified: boolean): void {
  servers.told =
    provider === "google"
      ? { claims: { sub: String(subject), email, email_verified: verified }, profile: {}, emails: [] }
      : {
          claims: {},
          profile: { id: subject, login: "ada", email },
          emails: [{ email, primary: true, verified }],
        };
}

let subjects = 1_000;

test.each(["google", "github"] as const)(
  "%s signs in a person whose verified address has an account",
  async (provider) => {
    const { userId, email } = await people.createUser();
    const subject = subjects++;
    tell(provider, subject, email, true);
    const first = await arrive(provider);
    expect(first.there.searchParams.get("code_challenge_method")).toBe("S256");
    expect(first.there.searchParams.has("nonce")).toBe(provider === "google");
    expect(first.location).toBe("/dashboard");
    expect(first.attempt.entered).toMatchObject({ kind: "SIGNED_IN", method: provider });
    const sessions = await world.stores.database.prisma.session.findMany({ where: { userId } });
    expect(sessions).toMatchObject([{ method: provider }]);
    // From now on by its own id.
    tell(provider, subject, "other@elsewhere.example", false);
    expect((await arrive(provider)).attempt.entered).toMatchObject({ kind: "SIGNED_IN" });
  },
);

test.each(["google", "github"] as const)(
  "%s refuses strangers and unverified addresses",
  async (provider) => {
    const { email } = await people.createUser();
    const before = await world.stores.database.prisma.user.count();
    for (const [address, verified] of [
      ["stranger@elsewhere.example", true],
      [email, false],
    ] as const) {
      tell(provider, subjects++, address, verified);
      const { location, attempt } = await arrive(provider);
      expect(location).toBe("/dashboard/sign-in?error=AccessDenied");
      expect(attempt.entered).toBeNull();
    }
    expect(await world.stores.database.prisma.user.count()).toBe(before);
  },
);

test.each(["google", "github"] as const)(
  "%s requires the second factor of a person who has one",
  async (provider) => {
    const { userId, email } = await people.createUser();
    await world.stores.database.prisma.user.update({
      where: { id: userId },
      data: { totpSecret: "sealed", totpEnabledAt: world.now },
    });
    tell(provider, subjects++, email, true);
    const { location, attempt, cookies } = await arrive(provider);
    expect(location).toBe("/dashboard/sign-in?step=code");
    expect(attempt.entered).toMatchObject({ kind: "SECOND_FACTOR", method: provider });
    expect(Object.keys(cookies).some((name) => name.includes("session-token") && cookies[name] !== "")).toBe(
      false,
    );
    expect(await world.stores.database.prisma.session.count({ where: { userId } })).toBe(0);
  },
);

test.each(["google", "github"] as const)(
  "%s: refuses an answer with another browser's state or code",
  async (provider) => {
    const { email } = await people.createUser();
    tell(provider, subjects++, email, true);
    for (const name of ["state", "code"]) {
      const onTheWay = (back: URL) => {
        back.searchParams.set(name, "another's");
        return back;
      };
      const { location, attempt } = await arrive(provider, { onTheWay });
      expect(location).toContain("error=OAuthCallback");
      expect(attempt.entered).toBeNull();
    }
  },
);

test("a browser that is signed in to the account proves it, so its other ways in stay", async () => {
  const passwordAfter = async (session: (userId: string) => Promise<string> | null) => {
    const { userId, email } = await people.createUser();
    tell("github", subjects++, email, true);
    await arrive("github", { session: await session(userId) });
    const where = { id: userId };
    return (await world.stores.database.prisma.user.findUniqueOrThrow({ where })).passwordHash;
  };
  expect(await passwordAfter((userId) => people.openSession(userId))).not.toBeNull();
  expect(await passwordAfter(() => null)).toBeNull();
});

test("answers an invalid identity like any other failure", async () => {
  servers.told = { claims: {}, profile: { login: "ada" }, emails: [] };
  const { location, attempt } = await arrive("github");
  expect(location).toBe("/dashboard/sign-in?error=OAuthCallback");
  expect(attempt.entered).toBeNull();
});

describe("the requested page", () => {
  const wanted = "/dashboard/projects/prj_1/checkouts?status=PAID&after=chk_1";
  const next = `next=${encodeURIComponent("/dashboard/projects/prj_1/checkouts?status=PAID&after=chk_1")}`;

  test("is the target after the provider, and known to the sign-in page after a failure", async () => {
    const { userId, email } = await people.createUser();
    tell("github", subjects++, email, true);
    expect((await arrive("github", { wanted })).location).toBe(wanted);
    await world.stores.database.prisma.user.update({
      where: { id: userId },
      data: { totpSecret: "sealed", totpEnabledAt: world.now },
    });
    expect((await arrive("github", { wanted })).location).toBe(`/dashboard/sign-in?${next}&step=code`);
    tell("github", subjects++, "stranger@elsewhere.example", true);
    expect((await arrive("github", { wanted })).location).toBe(
      `/dashboard/sign-in?${next}&error=AccessDenied`,
    );
    const onTheWay = (back: URL) => {
      back.searchParams.set("state", "another's");
      return back;
    };
    const { location } = await arrive("github", { wanted, onTheWay });
    expect(location).toContain(`/dashboard/sign-in?${next}&`);
    expect(location).toContain("error=OAuthCallback");
  });

  test.each([
    "https://evil.example/dashboard",
    "//evil.example/dashboard",
    `${base}.evil.example/dashboard`,
    `${base}@evil.example/`,
    "/\\evil.example",
    "/c/chk_1",
    "/dashboard/../c/chk_1",
  ])("is not %s", async (evil) => {
    const { userId, email } = await people.createUser();
    const subject = subjects++;
    tell("github", subject, email, true);
    expect((await arrive("github", { wanted: evil })).location).toBe("/dashboard");
    await world.stores.database.prisma.user.update({
      where: { id: userId },
      data: { totpSecret: "sealed", totpEnabledAt: world.now },
    });
    expect((await arrive("github", { wanted: evil })).location).toBe("/dashboard/sign-in?step=code");
  });
});

test("offers only the providers that the operator set", () => {
  expect(oauthProviders({}).map(({ id }) => id)).toEqual([]);
  expect(oauthProviders({ GITHUB_CLIENT_ID: "a", GITHUB_CLIENT_SECRET: "b" }).map(({ id }) => id)).toEqual([
    "github",
  ]);
});
