import "server-only";
import { headers } from "next/headers";
import { notFound, redirect } from "next/navigation";
import { cache } from "react";
import type { Permission } from "@/lib/accounts/roles.rules";
import type { SignedIn } from "@/lib/accounts/signed-in";
import { readSession } from "@/lib/api/auth/session";
import { getDeps } from "@/lib/api/deps";
import { CheckoutError } from "@/lib/platform/errors.rules";
import { openProject, type ProjectAccess } from "@/lib/projects/access/project-access";

/** Who looks at the page; nobody signed in is led to sign in, and back. */
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
