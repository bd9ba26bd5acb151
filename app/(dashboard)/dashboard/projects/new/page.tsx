import { Store } from "lucide-react";
import { cookies } from "next/headers";
import { projectWords } from "@/components/dashboard/messages/settings";
import { NewProjectForm } from "@/components/dashboard/settings/new-project-form";
import { PlainShell } from "@/components/dashboard/shell/plain-shell";
import { Card, EmptyState, PageHeader } from "@/components/dashboard/ui/card";
import { requireSession, walletHost } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";

export const dynamic = "force-dynamic";
export const generateMetadata = titled(() => projectWords.title);

export default async function NewProjectPage() {
  const { userId, email } = await requireSession();
  const { memberships, projectLifecycle } = getProjects();
  const [mayFound, projects] = await Promise.all([
    projectLifecycle.mayFound(userId),
    memberships.list(userId),
  ]);
  const theme = (await cookies()).get("theme")?.value;
  return (
    <PlainShell
      email={email}
      theme={theme === "light" || theme === "dark" ? theme : "system"}
      hasProject={projects.length > 0}
    >
      <PageHeader title={projectWords.title} description={projectWords.description} />
      {mayFound ? (
        <div className="flex flex-col gap-5">
          <Card>
            <NewProjectForm host={walletHost()} />
          </Card>
          <Card title={projectWords.walletTitle}>
            <div className="flex flex-col gap-2 text-muted text-sm">
              {Object.values(projectWords.walletText).map((paragraph) => (
                <p key={paragraph}>{paragraph}</p>
              ))}
            </div>
          </Card>
        </div>
      ) : (
        <Card>
          <EmptyState icon={Store} title={projectWords.notAllowed}>
            {projectWords.notAllowedText}
          </EmptyState>
        </Card>
      )}
    </PlainShell>
  );
}
