import { z } from "zod";
import { act } from "@/lib/platform/acts";
import { inputId, nothing, text } from "@/lib/platform/primitives.schema";
import { alignColumns } from "@/lib/platform/values/text.rules";
import type { ByInProject } from "@/lib/projects/project-access";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import { changeOrigins } from "@/lib/projects/settings/change-settings";
import { apiKeyPrefixes, keyLives, keyScopes } from "./api-key.rules";
import { createKey, listActiveKeys, revokeKey, rotateKey } from "./manage-keys";

const ofKey = { keyId: inputId("key", "key") };
const newKey = z.object({
  expiresInDays: z.literal(keyLives).nullable().describe("Null for a key that never expires."),
});
const rotation = z.object({
  overlap: z.boolean().describe("Whether the old key works for another 24 hours."),
});
const madeKey = z.object({ ...ofKey, key: z.string() });

/** Of a key for browsers or a server's API key. */
const apiKey = { permission: "keys.manage", fresh: true } as const;
/** It can do far more, so fewer roles may manage it. */
const serverKey = { permission: "keys.manageServer", fresh: true } as const;

const onceOnly = "We show it only once.";

/** A project's keys. */
export const keyActs = {
  list: act({}, (parts: ProjectParts, { access }: ByInProject) => listActiveKeys(parts, access), {
    command: {
      name: "keys list",
      says: "lists the active keys",
      reads: true,
      show: (keys) =>
        keys.length === 0
          ? ["The project has no active keys."]
          : alignColumns(
              keys.map(({ keyId, kind, scope, lastFour, createdAt, lastUsedAt, expiresAt }) => [
                keyId,
                `${apiKeyPrefixes[kind]}…${lastFour}`,
                scope,
                `created ${createdAt.toISOString()}`,
                lastUsedAt === null ? "never used" : `last used ${lastUsedAt.toISOString()}`,
                ...(expiresAt === null ? [] : [`expires ${expiresAt.toISOString()}`]),
              ]),
            ),
    },
  }),
  createApi: act(
    { ...apiKey, input: newKey },
    (parts: ProjectParts, { access }: ByInProject, given) =>
      createKey(parts, access, { ...given, kind: "api" }),
    { dashboard: { name: "createApiKey", output: madeKey, show: (made) => made } },
  ),
  createServer: act(
    { ...serverKey, input: newKey.extend({ scope: z.enum(keyScopes).default("all") }) },
    (parts: ProjectParts, { access }: ByInProject, given) =>
      createKey(parts, access, { ...given, kind: "server" }),
    { dashboard: { name: "createServerKey", output: madeKey, show: (made) => made } },
  ),
  /** Of either kind, for any number of days. */
  create: act(
    {
      input: z
        .object({
          kind: z.enum(["server", "api"]),
          scope: z.enum(keyScopes).default("all"),
          expiresInDays: z.coerce.number().int().min(1).max(3_650).nullable().default(null),
        })
        .refine(({ kind, scope }) => kind === "server" || scope === "all", {
          path: ["scope"],
          message: "is of server keys only",
        }),
    },
    (parts: ProjectParts, { access }: ByInProject, given) => createKey(parts, access, given),
    {
      command: {
        name: "keys create",
        says: "creates a key and prints it",
        options: {
          kind: "--kind server|api",
          scope: "--scope read|create|all",
          expiresInDays: "--days N",
        },
        show: ({ key, keyId }) => [key, `${onceOnly} Its id is ${keyId}.`],
      },
    },
  ),
  rotateApi: act(
    { ...apiKey, ids: ofKey, input: rotation },
    (parts: ProjectParts, { access }: ByInProject, given) =>
      rotateKey(parts, access, { ...given, kind: "api" }),
    { dashboard: { name: "rotateApiKey", output: madeKey, show: (made) => made } },
  ),
  rotateServer: act(
    { ...serverKey, ids: ofKey, input: rotation },
    (parts: ProjectParts, { access }: ByInProject, given) =>
      rotateKey(parts, access, { ...given, kind: "server" }),
    { dashboard: { name: "rotateServerKey", output: madeKey, show: (made) => made } },
  ),
  rotate: act(
    { ids: ofKey, input: rotation },
    (parts: ProjectParts, { access }: ByInProject, given) => rotateKey(parts, access, given),
    {
      command: {
        name: "keys rotate",
        says: "creates a new key; the old one works for 24 hours, unless --now",
        word: "KEY",
        typed: { usage: "[--now]", read: ({ flags }) => ({ overlap: !flags.has("now") }) },
        show: ({ key, keyId }, _, { overlap }) => {
          const old = overlap ? "The old key works for another 24 hours." : "The old key no longer works.";
          return [key, `${onceOnly} Its id is ${keyId}. ${old}`];
        },
      },
    },
  ),
  revokeApi: act(
    { ...apiKey, ids: ofKey },
    (parts: ProjectParts, { access }: ByInProject, given) =>
      revokeKey(parts, access, { ...given, kind: "api" }),
    { dashboard: { name: "revokeApiKey", output: nothing } },
  ),
  revokeServer: act(
    { ...serverKey, ids: ofKey },
    (parts: ProjectParts, { access }: ByInProject, given) =>
      revokeKey(parts, access, { ...given, kind: "server" }),
    { dashboard: { name: "revokeServerKey", output: nothing } },
  ),
  revoke: act(
    { ids: ofKey },
    (parts: ProjectParts, { access }: ByInProject, given) => revokeKey(parts, access, given),
    {
      command: {
        name: "keys revoke",
        says: "revokes a key at once",
        word: "KEY",
        show: (_, __, { keyId }) => [`${keyId}: revoked.`],
      },
    },
  ),
};

const origin = text(300);
const oneOrigin = z.object({ origin });
const origins = z.object({ origins: z.array(z.string()) });

/** The sites that may use a project's API keys in browsers and embed its checkouts. */
export const originActs = {
  allow: act(
    { permission: "origins.manage", fresh: true, input: oneOrigin },
    (parts: ProjectParts, { actor }: ByInProject, given) =>
      changeOrigins(parts, actor, "allow", given.origin),
    { dashboard: { name: "allowOrigin", output: origins, show: (all) => ({ origins: all }) } },
  ),
  forbid: act(
    { permission: "origins.manage", fresh: true, input: oneOrigin },
    (parts: ProjectParts, { actor }: ByInProject, given) =>
      changeOrigins(parts, actor, "forbid", given.origin),
    { dashboard: { name: "forbidOrigin", output: origins, show: (all) => ({ origins: all }) } },
  ),
  change: act(
    { input: z.object({ what: z.enum(["allow", "forbid"]), origin: z.string() }) },
    (parts: ProjectParts, { actor }: ByInProject, given) =>
      changeOrigins(parts, actor, given.what, given.origin),
    {
      command: {
        name: "projects origins",
        says: "sets which sites can use API keys and embed checkouts",
        typed: {
          usage: "(--allow ORIGIN | --forbid ORIGIN)",
          read: ({ options: { allow, forbid } }) =>
            allow === undefined ? { what: "forbid", origin: forbid } : { what: "allow", origin: allow },
        },
        show: (all) => (all.length === 0 ? ["The project allows no origins."] : ["Allowed:", ...all]),
      },
    },
  ),
};
