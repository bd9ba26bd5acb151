import { randomBytes } from "node:crypto";
import type { DemoManifest } from "@/lib/demo/identity";
import { createDatabase } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { createProjectAdmin, type NewProject, type ProjectAdmin } from "@/lib/projects/project-admin.store";

export type MadeProject = DemoManifest["secondProject"] & { serverKeyId: string; apiKeyId: string };

/** Projects of a test's own, put into the service's database as the dashboard does. */
export type Projects = {
  admin: ProjectAdmin;
  /** A project that accepts every token, with a key of each kind. */
  make(settings?: Partial<NewProject> & { origins?: readonly string[] }): Promise<MadeProject>;
  setApiKeyUse(of: MadeProject, apiKeyUse: "BROWSER" | "SERVER"): Promise<void>;
  newApiKey(of: MadeProject): Promise<string>;
  close(): Promise<void>;
};

export function openProjects({ databaseUrl, chains }: DemoManifest): Projects {
  const database = createDatabase(databaseUrl, { maxConnections: 2 });
  const admin = createProjectAdmin(database, newId);
  return {
    admin,
    make: async ({ origins = [], ...settings } = {}) => {
      const at = new Date();
      const { projectId } = await admin.createProject({
        name: "A test's shop",
        settlementWallet: `0x${randomBytes(20).toString("hex")}`,
        refundMode: "STRICT",
        settlementPolicy: "MANUAL",
        at,
        ...settings,
      });
      const tokens = chains.flatMap(({ chainId, tokens }) =>
        tokens.map(({ address }) => ({ chainId, tokenAddress: address.toLowerCase() as Hex })),
      );
      await admin.acceptTokens(projectId, tokens, at);
      await admin.allowOrigins(projectId, origins, at);
      const server = await admin.createApiKey({ projectId, kind: "server", at });
      const api = await admin.createApiKey({ projectId, kind: "api", at });
      return {
        projectId,
        serverKey: server.key,
        serverKeyId: server.keyId,
        apiKey: api.key,
        apiKeyId: api.keyId,
      };
    },
    setApiKeyUse: async ({ projectId }, apiKeyUse) => {
      const apiKeyUseSince = apiKeyUse === "SERVER" ? new Date() : null;
      await database.prisma.project.update({ where: { id: projectId }, data: { apiKeyUse, apiKeyUseSince } });
    },
    newApiKey: async ({ projectId }) =>
      (await admin.createApiKey({ projectId, kind: "api", at: new Date() })).key,
    close: () => database.close(),
  };
}
