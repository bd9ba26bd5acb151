import { CheckoutError } from "@/lib/core/errors";
import { mostHoldHours } from "@/lib/core/settlement-policy";
import type { Clock } from "../ports/clock";
import type { SettingsStore } from "../ports/dashboard/settings-store";
import type { ProjectActor } from "../project-actor";
import { projectNotFound } from "../projects/project-not-found";

export type SetHoldDeps = { clock: Clock; settings: Pick<SettingsStore, "transaction"> };

/**
 * Holds a project's settlement back for some hours after PAID, or for none; "sweep now" and a sweep by anyone still work.
 *
 * @throws CheckoutError VALIDATION_ERROR, PROJECT_NOT_FOUND
 */
export async function setSettlementHold(
  { clock, settings }: SetHoldDeps,
  { projectId, userId }: ProjectActor,
  hours: number,
): Promise<void> {
  if (!Number.isInteger(hours) || hours < 0 || hours > mostHoldHours) {
    throw new CheckoutError("VALIDATION_ERROR", `Say whole hours from 0 to ${mostHoldHours}.`, {
      param: "settlementHoldHours",
    });
  }
  const at = clock.now();
  const done = await settings.transaction(projectId, async ({ settings: before, save, audit }) => {
    if (before.settlementHoldHours === hours) return true;
    await save({ ...before, settlementHoldHours: hours }, at);
    const details = { setting: "settlementHoldHours", before: before.settlementHoldHours, after: hours };
    await audit({ projectId, userId, action: "project.setting_changed", target: projectId, details, at });
    return true;
  });
  if (done === null) throw projectNotFound();
}
