import { fault } from "@/lib/platform/faults/fault.rules";
import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import { personHeader } from "@/lib/accounts/browser.rules";
import type { Permission } from "@/lib/accounts/roles.rules";
import { keepLanguage } from "@/lib/accounts/sign-in/sessions";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { readSession } from "@/lib/api/auth/session";
import { getAccounts } from "@/lib/api/wiring/accounts";
import { getProjects } from "@/lib/api/wiring/projects";
import type { SearchParams } from "@/lib/platform/lists/list-place.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import { openProject, type ProjectAccess } from "@/lib/projects/project-access";
import { env } from "@/lib/settings/env";
import { openLanguage, openTimeZone } from "./page-language";

/** What Next.js passes to a page of a project. @typeParam Param the further parts of its address */
export type ProjectPage<Param extends string = never> = {
  params: Promise<Record<"projectId" | Param, string>>;
  searchParams: Promise<SearchParams>;
};

/** The page's visitor; redirects a signed-out one to sign in, and back. */
export const requireSession = cache(async (): Promise<SignedIn> => {
  const language = await openLanguage();
  const signedIn = await readSession();
  if (signedIn !== null) {
    await keepLanguage(getAccounts(), signedIn, language);
    return signedIn;
  }
  const path = (await headers()).get("x-page-path") ?? "/dashboard";
  redirect(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
});

const open = cache(async (projectId: string): Promise<ProjectAccess | null> => {
  const signedIn = await requireSession();
  try {
    const access = await openProject(getProjects(), signedIn, projectId);
    openTimeZone(access.timeZone);
    return access;
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "PROJECT_NOT_FOUND") return null;
    throw error;
  }
});

/**
 * The visitor's access to the project of a page. Other people's projects, unknown projects and pages that the visitor's
 * role may not open all show "page not found".
 */
export async function requireProject(
  projectId: string,
  permission: Permission = "project.read",
): Promise<ProjectAccess> {
  const access = await open(projectId);
  if (access === null || !access.may(permission)) notFound();
  return access;
}

/** A page's data; a missing or foreign object shows "page not found". */
export async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CheckoutError && error.status === 404) notFound();
    throw error;
  }
}

/**
 * Accepts only requests from a page of this host: a browser also sends a session's cookie with other sites' requests
 * (OWASP, Cross-Site Request Forgery). Browsers send the origin of every POST, and no page can change it.
 *
 * @throws CheckoutError ORIGIN_NOT_ALLOWED
 */
export function requireOwnPage({ headers }: { headers: Headers }, baseUrl: string): void {
  const site = headers.get("sec-fetch-site");
  const origin = parseUrl(headers.get("origin") ?? "");
  const base = parseUrl(baseUrl);
  // The service may be reached by another name, but never without TLS where it has TLS.
  const isSecure = base?.protocol !== "https:" || origin?.protocol === "https:";
  const own =
    origin !== null && (origin.origin === base?.origin || (isSecure && origin.host === headers.get("host")));
  if (own && (site === null || site === "same-origin")) return;
  throw new CheckoutError("ORIGIN_NOT_ALLOWED", fault("api.foreignPage"));
}

/**
 * A page stays open while someone else signs in to this browser: what was typed there isn't theirs to send. Clients that
 * aren't a page name nobody.
 *
 * @throws CheckoutError CONFLICT
 */
export function requirePagePerson({ headers }: { headers: Headers }, { userId }: { userId: string }): void {
  if ((headers.get(personHeader) ?? userId) === userId) return;
  throw new CheckoutError("CONFLICT", fault("accounts.someoneElse"));
}

/** What wallets need to sign on the dashboard's pages. @param wanted whose signature is needed; anyone's by default */
export function walletHost(wanted?: string) {
  const { APP_MODE, CHAINS, DEMO_MERCHANT_ADDRESSES, walletConnect } = env();
  const demo = APP_MODE === "production" ? [] : DEMO_MERCHANT_ADDRESSES;
  const address = demo.find((merchant) => wanted === undefined || merchant === wanted);
  const local = CHAINS.find((chain) => chain.local);
  return {
    chainIds: CHAINS.map(({ chainId }) => chainId),
    demoWallet: address === undefined || local === undefined ? null : { chainId: local.chainId, address },
    walletConnect,
  };
}

/** The page's visitor, for the dialog that signs them in again. */
export function pagePerson({ userId, email, hasPassword, hasPasskey }: SignedIn) {
  return { userId, email, hasPassword, hasPasskey };
}

/** Ways to prove one's identity again, the simplest first. */
export function proofWays({ hasPassword, hasPasskey, hasSecondFactor, walletAddress }: SignedIn) {
  return [
    ...(hasPasskey ? (["passkey"] as const) : []),
    ...(hasPassword && !hasSecondFactor ? (["password"] as const) : []),
    ...(hasSecondFactor ? (["code"] as const) : []),
    ...(walletAddress === null ? [] : (["wallet"] as const)),
  ];
}
