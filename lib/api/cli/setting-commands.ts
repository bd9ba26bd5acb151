import { z } from "zod";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { OperatorAccess } from "@/lib/projects/project-access";
import { removeProject } from "@/lib/projects/project-lifecycle";
import {
  changeSettings,
  describeSetting,
  getSettings,
  setServerLimit,
  settingNames,
} from "@/lib/projects/settings/change-settings";
import { cancelWalletChange } from "@/lib/projects/settings/change-settlement-wallet";
import { settingsActions } from "@/lib/projects/settings/settings.schema";
import type { AdminDeps } from "./admin-deps";
import { type AdminArguments, type AdminCommand, operatorIn, parseOptions, printable } from "./command";

const settings = z.strictObject({
  ...settingsActions.changeSettings.input.shape,
  ...settingsActions.changeGuardedSettings.input.shape,
});
const perMinute = z.object({ "per-minute": z.coerce.number().int().min(1).max(1_000_000_000).nullable() });
const names = Object.keys(settingNames) as (keyof typeof settingNames)[];

/** Reads and changes a project's settings, like an owner. */
export const settingCommands = {
  "projects settings": {
    usage: "--project ID",
    says: "shows the settings, named as `projects set` expects",
    reads: true,
    run: async (deps, given) => {
      const { settings, walletChange } = await getSettings(deps, await open(deps, given));
      const { settlementWallet, serverRequestsPerMinute } = settings;
      return [
        ...names.map((name) => {
          const value = describeSetting(deps.chains, name, settings);
          return `${name}: ${value === null ? "none" : printable(String(value))}`;
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
      const access = await open(deps, given);
      await changeSettings(deps, access, patch);
      const [name] = names.filter((known) => Object.hasOwn(patch, known));
      const { settings } = await getSettings(deps, access);
      const value = name === undefined ? null : describeSetting(deps.chains, name, settings);
      return [`${name}: ${value === null ? "none" : printable(String(value))}`];
    },
  },
  "projects limit": {
    usage: "--project ID (--per-minute N | --none)",
    says: "sets the Server API rate limit; --none restores the default",
    run: async (deps, given) => {
      const said = parseOptions(perMinute, { "per-minute": given.options["per-minute"] ?? null });
      const limit = said["per-minute"];
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
      const access = await open(deps, given);
      const { walletChange } = await getSettings(deps, access);
      if (walletChange === null)
        throw new CheckoutError("NOT_FOUND", "No settlement wallet change is pending.");
      await cancelWalletChange(deps, access, walletChange.changeId);
      return [`Cancelled. The settlement wallet is still ${walletChange.fromWallet}.`];
    },
  },
  "projects delete": {
    usage: "NAME --project ID",
    says: "deletes a project and its keys; payments still reach its wallet",
    run: async (deps, given) => {
      await removeProject(deps, await open(deps, given), given.id);
      return [`${given.project}: deleted.`];
    },
  },
} as const satisfies Record<string, AdminCommand>;

function open(deps: AdminDeps, { project }: AdminArguments): Promise<OperatorAccess> {
  return OperatorAccess.open(deps, project ?? "");
}

/** The value itself, or JSON when the setting is not text. @throws CheckoutError VALIDATION_ERROR */
function readSetting(text: string): z.output<typeof settings> {
  const [, name = "", value = ""] = /^([a-zA-Z]+)=(.*)$/s.exec(text) ?? [];
  if (!Object.hasOwn(settings.shape, name))
    throw refused(`Enter SETTING=VALUE. The settings are: ${names.join(", ")}.`);
  const plain = settings.safeParse({ [name]: value });
  if (plain.success) return plain.data;
  const read = settings.safeParse({ [name]: jsonOf(value) });
  if (read.success) return read.data;
  throw refused(`${name} ${read.error.issues[0]?.message ?? "is not valid"}.`);
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

function refused(message: string): CheckoutError {
  return new CheckoutError("VALIDATION_ERROR", message);
}
