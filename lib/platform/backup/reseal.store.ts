import type { Database } from "@/lib/platform/database";
import { ownerOf } from "@/lib/platform/limits/idempotency-completion.store";
import type { SecretBox } from "@/lib/platform/secret-box";

/** How many secrets there are of a kind, and how many were sealed anew. */
export type Resealed = { kind: string; total: number; resealed: number };

const pageSize = 500;

type Sealed = { sealed: string; owner: string; save(resealed: string): Promise<unknown> };

/**
 * Seals anew, under the new key alone, every secret that the new key does not open. Each is written only if it is still
 * the one that was read, so the service may run meanwhile, and a run that was broken off is simply said again.
 *
 * @param current seals, and opens what is sealed under the new key alone
 * @param both opens what was sealed under either
 * @throws Error for a secret that neither key opens; those before it stay sealed anew
 */
export async function resealSecrets(
  { prisma }: Pick<Database, "prisma">,
  current: SecretBox,
  both: Pick<SecretBox, "open">,
): Promise<Resealed[]> {
  const reseal = async ({ sealed, owner, save }: Sealed): Promise<boolean> => {
    if (opens(current, sealed, owner)) return false;
    await save(current.seal(both.open(sealed, owner), owner));
    return true;
  };
  const walk = async (kind: string, pages: AsyncIterable<Sealed[]>): Promise<Resealed> => {
    const count: Resealed = { kind, total: 0, resealed: 0 };
    for await (const page of pages)
      for (const secret of page) {
        count.total += 1;
        if (await reseal(secret)) count.resealed += 1;
      }
    return count;
  };

  return [
    await walk("webhook secrets", webhookSecrets()),
    await walk("second factors", secondFactors()),
    await walk("kept answers", keptAnswers()),
  ];

  async function* webhookSecrets(): AsyncGenerator<Sealed[]> {
    for (let after = 0n; ; ) {
      const rows = await prisma.webhookSecret.findMany({
        where: { id: { gt: after } },
        orderBy: { id: "asc" },
        take: pageSize,
      });
      yield rows.map(({ id, ciphertext, endpointId }) => ({
        sealed: ciphertext,
        owner: endpointId,
        save: (resealed) =>
          prisma.webhookSecret.updateMany({ where: { id, ciphertext }, data: { ciphertext: resealed } }),
      }));
      if (rows.length < pageSize) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  async function* secondFactors(): AsyncGenerator<Sealed[]> {
    for (let after = ""; ; ) {
      const rows = await prisma.user.findMany({
        where: { id: { gt: after }, totpSecret: { not: null } },
        orderBy: { id: "asc" },
        take: pageSize,
      });
      yield rows.flatMap(({ id, totpSecret }) =>
        totpSecret === null
          ? []
          : {
              sealed: totpSecret,
              owner: id,
              save: (resealed) =>
                prisma.user.updateMany({ where: { id, totpSecret }, data: { totpSecret: resealed } }),
            },
      );
      if (rows.length < pageSize) return;
      after = rows.at(-1)?.id ?? after;
    }
  }

  /** They are kept for a day. */
  async function* keptAnswers(): AsyncGenerator<Sealed[]> {
    for (let after = { projectId: "", key: "" }; ; ) {
      const { projectId, key } = after;
      const rows = await prisma.idempotencyKey.findMany({
        where: {
          responseBody: { not: null },
          OR: [{ projectId: { gt: projectId } }, { projectId, key: { gt: key } }],
        },
        orderBy: [{ projectId: "asc" }, { key: "asc" }],
        take: pageSize,
      });
      yield rows.flatMap(({ responseBody, ...own }) =>
        responseBody === null
          ? []
          : {
              sealed: responseBody,
              owner: ownerOf(own),
              save: (resealed) =>
                prisma.idempotencyKey.updateMany({
                  where: { projectId: own.projectId, key: own.key, responseBody },
                  data: { responseBody: resealed },
                }),
            },
      );
      const last = rows.at(-1);
      if (rows.length < pageSize || last === undefined) return;
      after = last;
    }
  }
}

function opens(box: SecretBox, sealed: string, owner: string): boolean {
  try {
    box.open(sealed, owner);
    return true;
  } catch {
    return false;
  }
}
