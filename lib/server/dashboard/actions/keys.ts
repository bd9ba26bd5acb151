import "server-only";
import type { keyActions } from "@/lib/schemas/dashboard/keys";
import { createKey } from "@/lib/services/keys/create-key";
import { revokeKey } from "@/lib/services/keys/revoke-key";
import { rotateKey } from "@/lib/services/keys/rotate-key";
import { changeOrigins } from "@/lib/services/projects/change-origins";
import type { ProjectHandlers } from "./handler";

export const keyHandlers: ProjectHandlers<typeof keyActions> = {
  createApiKey: ({ deps, access, input }) => createKey(deps, access, { ...input, kind: "api" }),
  rotateApiKey: ({ deps, access, input }) => rotateKey(deps, access, { ...input, kind: "api" }),
  revokeApiKey: async ({ deps, access, input }) => {
    await revokeKey(deps, access, { ...input, kind: "api" });
    return {};
  },
  createServerKey: ({ deps, access, input }) => createKey(deps, access, { ...input, kind: "server" }),
  rotateServerKey: ({ deps, access, input }) => rotateKey(deps, access, { ...input, kind: "server" }),
  revokeServerKey: async ({ deps, access, input }) => {
    await revokeKey(deps, access, { ...input, kind: "server" });
    return {};
  },
  allowOrigin: async ({ deps, access, input }) => ({
    origins: await changeOrigins(deps, access.as("origins.manage"), "allow", input.origin),
  }),
  forbidOrigin: async ({ deps, access, input }) => ({
    origins: await changeOrigins(deps, access.as("origins.manage"), "forbid", input.origin),
  }),
};
