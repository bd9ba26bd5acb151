import type { Clock } from "@/lib/platform/clock.port";
import type { SecondFactorStore } from "../../ports/accounts/second-factor-store";
import type { HashRecoveryCode, NewRecoveryCode, Totp } from "../../ports/accounts/totp";

export type SecondFactorDeps = {
  clock: Clock;
  secondFactors: SecondFactorStore;
  totp: Totp;
  newRecoveryCode: NewRecoveryCode;
  hashRecoveryCode: HashRecoveryCode;
};
