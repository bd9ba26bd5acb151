import { permanentRedirect } from "next/navigation";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";

/** An address of an earlier release, in bookmarks and e-mails. */
export default async function LatePage({ params }: ProjectPage) {
  const { projectId } = await requireProject((await params).projectId);
  permanentRedirect(`/dashboard/projects/${projectId}/inbox?kind=late`);
}
