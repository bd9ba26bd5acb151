import { CheckoutError } from "@/lib/platform/errors.rules";
import type { LogoReader } from "./project-looks.port";

/**
 * The picture that an address names.
 *
 * @param digest SHA-256 of its bytes, lower-case hex
 * @throws CheckoutError NOT_FOUND for one that no project shows (any more), and for what is no digest
 */
export async function getLogo(
  { logos }: { logos: LogoReader },
  digest: string,
): Promise<{ mediaType: string; bytes: Uint8Array }> {
  const found = /^[0-9a-f]{64}$/.test(digest) ? await logos.findLogo(digest) : null;
  if (found === null) throw new CheckoutError("NOT_FOUND", "There is no such picture.");
  return found;
}
