import type { Connections, PrismaTransaction } from "@/lib/platform/database";
import type { Passkey } from "@/prisma/generated/client";

/** A passkey as its owner sees it. */
export type ListedPasskey = Pick<Passkey, "id" | "name" | "transports" | "createdAt" | "lastUsedAt">;

export type NewPasskey = Omit<Passkey, "lastUsedAt">;

export type PasskeyStore = {
  /** Skips disabled people. */
  find(id: string): Promise<Passkey | null>;
  /** Oldest first. */
  list(userId: string): Promise<ListedPasskey[]>;
  /**
   * Notes a use and the authenticator's new counter.
   * @returns false when the passkey was removed or used since it was read
   */
  noteUse(id: string, counter: { before: bigint; after: bigint }, at: Date): Promise<boolean>;
};

/** Passkeys in Postgres. */
export function createPasskeyStore({ prisma }: Connections): PasskeyStore {
  return {
    find: (id) => prisma.passkey.findFirst({ where: { id, user: { disabledAt: null } } }),
    list: (userId) =>
      prisma.passkey.findMany({
        where: { userId },
        select: { id: true, name: true, transports: true, createdAt: true, lastUsedAt: true },
        orderBy: [{ createdAt: "asc" }, { id: "asc" }],
      }),
    noteUse: async (id, { before, after }, lastUsedAt) => {
      const data = { counter: after, lastUsedAt };
      return (await prisma.passkey.updateMany({ where: { id, counter: before }, data })).count > 0;
    },
  };
}

/** @returns false when the credential is registered already, for any account */
export async function insertPasskey({ passkey }: PrismaTransaction, added: NewPasskey): Promise<boolean> {
  return (await passkey.createMany({ data: [added], skipDuplicates: true })).count > 0;
}

/** Deletes one of this person's passkeys. @returns its name; null without it */
export async function deletePasskey(
  { passkey }: PrismaTransaction,
  userId: string,
  id: string,
): Promise<string | null> {
  const found = await passkey.findFirst({ where: { id, userId }, select: { name: true } });
  await passkey.deleteMany({ where: { id, userId } });
  return found?.name ?? null;
}

/** Deletes all passkeys of a person. */
export async function deletePasskeysOf({ passkey }: PrismaTransaction, userId: string): Promise<void> {
  await passkey.deleteMany({ where: { userId } });
}
