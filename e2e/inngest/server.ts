import { test } from "@playwright/test";
import { type InngestServer, startInngestServer } from "@/lib/testing/inngest-server";

/** Skips the file's tests, and says why, where there is no server to test with. */
export function needsServer(): void {
  test.skip(process.env.INNGEST_BIN === undefined, "skipped: INNGEST_BIN names no Inngest server");
}

export function startServer(serveOrigin: string): Promise<InngestServer> {
  const { INNGEST_BIN = "", INNGEST_TEST_POSTGRES_URI, INNGEST_TEST_REDIS_URI } = process.env;
  const storage =
    INNGEST_TEST_POSTGRES_URI && INNGEST_TEST_REDIS_URI
      ? { postgresUri: INNGEST_TEST_POSTGRES_URI, redisUri: INNGEST_TEST_REDIS_URI }
      : undefined;
  return startInngestServer({ bin: INNGEST_BIN, serveOrigin, storage });
}
