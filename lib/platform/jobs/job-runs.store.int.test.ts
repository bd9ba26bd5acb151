import { expect, test } from "vitest";
import { later, noon } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { advanceJobRun, readJobRun } from "./job-runs.store";

const { stores } = await fileWorld();

test("of two instances the run that is later by the given time stays", async () => {
  const { prisma } = stores.database;
  const early = { startedAt: noon, endedAt: later(9) };
  const late = { startedAt: later(1), endedAt: later(8) };
  await advanceJobRun(prisma, "work", late, "startedAt");
  await advanceJobRun(prisma, "work", early, "startedAt");
  expect(await readJobRun(prisma, "work")).toEqual(late);
  await advanceJobRun(prisma, "work", early, "endedAt");
  expect(await readJobRun(prisma, "work")).toEqual(early);
});
