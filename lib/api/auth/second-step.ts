import "server-only";
import { cookies } from "next/headers";
import { secondFactorLifeMs } from "@/lib/accounts/enter";
import type { SignInMethod } from "@/lib/accounts/session.store";
import { env } from "@/lib/api/settings/env";
import { cookieOf } from "./auth-settings";
import type { SignInAttempt } from "./sign-in-attempt";

const pattern = /^(password|wallet|google|github)\.([\w-]{43})$/;

/** The first step that this browser has behind it. */
export async function readSecondStep(): Promise<{ method: SignInMethod; token: string } | null> {
  const value = (await cookies()).get(cookieOf("second-factor", env()).name)?.value ?? "";
  const [, method, token] = pattern.exec(value) ?? [];
  return method === undefined || token === undefined ? null : { method: method as SignInMethod, token };
}

/** Keeps the token of the second step where no script of a page reads it; and forgets it once somebody is in. */
export async function writeSecondStep({ entered }: Pick<SignInAttempt, "entered">): Promise<void> {
  const { name, options } = cookieOf("second-factor", env());
  if (entered?.kind === "SECOND_FACTOR") {
    const value = `${entered.method}.${entered.token}`;
    (await cookies()).set(name, value, { ...options, maxAge: secondFactorLifeMs / 1000 });
  }
  if (entered?.kind === "SIGNED_IN") (await cookies()).set(name, "", { ...options, maxAge: 0 });
}
