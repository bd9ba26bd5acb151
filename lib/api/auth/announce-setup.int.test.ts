import { afterEach, beforeEach, expect, test, vi } from "vitest";
import { makeFirstAccount } from "@/lib/accounts/new-account";
import { announceSetup } from "@/lib/operate/check-start";
import { createWorkLeases, type WorkLeases } from "@/lib/platform/jobs/work-leases.store";
import { createLog } from "@/lib/platform/log";
import { noon } from "@/lib/testing/builders";
import { testWorld } from "@/lib/testing/world";
import { type People, peopleOf } from "@/lib/testing/world/people";

const log = createLog("error");

const world = testWorld();
let people: People;
let workLeases: WorkLeases;
let said: string[];

beforeEach(async () => {
  world.now = noon;
  people = peopleOf(world);
  workLeases = createWorkLeases(world.stores.database);
  said = [];
  vi.spyOn(console, "log").mockImplementation((line: string) => void said.push(line));
});
afterEach(async () => {
  vi.restoreAllMocks();
});

const start = (instanceId: string) =>
  announceSetup({ ...people.deps, log, workLeases, instanceId, dashboardUrl: "https://pay.example" });
const tokens = () => said.flatMap((line) => /^Setup token: (\S+)$/.exec(line)?.[1] ?? []);

test("prints one token for several instances; the next start prints a new one", async () => {
  await Promise.all(["first", "second", "third"].map(start));
  const [token = "", ...others] = tokens();
  expect(others).toEqual([]);
  expect(said.filter((line) => line.includes("Another instance printed"))).toHaveLength(2);

  await workLeases.releaseAll(["first", "second", "third"]);
  await start("fourth");
  expect(tokens()).toHaveLength(2);
  const person = { email: "ada@shop.example", name: "Ada", password: "correct horse battery" };
  const make = (given: string) => makeFirstAccount(people.deps, { token: given, ...person }, people.client());
  await expect(make(token)).rejects.toMatchObject({ param: "token" });
  await make(tokens().at(-1) ?? "");
  said = [];
  await start("fifth");
  expect(said).toEqual([]);
});
