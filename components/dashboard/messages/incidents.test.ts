import { expect, test } from "vitest";
import { incidentKinds } from "@/lib/services/ports/incident-store";
import { incidentText } from "./incidents";

test("every kind of incident has words of its own, which name the network", () => {
  const unknown = incidentText("OF_A_LATER_VERSION", "Local");
  expect(unknown).toBe("Something for the operator to look at on Local");
  const texts = incidentKinds.map((kind) => incidentText(kind, "Local"));
  expect(new Set([...texts, unknown]).size).toBe(incidentKinds.length + 1);
  for (const text of texts) expect(text).toContain(" on Local");
  expect(incidentText("OUT_OF_GAS", null)).not.toContain(" on ");
});
