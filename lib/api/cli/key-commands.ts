import { z } from "zod";
import { type ApiKeyKind, apiKeyPrefixes, isInForce } from "@/lib/projects/keys/api-key.rules";
import { createKey, keyNotFound, revokeKey, rotateKey } from "@/lib/projects/keys/manage-keys";
import { OperatorAccess } from "@/lib/projects/project-access";
import type { AdminDeps } from "./admin-deps";
import type { AdminArguments, AdminCommand } from "./command";
import { parseOptions } from "./command";
import { alignColumns } from "./usage";

const onceOnly = "We show it only once.";

const newKey = z.object({
  kind: z.enum(["server", "api"]),
  days: z.coerce.number().int().min(1).max(3_650).nullable().default(null),
});

/** A project's keys. */
export const keyCommands = {
  "keys list": {
    usage: "--project ID",
    says: "lists the active keys",
    reads: true,
    run: async (deps, given) => {
      const { projectId } = await open(deps, given);
      const now = deps.clock.now();
      const keys = (await deps.projectKeys.listApiKeys(projectId, now)).filter((key) => isInForce(key, now));
      if (keys.length === 0) return ["The project has no active keys."];
      return alignColumns(
        keys.map(({ keyId, kind, lastFour, createdAt, lastUsedAt, expiresAt }) => [
          keyId,
          `${apiKeyPrefixes[kind]}…${lastFour}`,
          `created ${createdAt.toISOString()}`,
          lastUsedAt === null ? "never used" : `last used ${lastUsedAt.toISOString()}`,
          ...(expiresAt === null ? [] : [`expires ${expiresAt.toISOString()}`]),
        ]),
      );
    },
  },
  "keys create": {
    usage: "--project ID --kind server|api [--days N]",
    says: "creates a key and prints it",
    run: async (deps, given) => {
      const { kind, days } = parseOptions(newKey, given.options);
      const made = await createKey(deps, await open(deps, given), { kind, expiresInDays: days });
      return [made.key, `${onceOnly} Its id is ${made.keyId}.`];
    },
  },
  "keys rotate": {
    usage: "KEY --project ID [--now]",
    says: "creates a new key; the old one works for 24 hours, unless --now",
    run: async (deps, given) => {
      const access = await open(deps, given);
      const kind = await kindOf(deps, access.projectId, given.id);
      const overlap = !given.flags.has("now");
      const made = await rotateKey(deps, access, { kind, keyId: given.id, overlap });
      const old = overlap ? "The old key works for another 24 hours." : "The old key no longer works.";
      return [made.key, `${onceOnly} Its id is ${made.keyId}. ${old}`];
    },
  },
  "keys revoke": {
    usage: "KEY --project ID",
    says: "revokes a key at once",
    run: async (deps, given) => {
      const access = await open(deps, given);
      await revokeKey(deps, access, {
        kind: await kindOf(deps, access.projectId, given.id),
        keyId: given.id,
      });
      return [`${given.id}: revoked.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

function open(deps: AdminDeps, { project }: AdminArguments): Promise<OperatorAccess> {
  return OperatorAccess.open(deps, project ?? "");
}

/** @throws CheckoutError NOT_FOUND */
async function kindOf(deps: AdminDeps, projectId: string, keyId: string): Promise<ApiKeyKind> {
  const keys = await deps.projectKeys.listApiKeys(projectId, deps.clock.now());
  const found = keys.find((key) => key.keyId === keyId);
  if (found === undefined) throw keyNotFound();
  return found.kind;
}
