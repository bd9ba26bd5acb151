import { beforeAll, beforeEach, describe, expect, it } from "vitest";
import { later, noon, usdc } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { resolveIncident } from "./incident.store";
import { depositSubject, type Incident } from "./incident-store.port";

const { stores } = await fileWorld();
let checkoutId: string;

beforeAll(async () => {
  const projectId = await stores.createProject();
  checkoutId = (await stores.createCheckout({ projectId })).id;
});
beforeEach(async () => {
  await stores.database.pool.query("DELETE FROM incidents");
  stores.alarms.length = 0;
});

const above = (details: Incident["details"] = { chainUnits: "7" }): Incident => ({
  kind: "BALANCE_ABOVE_BOOKS",
  subject: depositSubject(31337, checkoutId, usdc),
  chainId: 31337,
  checkoutId,
  details,
});

describe("an incident", () => {
  it("opens once, alarms once, and stays one row over repeated raises", async () => {
    expect(await stores.incidents.raise(above(), noon)).toBe(true);
    expect(await stores.incidents.raise(above({ chainUnits: "8" }), later(1_000))).toBe(false);
    expect(await stores.incidents.open(10)).toEqual([
      {
        ...above({ chainUnits: "8" }),
        id: expect.stringMatching(/^inc_[0-9a-z]{26}$/),
        createdAt: noon,
        lastSeenAt: later(1_000),
      },
    ]);
    expect(stores.alarms).toHaveLength(1);
    expect(await stores.incidents.count()).toBe(1);
  });

  it("opens again as a new one after it was resolved", async () => {
    await stores.incidents.raise(above(), noon);
    await stores.incidents.resolve("BALANCE_ABOVE_BOOKS", above().subject, later(1));
    expect(await stores.incidents.count()).toBe(0);
    expect(await stores.incidents.raise(above(), later(2))).toBe(true);
    expect(stores.alarms).toHaveLength(2);
    expect(await stores.incidents.count()).toBe(1);
  });

  it("is resolved once: a second time, as when both the cause and the operator end it, changes nothing", async () => {
    await stores.incidents.raise(above(), noon);
    const [open] = await stores.incidents.open(1);
    const resolve = (at: Date) => resolveIncident(stores.database.pool, open?.id ?? "", at);
    expect(await resolve(later(1))).toEqual(open);
    expect(await resolve(later(2))).toBeNull();
    await stores.incidents.resolve("BALANCE_ABOVE_BOOKS", above().subject, later(3));
    expect(await stores.database.prisma.incident.findMany()).toMatchObject([{ resolvedAt: later(1) }]);
  });

  it("of another kind about the same subject opens separately", async () => {
    await stores.incidents.raise(above(), noon);
    expect(await stores.incidents.raise({ ...above(), kind: "NODES_DISAGREE" }, noon)).toBe(true);
    await stores.incidents.resolve("NODES_DISAGREE", above().subject, later(1));
    expect((await stores.incidents.openAbout([above().subject, "other"])).map(({ kind }) => kind)).toEqual([
      "BALANCE_ABOVE_BOOKS",
    ]);
  });

  it("is new for one of several concurrent raisers", async () => {
    const raised = await Promise.all(Array.from({ length: 8 }, () => stores.incidents.raise(above(), noon)));
    expect(raised.filter(Boolean)).toHaveLength(1);
  });

  it("needs no chain and no checkout", async () => {
    const lost: Incident = {
      kind: "CHAIN_LOST",
      subject: "31337",
      chainId: null,
      checkoutId: null,
      details: {},
    };
    await stores.incidents.raise(lost, noon);
    expect(await stores.incidents.open(1)).toMatchObject([lost]);
  });

  it("on a chain are listed by kind, the longest unseen first", async () => {
    const about = (subject: string, chainId: number | null = 31337): Incident => ({
      ...above(),
      subject,
      chainId,
    });
    await stores.incidents.raise(about("first"), noon);
    await stores.incidents.raise(about("second"), later(1));
    await stores.incidents.raise(about("elsewhere", 31338), noon);
    await stores.incidents.raise({ ...about("lost"), kind: "CHAIN_LOST" }, noon);
    await stores.incidents.raise(about("first"), later(2));
    const subjects = async (limit: number) =>
      (await stores.incidents.openOnChain(31337, ["BALANCE_ABOVE_BOOKS", "NODES_DISAGREE"], limit)).map(
        ({ subject }) => subject,
      );
    expect(await subjects(9)).toEqual(["second", "first"]);
    expect(await subjects(1)).toEqual(["second"]);
  });
});
