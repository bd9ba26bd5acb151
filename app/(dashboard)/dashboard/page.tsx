import { cookies } from "next/headers";
import { redirect } from "next/navigation";
import { requireSession } from "@/lib/api/dashboard/page-access";
import { getProjects } from "@/lib/api/wiring/projects";

export const dynamic = "force-dynamic";

/** Leads to the project that was open last, to the first one, or to making one. */
export default async function DashboardPage() {
  const { userId } = await requireSession();
  const projects = await getProjects().memberships.list(userId);
  const last = (await cookies()).get("project")?.value;
  const chosen = projects.find(({ projectId }) => projectId === last) ?? projects[0];
  redirect(chosen === undefined ? "/dashboard/projects/new" : `/dashboard/projects/${chosen.projectId}`);
}
