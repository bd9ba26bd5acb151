import { type PrismaTransaction, run, type Statement, statementsOf } from "@/lib/platform/database";

/** SQL: lock. */
const lockRow: Statement = {
  name: "people_lock_one",
  text: "SELECT FROM users WHERE id = $1 FOR NO KEY UPDATE",
};

/** From here to the end of the transaction no one else changes the person; what is read after it is of now. */
export async function lockPerson(tx: PrismaTransaction, userId: string): Promise<void> {
  await run(statementsOf(tx), lockRow, [userId]);
}
