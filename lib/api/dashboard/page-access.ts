import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { SignedIn } from "@/lib/accounts/sign-in/signed-in";
import { readSession } from "@/lib/api/auth/session";
import { getDeps } from "@/lib/api/deps";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { parseUrl } from "@/lib/platform/values/url.rules";
import { openProject, type ProjectAccess } from "@/lib/projects/project-access";

/** Who looks at the page; no one signed in is led to sign in, and back. */
export const requireSession = cache(async (): Promise<SignedIn> => {
  const signedIn = await readSession();
  if (signedIn !== null) return signedIn;
  const path = (await headers()).get("x-page-path") ?? "/dashboard";
  redirect(`/dashboard/sign-in?next=${encodeURIComponent(path)}`);
});

const open = cache(async (projectId: string): Promise<ProjectAccess | null> => {
  const signedIn = await requireSession();
  try {
    return await openProject(getDeps(), signedIn, projectId);
  } catch (error) {
    if (error instanceof CheckoutError && error.code === "PROJECT_NOT_FOUND") return null;
    throw error;
  }
});

/**
 * Lets the visitor into the project of a page. Strangers' projects, projects that are not there and pages that the
 * visitor's role does not open are all the same page: nothing here.
 */
export async function requireProject(
  projectId: string,
  permission: Permission = "project.read",
): Promise<ProjectAccess> {
  const access = await open(projectId);
  if (access === null || !access.may(permission)) notFound();
  return access;
}

/** What a page shows; what is not there, or is a stranger's, draws the page that says that nothing is here. */
export async function found<T>(reading: Promise<T>): Promise<T> {
  try {
    return await reading;
  } catch (error) {
    if (error instanceof CheckoutError && error.status === 404) notFound();
    throw error;
  }
}

/**
 * Lets in only what a page of this very host sent: a session's cookie goes along with requests that other sites make
 * in its browser (OWASP, Cross-Site Request Forgery). Browsers name the origin of every POST, and no page can change
 * what they name.
 *
 * @throws CheckoutError ORIGIN_NOT_ALLOWED
 */
export function requireOwnPage({ headers }: Pick<Request, "headers">, baseUrl: string): void {
  const site = headers.get("sec-fetch-site");
  const origin = parseUrl(headers.get("origin") ?? "");
  const own =
    origin !== null && (origin.origin === parseUrl(baseUrl)?.origin || origin.host === headers.get("host"));
  if (own && (site === null || site === "same-origin")) return;
  throw new CheckoutError("ORIGIN_NOT_ALLOWED", "Only the dashboard's own pages may do this.");
}
