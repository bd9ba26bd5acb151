import { describe, expect, it } from "vitest";
import type { Incident } from "@/lib/platform/incidents/incident-store.port";
import { later, noon } from "@/lib/testing/builders";
import { fileWorld } from "@/lib/testing/world";
import { closeIncident } from "./incident-facts.store";

const { stores } = await fileWorld();

describe("closing an incident", () => {
  const facts = async (checkoutId: string) => {
    const { rows } = await stores.database.pool.query(
      `SELECT checkout.settlement_frozen AS frozen,
         ARRAY(SELECT kind FROM checkout_events WHERE checkout_id = checkout.id ORDER BY id) AS timeline,
         (SELECT count(*)::int FROM audit_log WHERE action = 'incident.closed' AND project_id = checkout.project_id) AS noted
       FROM checkouts AS checkout WHERE id = $1`,
      [checkoutId],
    );
    return rows[0];
  };
  const reverted = async (overrides: Parameters<typeof stores.createCheckout>[0]) => {
    const { id } = await stores.createCheckout({ ...overrides, settlementFrozen: true });
    const incident: Incident = {
      kind: "PAYMENT_REVERTED",
      subject: id,
      chainId: 31337,
      checkoutId: id,
      details: { from: "PAID", to: "PENDING" },
    };
    await stores.incidents.raise(incident, noon);
    const [open] = await stores.incidents.openAbout([id]);
    if (open === undefined) throw new Error("it is not open");
    return { id, incident: open };
  };

  it("lets the checkout of a reverted payment settle again, with an audit entry", async () => {
    const projectId = await stores.createProject();
    const { id, incident } = await reverted({ projectId });
    expect(await closeIncident(stores.database, incident.id, later(5))).toEqual({ incident, released: true });
    expect(await facts(id)).toEqual({
      frozen: false,
      timeline: ["checkout.created", "settlement.released"],
      noted: 1,
    });
    expect(await stores.incidents.openAbout([id])).toEqual([]);
    expect(await closeIncident(stores.database, incident.id, later(6))).toBeNull();
  });

  it.each([{ refundedUnits: 5n }, { refundingUnits: 5n }])(
    "keeps a checkout frozen that refunds more than it received: %o",
    async (units) => {
      const projectId = await stores.createProject();
      const { id, incident } = await reverted({ projectId, ...units });
      expect(await closeIncident(stores.database, incident.id, later(5))).toMatchObject({ released: false });
      expect(await facts(id)).toMatchObject({ frozen: true, timeline: ["checkout.created"] });
    },
  );

  it("changes no checkout for other kinds, and returns null for an unknown incident", async () => {
    const incident: Incident = {
      kind: "NODE_DOWN",
      subject: "31337",
      chainId: 31337,
      checkoutId: null,
      details: {},
    };
    await stores.incidents.raise(incident, noon);
    const [open] = await stores.incidents.openAbout([incident.subject]);
    expect(await closeIncident(stores.database, open?.id ?? "", later(1))).toMatchObject({ released: false });
    expect(await closeIncident(stores.database, "inc_none", later(1))).toBeNull();
  });
});
