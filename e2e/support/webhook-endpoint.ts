import { randomBytes } from "node:crypto";
import path from "node:path";
import type { EventKind } from "@/lib/checkouts/state/events.rules";
import { type DemoManifest, loadIdentity } from "@/lib/demo/identity";
import { createDatabase } from "@/lib/platform/database";
import { newId } from "@/lib/platform/ids";
import { createSecretBox } from "@/lib/platform/secret-box";

/**
 * Gives a project of the running service an endpoint, its secret sealed as the service seals it.
 *
 * @returns the secret, `whsec_…`
 */
export async function openEndpoint(
  { databaseUrl, projectId }: Pick<DemoManifest, "databaseUrl" | "projectId">,
  url: string,
  kinds: readonly EventKind[],
): Promise<string> {
  const { dataKey } = await loadIdentity(path.join(path.dirname(process.env.E2E_MANIFEST ?? ""), "demo"));
  const secret = `whsec_${randomBytes(32).toString("base64")}`;
  const id = newId("whe");
  const ciphertext = createSecretBox(Buffer.from(dataKey, "base64")).seal(secret, id);
  const createdAt = new Date();
  const database = createDatabase(databaseUrl, { maxConnections: 1 });
  try {
    await database.prisma.webhookEndpoint.create({
      data: {
        id,
        projectId,
        url,
        kinds: [...kinds],
        createdAt,
        secrets: { create: { ciphertext, createdAt } },
      },
    });
  } finally {
    await database.close();
  }
  return secret;
}
