import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { Acting } from "@/lib/projects/access/operator-access";
import { projectNotFound } from "@/lib/projects/project-not-found";
import type { ProjectSettings, SettingsStore } from "@/lib/projects/settings.store";
import { describeSetting } from "./describe-setting";

export type ChangeSettingsDeps = {
  clock: Clock;
  chains: readonly Chain[];
  settings: Pick<SettingsStore, "transaction">;
};

export type SettingsPatch = Partial<ProjectSettings>;

/** Where money may go, and who may send it back: owners alone decide. */
const guarded: readonly string[] = ["refundMode", "refundDailyLimitUnits", "allowedWallets"];

/**
 * Changes some of a project's settings; each that becomes another is written down with what it was. They hold for
 * checkouts created from then on.
 *
 * @throws CheckoutError UNSUPPORTED_TOKEN, UNSUPPORTED_CHAIN, VALIDATION_ERROR, FORBIDDEN, PROJECT_NOT_FOUND
 */
export async function changeSettings(
  deps: ChangeSettingsDeps,
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
    throw new CheckoutError("VALIDATION_ERROR", "Accept at least one token: without one nobody can pay.", {
      param: "acceptedTokens",
    });
  }
  if (acceptedTokens?.some((ref) => findToken(chains, ref) === null)) {
    throw new CheckoutError("UNSUPPORTED_TOKEN", "One of these tokens is not known to this service.", {
      param: "acceptedTokens",
    });
  }
  if (settlementRules?.some((rule) => !chains.some(({ chainId }) => chainId === rule.chainId))) {
    throw new CheckoutError("UNSUPPORTED_CHAIN", "One of these networks is not enabled.", {
      param: "settlementRules",
    });
  }
}

/** What is of chains that are not enabled at the moment is shown nowhere, and stays. */
function withUnshown(
  chains: readonly Chain[],
  before: ProjectSettings,
  patch: SettingsPatch,
): ProjectSettings {
  const isShown = (chainId: number) => chains.some((chain) => chain.chainId === chainId);
  const tokens = before.acceptedTokens.filter((ref) => findToken(chains, ref) === null);
  const rules = before.settlementRules.filter(({ chainId }) => !isShown(chainId));
  return {
    ...before,
    ...patch,
    ...(patch.acceptedTokens === undefined ? {} : { acceptedTokens: [...patch.acceptedTokens, ...tokens] }),
    ...(patch.settlementRules === undefined ? {} : { settlementRules: [...patch.settlementRules, ...rules] }),
  };
}
