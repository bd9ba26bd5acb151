import { KeysFrame, KeyTables } from "@/components/dashboard/developers/keys/key-tables";
import { keyWords } from "@/components/dashboard/messages/developers";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getProjects } from "@/lib/api/wiring/projects";
import { listKeys } from "@/lib/projects/keys/manage-keys";
import { env } from "@/lib/settings/env";

export const generateMetadata = titled(() => keyWords.kinds.api.title);

export default async function ApiKeysPage({ params }: ProjectPage) {
  const access = await requireProject((await params).projectId, "keys.manage");
  const { projectId } = access;
  const keys = await listKeys(getProjects(), access, "api");
  return (
    <KeysFrame projectId={projectId}>
      <KeyTables place={{ baseUrl: env().BASE_URL, projectId, kind: "api" }} keys={keys} mayChange />
    </KeysFrame>
  );
}
