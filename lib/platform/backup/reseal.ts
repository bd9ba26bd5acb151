import type { SecretBox } from "@/lib/platform/secret-box";

/** How many secrets there are of a kind, and how many were sealed anew. */
export type Resealed = { kind: string; total: number; resealed: number };

/** A stored secret. `save` writes the new text unless the stored one changed meanwhile. */
export type SealedSecret = { sealed: string; owner: string; save(resealed: string): Promise<unknown> };

/** All secrets of one kind, page by page; each room reads and writes its own. */
export type SealedPages = AsyncIterable<SealedSecret[]>;

export const resealPageSize = 500;

/**
 * Seals every secret that the new key does not open with the new key. A secret is written only if it is still the one
 * that was read, so the service may run meanwhile, and an interrupted run can be repeated.
 *
 * @param current seals, and opens what is sealed under the new key alone
 * @param both opens what was sealed under either
 * @throws Error for a secret that neither key opens; those before it stay sealed anew
 */
export async function resealSecrets(
  kinds: Readonly<Record<string, SealedPages>>,
  current: SecretBox,
  both: Pick<SecretBox, "open">,
): Promise<Resealed[]> {
  const counts: Resealed[] = [];
  for (const [kind, pages] of Object.entries(kinds)) {
    const count: Resealed = { kind, total: 0, resealed: 0 };
    for await (const page of pages)
      for (const { sealed, owner, save } of page) {
        count.total += 1;
        if (opens(current, sealed, owner)) continue;
        await save(current.seal(both.open(sealed, owner), owner));
        count.resealed += 1;
      }
    counts.push(count);
  }
  return counts;
}

function opens(box: SecretBox, sealed: string, owner: string): boolean {
  try {
    box.open(sealed, owner);
    return true;
  } catch {
    return false;
  }
}
