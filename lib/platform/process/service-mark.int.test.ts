import { afterEach, beforeEach, describe, expect, test } from "vitest";
import type { Database } from "@/lib/platform/database";
import { createTestDatabase, type LentDatabase, lendTestDatabase } from "@/lib/testing/database";
import { claimDatabase, type ServiceMode, WrongDatabase } from "./service-mark.store";

let made: LentDatabase;
let database: Database;

beforeEach(async () => {
  made = await lendTestDatabase();
  database = made.database;
});
afterEach(() => made.giveBack());

const claim = (mode: ServiceMode) => claimDatabase(made.databaseUrl, mode);

test("the first start marks the database, and later starts leave the mark", async () => {
  await claim("demo");
  await claim("test");
  await claim("development");
  expect(await database.prisma.serviceMark.findMany()).toMatchObject([{ id: 1, mode: "demo" }]);
});

test.each<[ServiceMode, ServiceMode]>([
  ["demo", "production"],
  ["development", "production"],
  ["test", "production"],
  ["production", "demo"],
  ["production", "development"],
  ["production", "test"],
])("a database of mode %s is refused in mode %s, with any name", async (first, second) => {
  await claim(first);
  const refused = await claim(second).catch((error: unknown) => error);
  expect(refused).toBeInstanceOf(WrongDatabase);
  expect(String(refused)).toContain(`a service with APP_MODE=${first}, and this one has APP_MODE=${second}`);
  await claim(first);
});

test("of two that start at once on a new database one is refused", async () => {
  const outcomes = await Promise.allSettled([claim("production"), claim("demo")]);
  expect(outcomes.map(({ status }) => status).toSorted()).toEqual(["fulfilled", "rejected"]);
});

describe("a database", () => {
  test("without our tables is left as it is", async () => {
    const empty = await createTestDatabase({ empty: true });
    await claimDatabase(empty.databaseUrl, "production");
    await empty.drop();
  });

  test("has one mark, of a known mode", async () => {
    await expect(
      database.pool.query("INSERT INTO service_marks (id, mode) VALUES (2, 'demo')"),
    ).rejects.toThrow(/service_marks_one_row/);
    await expect(database.pool.query("INSERT INTO service_marks (mode) VALUES ('staging')")).rejects.toThrow(
      /service_marks_mode/,
    );
  });
});
