import { open as openFile } from "node:fs/promises";
import { z } from "zod";
import { listCheckoutsQuery } from "@/lib/checkouts/views/checkout.schema";
import { letterWords } from "@/lib/letters/letter-text";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { faultOf } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { alignColumns } from "@/lib/platform/values/text.rules";
import { apiKeyUses, apiKeyUseTexts } from "@/lib/projects/keys/api-key.rules";
import { maxLogoBytes, setProjectAccent, setProjectLogo } from "@/lib/projects/looks/change-looks";
import { removeProject } from "@/lib/projects/project-lifecycle";
import {
  changeSettings,
  describeSetting,
  getSettings,
  setServerLimit,
} from "@/lib/projects/settings/change-settings";
import { cancelWalletChange } from "@/lib/projects/settings/change-settlement-wallet";
import { settingsActions } from "@/lib/projects/settings/settings.schema";
import type { ProjectSettings } from "@/lib/projects/settings/settings.store";
import { type AdminCommand, openProject, operatorIn, parseOptions } from "./command";

/** How a project looks on its customers' pages, and where they may be embedded. */
export const projectCommands = {
  "projects logo": {
    usage: "--project ID (--file PICTURE | --none)",
    says: "sets the logo: PNG, JPEG or WebP, up to 256 KiB",
    run: async (deps, given) => {
      const path = given.options.file ?? null;
      const digest = await setProjectLogo(
        deps,
        operatorIn(given),
        path === null ? null : await readUpload(path),
      );
      return [digest === null ? "The project has no logo." : `Customers see it at /logos/${digest}.`];
    },
  },
  "projects accent": {
    usage: "--project ID (--color #RRGGBB | --none)",
    says: "sets the colour of buttons and links on the payment pages",
    run: async (deps, given) => {
      const color = await setProjectAccent(deps, operatorIn(given), given.options.color ?? null);
      return [color === null ? "Its pages use the service's colour." : `Its pages use ${color}.`];
    },
  },
  "projects api-key": {
    usage: "--project ID --use browser|server",
    says: "sets whether API keys are for browsers or for a server",
    run: async (deps, given) => {
      const apiKeyUse = apiKeyUses.find((use) => use.toLowerCase() === given.options.use);
      if (apiKeyUse === undefined) throw new CheckoutError("VALIDATION_ERROR", fault("commands.use"));
      const access = await openProject(deps, given);
      await changeSettings(deps, access, { apiKeyUse });
      return [apiKeyUseTexts[apiKeyUse]];
    },
  },
} as const satisfies Record<string, AdminCommand>;

/** The file, or enough bytes to show that it is too large. @throws CheckoutError VALIDATION_ERROR */
async function readUpload(path: string): Promise<Uint8Array> {
  try {
    const file = await openFile(path);
    const read = file.read(Buffer.alloc(maxLogoBytes + 1));
    const { buffer, bytesRead } = await read.finally(() => file.close());
    return buffer.subarray(0, bytesRead);
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error);
    throw new CheckoutError("VALIDATION_ERROR", fault("commands.file", { reason }), { param: "file" });
  }
}

const maxRows = 100;

/** Lists the ids that other commands need. */
export const listCommands = {
  "projects list": {
    usage: "",
    says: "lists the newest 100 projects and their owners",
    reads: true,
    run: async (deps) => {
      const projects = await deps.projectLifecycle.list(maxRows);
      if (projects.length === 0) return ["There are no projects. To create one, run `projects create`."];
      return alignColumns(
        projects.map(({ projectId, name, owner, createdAt }) => [
          projectId,
          createdAt.toISOString(),
          owner === null ? "no owner" : owner,
          name,
        ]),
      );
    },
  },
  "checkouts list": {
    usage: "--project ID [--status STATUS] [--reference ORDER]",
    says: "lists the newest 100 checkouts",
    reads: true,
    run: async (deps, given) => {
      const { status, reference } = given.options;
      const query = parseOptions(listCheckoutsQuery, {
        status,
        referenceId: reference,
        take: String(maxRows),
      });
      const { projectId } = await openProject(deps, given);
      const { items, total } = await deps.checkouts.list(projectId, query);
      if (items.length === 0) return ["No checkouts found."];
      const rows = items.map(({ id, createdAt, referenceId, itemName, ...checkout }) => [
        id,
        createdAt.toISOString(),
        checkout.status,
        referenceId === null ? "-" : referenceId,
        itemName === null ? "" : itemName,
      ]);
      const older = total - items.length;
      return [...alignColumns(rows), ...(older > 0 ? [`… and ${older} older checkouts`] : [])];
    },
  },
} as const satisfies Record<string, AdminCommand>;

const settings = z.strictObject({
  ...settingsActions.changeSettings.input.shape,
  ...settingsActions.changeGuardedSettings.input.shape,
});
const perMinute = z.object({ "per-minute": z.coerce.number().int().min(1).max(1_000_000_000).nullable() });
const completeNames: Readonly<Record<keyof ProjectSettings, string>> =
  letterWords(null).words.changed.settings;
const names = Object.keys(completeNames) as (keyof ProjectSettings)[];

/** Reads and changes a project's settings, like an owner. */
export const settingCommands = {
  "projects settings": {
    usage: "--project ID",
    says: "shows the settings, named as `projects set` expects",
    reads: true,
    run: async (deps, given) => {
      const { settings, walletChange } = await getSettings(deps, await openProject(deps, given));
      const { settlementWallet, serverRequestsPerMinute } = settings;
      return [
        ...names.map((name) => {
          const value = describeSetting(deps.chains, name, settings);
          return `${name}: ${value === null ? "none" : String(value)}`;
        }),
        `settlement wallet: ${settlementWallet}`,
        ...(walletChange === null
          ? []
          : [
              `pending settlement wallet: ${walletChange.toWallet}, from ${walletChange.effectiveAt.toISOString()}`,
            ]),
        `Server API requests per minute: ${serverRequestsPerMinute ?? "the service's default"}`,
      ];
    },
  },
  "projects set": {
    usage: "SETTING=VALUE --project ID",
    says: "changes a setting; lists are JSON, for example 'allowedWallets=[\"0x…\"]'",
    run: async (deps, given) => {
      const patch = readSetting(given.id);
      const access = await openProject(deps, given);
      await changeSettings(deps, access, patch);
      const [name] = names.filter((known) => Object.hasOwn(patch, known));
      const { settings } = await getSettings(deps, access);
      const value = name === undefined ? null : describeSetting(deps.chains, name, settings);
      return [`${name}: ${value === null ? "none" : String(value)}`];
    },
  },
  "projects limit": {
    usage: "--project ID (--per-minute N | --none)",
    says: "sets the Server API rate limit; --none restores the default",
    run: async (deps, given) => {
      const input = parseOptions(perMinute, { "per-minute": given.options["per-minute"] ?? null });
      const limit = input["per-minute"];
      await setServerLimit(deps, operatorIn(given), limit);
      return [
        limit === null ? "The service's default applies." : `${limit} requests per minute to the Server API.`,
      ];
    },
  },
  "projects keep-wallet": {
    usage: "--project ID",
    says: "cancels a pending settlement wallet change",
    run: async (deps, given) => {
      const access = await openProject(deps, given);
      const { walletChange } = await getSettings(deps, access);
      if (walletChange === null) throw new CheckoutError("NOT_FOUND", fault("commands.noWalletChange"));
      await cancelWalletChange(deps, access, walletChange.changeId);
      return [`Cancelled. The settlement wallet is still ${walletChange.fromWallet}.`];
    },
  },
  "projects delete": {
    usage: "NAME --project ID",
    says: "deletes a project and its keys; payments still reach its wallet",
    run: async (deps, given) => {
      await removeProject(deps, await openProject(deps, given), given.id);
      return [`${given.project}: deleted.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

/** The value itself, or JSON when the setting is not text. @throws CheckoutError VALIDATION_ERROR */
function readSetting(text: string): z.output<typeof settings> {
  const [, name = "", value = ""] = /^([a-zA-Z]+)=(.*)$/s.exec(text) ?? [];
  if (!Object.hasOwn(settings.shape, name))
    throw refused(fault("commands.settings", { settings: names.join(", ") }));
  const plain = settings.safeParse({ [name]: value });
  if (plain.success) return plain.data;
  const read = settings.safeParse({ [name]: jsonOf(value) });
  if (read.success) return read.data;
  const [issue] = read.error.issues;
  const why = issue === undefined ? fault("fields.form") : faultOf(issue);
  throw refused(fault("fields.sentence", { field: name, fault: why }));
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refused(reason: Fault): CheckoutError {
  return new CheckoutError("VALIDATION_ERROR", reason);
}
