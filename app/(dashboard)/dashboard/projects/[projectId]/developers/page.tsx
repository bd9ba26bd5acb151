import { QuickstartPage } from "@/components/dashboard/developers/quickstart/quickstart-page";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { samplesUnder } from "@/lib/api/docs/code-samples";
import { env } from "@/lib/api/settings/env";
import { readQuickstart } from "@/lib/projects/read-quickstart";

export const metadata = { title: "Quickstart" };

type Props = { params: Promise<{ projectId: string }> };

export default async function DevelopersPage({ params }: Props) {
  const access = await requireProject((await params).projectId);
  const deps = getDeps();
  return (
    <QuickstartPage
      place={{
        baseUrl: env().BASE_URL,
        projectId: access.projectId,
        kind: access.may("keys.manageServer") ? "server" : "api",
      }}
      mayMakeKeys={access.may("keys.manage")}
      mayManageWebhooks={access.may("webhooks.manage")}
      hasTestTools={deps.localChains !== null && access.may("testTools.use")}
      facts={await readQuickstart(deps, access)}
      receiver={samplesUnder("webhooks", "A receiver")}
    />
  );
}
