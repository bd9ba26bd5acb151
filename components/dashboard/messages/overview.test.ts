import { expect, test } from "vitest";
import { incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import { incidentText } from "./overview";

test("every kind of incident has its own text, which names the network", () => {
  const unknown = incidentText("OF_A_LATER_VERSION", "Local");
  expect(unknown).toBe("An incident for the operator to review on Local");
  const texts = incidentKinds.map((kind) => incidentText(kind, "Local"));
  expect(new Set([...texts, unknown]).size).toBe(incidentKinds.length + 1);
  // The Inngest server works for all networks.
  for (const [at, kind] of incidentKinds.entries())
    if (kind !== "INNGEST_DOWN") expect(texts[at], kind).toContain(" on Local");
  expect(incidentText("OUT_OF_GAS", null)).not.toContain(" on ");
});
