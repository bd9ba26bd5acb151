import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { TokenSum } from "@/lib/chain/token.rules";
import type { Clock } from "@/lib/platform/clock";
import { fault } from "@/lib/platform/faults/fault.rules";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import { amountPricedDecimals, formatUnits } from "@/lib/platform/values/money.rules";
import { parseOrigin } from "@/lib/platform/values/url.rules";
import type { SaveServerLimit } from "@/lib/projects/project.store";
import { type Acting, type ProjectActor, projectNotFound } from "@/lib/projects/project-access";
import type { ProjectParts } from "@/lib/projects/projects.parts";
import type { ProjectSettings, StoredSettings } from "./settings.store";
import type { WalletChange } from "./wallet-change.store";

/** A setting as the audit log stores it: equal texts are equal settings. Null for none. */
export function describeSetting(
  chains: readonly Chain[],
  setting: keyof ProjectSettings,
  settings: ProjectSettings,
): string | number | boolean | null {
  const nameOf = (chainId: number) =>
    chains.find((chain) => chain.chainId === chainId)?.name ?? `chain ${chainId}`;
  switch (setting) {
    case "minimumUnits":
    case "refundDailyLimitUnits":
      return formatUnits(settings[setting], amountPricedDecimals);
    case "acceptedTokens":
      return listed(
        settings.acceptedTokens.map((ref) => {
          const symbol = findToken(chains, ref)?.token.symbol ?? ref.tokenAddress;
          return `${symbol} on ${nameOf(ref.chainId)}`;
        }),
      );
    case "settlementRules":
      return listed(settings.settlementRules.map(({ chainId, policy }) => `${nameOf(chainId)} ${policy}`));
    case "allowedWallets":
    case "mailKinds":
      return listed(settings[setting]);
    case "name":
    case "accentColor":
    case "refundMode":
    case "settlementPolicy":
    case "settlementHoldHours":
    case "latePaymentPolicy":
    case "lateAcceptBps":
    case "anyTokenPays":
    case "requoteExpired":
    case "x402Enabled":
    case "receiptDetails":
    case "supportContact":
    case "timeZone":
    case "toleranceBps":
    case "confirmationSpeed":
    case "apiKeyUse":
    case "apiKeyCreatesCheckouts":
      return settings[setting];
    default:
      return setting satisfies never;
  }
}

function listed(items: readonly string[]): string | null {
  return items.length === 0 ? null : [...items].sort().join(", ");
}

export type SettingsPatch = Partial<ProjectSettings>;

/** Where money may go, and who may refund it: only owners decide. */
const guarded: readonly string[] = ["refundMode", "refundDailyLimitUnits", "allowedWallets"];

/**
 * Changes some of a project's settings, with an audit entry for each that changed. They apply to checkouts created from
 * then on.
 *
 * @throws CheckoutError UNSUPPORTED_TOKEN, UNSUPPORTED_CHAIN, VALIDATION_ERROR, FORBIDDEN, PROJECT_NOT_FOUND
 */
export async function changeSettings(
  deps: ProjectParts,
  access: Acting,
  patch: SettingsPatch,
): Promise<void> {
  access.require("settings.change");
  if (Object.keys(patch).some((setting) => guarded.includes(setting))) access.require("refundMode.change");
  requireKnown(deps.chains, patch);
  const at = deps.clock.now();
  const done = await deps.settings.transaction(access.projectId, async (tx) => {
    const before = tx.settings;
    const after = withUnshown(deps.chains, before, patch);
    const changes = (Object.keys(patch) as (keyof ProjectSettings)[]).flatMap((setting) => {
      const [was, is] = [before, after].map((all) => describeSetting(deps.chains, setting, all));
      return was === is ? [] : [{ setting, before: was ?? null, after: is ?? null }];
    });
    if (changes.length === 0) return true;
    await tx.save(after, at);
    for (const details of changes)
      await tx.audit({
        ...access.as("settings.change"),
        action: "project.setting_changed",
        target: access.projectId,
        details,
        at,
      });
    return true;
  });
  if (done === null) throw projectNotFound();
}

function requireKnown(chains: readonly Chain[], { acceptedTokens, settlementRules }: SettingsPatch): void {
  if (acceptedTokens?.length === 0) {
    throw new CheckoutError("VALIDATION_ERROR", fault("projects.noToken"), {
      param: "acceptedTokens",
    });
  }
  if (acceptedTokens?.some((ref) => findToken(chains, ref) === null)) {
    throw new CheckoutError("UNSUPPORTED_TOKEN", fault("projects.unknownToken"), {
      param: "acceptedTokens",
    });
  }
  if (settlementRules?.some((rule) => !chains.some(({ chainId }) => chainId === rule.chainId))) {
    throw new CheckoutError("UNSUPPORTED_CHAIN", fault("projects.networkOff"), {
      param: "settlementRules",
    });
  }
}

/** Keeps settings of chains that are disabled at the moment, which no form shows. */
function withUnshown(
  chains: readonly Chain[],
  before: ProjectSettings,
  patch: SettingsPatch,
): ProjectSettings {
  const isConfigured = (chainId: number) => chains.some((chain) => chain.chainId === chainId);
  const tokens = before.acceptedTokens.filter((ref) => findToken(chains, ref) === null);
  const rules = before.settlementRules.filter(({ chainId }) => !isConfigured(chainId));
  return {
    ...before,
    ...patch,
    ...(patch.acceptedTokens === undefined ? {} : { acceptedTokens: [...patch.acceptedTokens, ...tokens] }),
    ...(patch.settlementRules === undefined ? {} : { settlementRules: [...patch.settlementRules, ...rules] }),
  };
}

export type SettingsView = {
  settings: StoredSettings;
  /** What the service's refund wallet could move now, by token. */
  exposure: TokenSum[];
  walletChange: WalletChange | null;
};

/** @throws CheckoutError PROJECT_NOT_FOUND */
export async function getSettings(
  { settings, walletChanges }: ProjectParts,
  { projectId }: Acting,
): Promise<SettingsView> {
  const [found, exposure, walletChange] = await Promise.all([
    settings.find(projectId),
    settings.exposure(projectId),
    walletChanges.waiting(projectId),
  ]);
  if (found === null) throw projectNotFound();
  return { settings: found, exposure, walletChange };
}

/**
 * Sets how many requests a minute a project may send to the Server API.
 *
 * @param perMinute null for the service's default
 * @throws CheckoutError PROJECT_NOT_FOUND
 */
export async function setServerLimit(
  { clock, saveServerLimit }: { clock: Clock; saveServerLimit: SaveServerLimit },
  { projectId, userId }: ProjectActor,
  perMinute: number | null,
): Promise<void> {
  const entry = { projectId, userId, action: "project.limit_changed", target: projectId } as const;
  const saved = await saveServerLimit(perMinute, { ...entry, details: { perMinute }, at: clock.now() });
  if (!saved) throw projectNotFound();
}

/** A header of each of the project's payment pages lists them all. */
const mostOrigins = 50;

/**
 * Allows or forbids pages of an origin to use the project's keys in browsers and to show its payment page in a frame.
 * Takes effect within seconds.
 *
 * @param text the origin as typed
 * @returns the project's origins afterwards
 * @throws CheckoutError VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function changeOrigins(
  { clock, allowedOrigins }: ProjectParts,
  { projectId, userId }: ProjectActor,
  what: "allow" | "forbid",
  text: string,
): Promise<string[]> {
  const origin = parseOrigin(text);
  if (origin === null) {
    throw new CheckoutError("VALIDATION_ERROR", fault("projects.origin"), { param: "origin" });
  }
  const action = what === "allow" ? "project.origin_allowed" : "project.origin_forbidden";
  const entry = {
    projectId,
    userId,
    action,
    target: projectId,
    details: { origin },
    at: clock.now(),
  } as const;
  const done =
    what === "allow"
      ? await allowedOrigins.allow(origin, mostOrigins, entry)
      : await allowedOrigins.forbid(origin, entry);
  const origins = await allowedOrigins.list(projectId);
  if (done) return origins;
  if (origins.length < mostOrigins) throw projectNotFound();
  throw new CheckoutError("VALIDATION_ERROR", fault("projects.mostOrigins", { most: mostOrigins }), {
    param: "origin",
  });
}
