import { createDatabase } from "@/lib/platform/database";
import { createRateLimiter } from "./rate-limiter.store";

/**
 * An instance for `rate-limiter.int.test.ts` to start: for each message it takes that many requests at once, all
 * from one bucket, and answers how many were admitted.
 */
const [databaseUrl = "", bucket = "", most = ""] = process.argv.slice(2);

const database = createDatabase(databaseUrl, { maxConnections: 5 });

const limiter = createRateLimiter(database);

process.on("message", async (requests: number) => {
  const taken = Array.from({ length: requests }, () => limiter.take([{ bucket, most: Number(most) }]));
  const admissions = await Promise.all(taken);
  process.send?.(admissions.filter(({ admitted }) => admitted).length);
});

process.once("disconnect", () => process.exit(0));

process.send?.("ready");
