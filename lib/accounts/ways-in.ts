import { CheckoutError } from "@/lib/platform/errors.rules";
import type { OwnAccount } from "./own-account.store";

type WaysIn = Pick<OwnAccount, "passwordHash" | "walletAddress" | "links">;

/** @throws CheckoutError CONFLICT when an account so changed would leave its owner no way to sign in */
export function requireWayIn({ passwordHash, walletAddress, links }: WaysIn): void {
  if (passwordHash !== null || walletAddress !== null || links.length > 0) return;
  throw new CheckoutError("CONFLICT", "This is the only way in which you can sign in. Set a password first.");
}
