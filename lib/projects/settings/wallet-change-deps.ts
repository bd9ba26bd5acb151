import type { AuditEntry } from "@/lib/accounts/audit.store";
import type { Clock } from "@/lib/platform/clock.port";
import { CheckoutError } from "@/lib/platform/errors.rules";
import type { ProjectActor } from "@/lib/projects/project-actor";
import type { WalletChangeStore } from "@/lib/projects/wallet-change.store";

export type WalletChangeDeps = { clock: Clock; walletChanges: WalletChangeStore };

export function walletChangeNotFound(): CheckoutError {
  return new CheckoutError(
    "NOT_FOUND",
    "No such wallet waits: it took effect, was cancelled, or another was asked for.",
  );
}

export function walletEntry(
  actor: ProjectActor,
  act: "wallet_change_requested" | "wallet_change_cancelled" | "settlement_wallet_changed",
  target: string,
  details: AuditEntry["details"],
  at: Date,
): AuditEntry {
  return { ...actor, action: `project.${act}`, target, details, at };
}
