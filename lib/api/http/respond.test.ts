import { expect, test } from "vitest";
import { createDatabase } from "@/lib/platform/database";
import { respondError } from "./respond";

test("a database that is away or full is 503 with Retry-After, any other fault 500", async () => {
  const away = createDatabase("postgresql://nobody@127.0.0.1:1/none", { maxConnections: 1 });
  const unreachable = await away.pool.query("SELECT 1").catch((error: unknown) => error);
  await away.close();
  const full = Object.assign(new Error("could not extend file"), { code: "53100", severity: "ERROR" });
  const taken = Object.assign(new Error("duplicate key"), { code: "23505", severity: "ERROR" });
  const answerTo = (error: unknown) => {
    const { status, headers } = respondError(error, "a-request", new Headers());
    return [status, headers.get("retry-after")];
  };
  expect(answerTo(unreachable)).toEqual([503, "5"]);
  expect(answerTo(full)).toEqual([503, "5"]);
  expect(answerTo(taken)).toEqual([500, null]);
  expect(answerTo(new Error("connect ECONNREFUSED"))).toEqual([500, null]);
});
