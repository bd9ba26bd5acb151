import { expect, test } from "vitest";
import { incidentKinds } from "@/lib/platform/incidents/incident-store.port";
import { incidentText } from "./checkout-detail";

test("every kind of incident has its own text", () => {
  const unknown = incidentText("OF_A_LATER_VERSION");
  expect(unknown).toBe("An incident for the operator to review");
  const texts = incidentKinds.map((kind) => incidentText(kind));
  expect(new Set([...texts, unknown]).size).toBe(incidentKinds.length + 1);
});
