import type { SecondFactorStore } from "@/lib/accounts/second-factor.store";
import type { HashRecoveryCode, NewRecoveryCode, Totp } from "@/lib/accounts/totp.port";
import type { Clock } from "@/lib/platform/clock.port";

export type SecondFactorDeps = {
  clock: Clock;
  secondFactors: SecondFactorStore;
  totp: Totp;
  newRecoveryCode: NewRecoveryCode;
  hashRecoveryCode: HashRecoveryCode;
};
