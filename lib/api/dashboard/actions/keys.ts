import "server-only";
import { changeOrigins } from "@/lib/projects/change-origins";
import { createKey } from "@/lib/projects/keys/create-key";
import { revokeKey } from "@/lib/projects/keys/revoke-key";
import { rotateKey } from "@/lib/projects/keys/rotate-key";
import type { keyActions } from "@/lib/projects/keys.schema";
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
