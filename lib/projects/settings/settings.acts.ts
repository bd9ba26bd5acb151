import { z } from "zod";
import type { Chain } from "@/lib/chain/chains.rules";
import { letterWords } from "@/lib/letters/letter-text";
import { act } from "@/lib/platform/acts";
import { type Fault, fault } from "@/lib/platform/faults/fault.rules";
import { faultOf, nothing } from "@/lib/platform/primitives.schema";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { jsonOrText } from "@/lib/platform/values/text.rules";
import { apiKeyUses, apiKeyUseTexts } from "@/lib/projects/keys/api-key.rules";
import type { ByInProject } from "@/lib/projects/project-access";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import {
  changeSettings,
  describeSetting,
  getSettings,
  type SettingsPatch,
  type SettingsView,
  setServerLimit,
} from "./change-settings";
import { guardedSettings, plainSettings, shopSettings } from "./settings.schema";
import { mostHoldHours } from "./settlement-policy.rules";

type Setting = keyof SettingsPatch;
const completeNames: Readonly<Record<Setting, string>> = letterWords(null).words.changed.settings;
const names = Object.keys(completeNames) as Setting[];
const anySettings = z.strictObject({ ...plainSettings.shape, ...guardedSettings.shape });

type ChainParts = { chains: readonly Chain[] };

function settingText({ chains }: ChainParts, name: Setting, settings: SettingsView["settings"]): string {
  const value = describeSetting(chains, name, settings);
  return `${name}: ${value === null ? "none" : String(value)}`;
}

/** What a project's owners and admins decide, and the operator for them. */
export const settingsActs = {
  change: act(
    { permission: "settings.change", fresh: true, input: plainSettings },
    (parts: ProjectParts, { access }: ByInProject, patch) => changeSettings(parts, access, patch),
    { dashboard: { name: "changeSettings", output: nothing } },
  ),
  changeShop: act(
    { permission: "settings.change", fresh: false, input: shopSettings },
    (parts: ProjectParts, { access }: ByInProject, patch) => changeSettings(parts, access, patch),
    { dashboard: { name: "changeShop", output: nothing } },
  ),
  changeGuarded: act(
    { permission: "refundMode.change", fresh: true, input: guardedSettings },
    (parts: ProjectParts, { access }: ByInProject, patch) => changeSettings(parts, access, patch),
    { dashboard: { name: "changeGuardedSettings", output: nothing } },
  ),
  read: act({}, (parts: ProjectParts, { access }: ByInProject) => getSettings(parts, access), {
    command: {
      name: "projects settings",
      says: "shows the settings, named as `projects set` expects",
      reads: true,
      show: ({ settings, walletChange }, parts: ChainParts) => [
        ...names.map((name) => settingText(parts, name, settings)),
        `settlement wallet: ${settings.settlementWallet}`,
        ...(walletChange === null
          ? []
          : [
              `pending settlement wallet: ${walletChange.toWallet}, from ${walletChange.effectiveAt.toISOString()}`,
            ]),
        `Server API requests per minute: ${settings.serverRequestsPerMinute ?? "the service's default"}`,
      ],
    },
  }),
  set: act(
    { input: anySettings },
    async (parts: ProjectParts, { access }: ByInProject, patch) => {
      await changeSettings(parts, access, patch);
      return getSettings(parts, access);
    },
    {
      command: {
        name: "projects set",
        says: "changes a setting; lists are JSON, for example 'allowedWallets=[\"0x…\"]'",
        word: "SETTING=VALUE",
        typed: { read: ({ word }) => readSetting(word) },
        show: ({ settings }, parts: ChainParts, patch) =>
          names
            .filter((name) => Object.hasOwn(patch, name))
            .map((name) => settingText(parts, name, settings)),
      },
    },
  ),
  useApiKeys: act(
    { input: z.object({ apiKeyUse: z.enum(apiKeyUses) }) },
    async (parts: ProjectParts, { access }: ByInProject, { apiKeyUse }) => {
      await changeSettings(parts, access, { apiKeyUse });
      return apiKeyUse;
    },
    {
      command: {
        name: "projects api-key",
        says: "sets whether API keys are for browsers or for a server",
        typed: {
          usage: "--use browser|server",
          read: ({ options }) => {
            const apiKeyUse = apiKeyUses.find((use) => use.toLowerCase() === options.use);
            if (apiKeyUse === undefined) throw refused(fault("commands.use"));
            return { apiKeyUse };
          },
        },
        show: (apiKeyUse) => [apiKeyUseTexts[apiKeyUse]],
      },
    },
  ),
  hold: act(
    { input: plainSettings.pick({ settlementHoldHours: true }).required() },
    async (parts: ProjectParts, { access }: ByInProject, { settlementHoldHours }) => {
      await changeSettings(parts, access, { settlementHoldHours });
      return settlementHoldHours;
    },
    {
      command: {
        name: "projects hold",
        says: "sets how many hours settlement waits after a checkout is PAID",
        typed: {
          usage: "--hours N",
          read: ({ options: { hours = "" } }) => {
            if (!/^\d{1,4}$/.test(hours) || Number(hours) > mostHoldHours)
              throw refused(fault("commands.hours", { most: mostHoldHours }));
            return { settlementHoldHours: Number(hours) };
          },
        },
        show: (hours) => [
          hours === 0
            ? "Settlement no longer waits."
            : `Settlement waits ${hours} hours after a checkout is PAID.`,
        ],
      },
    },
  ),
  limitServer: act(
    { input: z.object({ perMinute: z.coerce.number().int().min(1).max(1_000_000_000).nullable() }) },
    async (parts: Parameters<typeof setServerLimit>[0], { actor }: ByInProject, { perMinute }) => {
      await setServerLimit(parts, actor, perMinute);
      return perMinute;
    },
    {
      command: {
        name: "projects limit",
        says: "sets the Server API rate limit; --none restores the default",
        options: { perMinute: "(--per-minute N | --none)" },
        show: (limit) => [
          limit === null
            ? "The service's default applies."
            : `${limit} requests per minute to the Server API.`,
        ],
      },
    },
  ),
};

/** The value itself, or JSON when the setting is not text. @throws CheckoutError VALIDATION_ERROR */
function readSetting(text: string): object {
  const [, name = "", value = ""] = /^([a-zA-Z]+)=(.*)$/s.exec(text) ?? [];
  if (!Object.hasOwn(anySettings.shape, name))
    throw refused(fault("commands.settings", { settings: names.join(", ") }));
  const plain = { [name]: value };
  if (anySettings.safeParse(plain).success) return plain;
  const given = { [name]: jsonOrText(value) };
  const read = anySettings.safeParse(given);
  if (read.success) return given;
  const [issue] = read.error.issues;
  const why = issue === undefined ? fault("fields.form") : faultOf(issue);
  throw refused(fault("fields.sentence", { field: name, fault: why }));
}

function refused(reason: Fault): CheckoutError {
  return new CheckoutError("VALIDATION_ERROR", reason);
}
