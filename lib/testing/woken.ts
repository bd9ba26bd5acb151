import { onTestFinished } from "vitest";
import { type DueWork, onDueWork } from "@/lib/platform/due-work";

/** The work that `act` wakes, each once. */
export async function wokenBy(act: () => Promise<unknown>): Promise<DueWork[]> {
  const woken = new Set<string>();
  onDueWork((due) => woken.add(JSON.stringify(due)));
  onTestFinished(() => onDueWork(() => undefined));
  await act();
  onDueWork(() => undefined);
  return [...woken].sort().map((due): DueWork => JSON.parse(due));
}
