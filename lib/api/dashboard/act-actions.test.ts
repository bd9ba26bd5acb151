import { expect, test } from "vitest";
import { z } from "zod";
import type { ByPerson } from "@/lib/accounts/sign-in/signed-in";
import { act } from "@/lib/platform/acts";
import { nothing } from "@/lib/platform/primitives.schema";
import { accountActionsOf, actionsOf } from "./act-actions";

const ofThing = { thingId: z.string() };
const by = { browserSecret: "secret" } as ByPerson;

test("an act on a person's own account takes its ids beside its fields, and shows what its door says", async () => {
  const { change } = accountActionsOf({
    change: act(
      { fresh: "second_factor", ids: ofThing, input: z.object({ count: z.int() }) },
      async (_: unknown, { browserSecret }: ByPerson, { thingId, count }) => ({
        told: `${thingId} ${count} ${browserSecret}`,
        kept: "on the server",
      }),
      { account: { name: "change", output: z.object({ told: z.string() }), show: ({ told }) => ({ told }) } },
    ),
    other: act({}, async () => "seen only by commands", {
      command: { name: "other", says: "says", show: (line) => [line] },
    }),
  });
  expect(change.fresh).toBe("second_factor");
  const input = change.input.parse({ thingId: "thing", count: 2 });
  expect(change.input.safeParse({ count: 2 }).success).toBe(false);
  expect(await change.run({} as never, by, input)).toEqual({ told: "thing 2 secret" });
});

test("each action says whether it is freshly proven, and in a project who may", () => {
  const door = { name: "forgotten", output: nothing };
  const run = async () => undefined;
  expect(() => accountActionsOf({ forgotten: act({}, run, { account: door }) })).toThrow("forgotten");
  expect(() => actionsOf({ forgotten: act({ fresh: true }, run, { dashboard: door }) })).toThrow("forgotten");
  expect(() =>
    actionsOf({ forgotten: act({ permission: "project.read" }, run, { dashboard: door }) }),
  ).toThrow("forgotten");
});
