import type { Clock } from "@/lib/platform/clock";
import type { ProjectAccess } from "./project-access";
import type { QuickstartFacts, QuickstartReader } from "./quickstart-reader.store";

/** A project's progress through the quickstart, up to its first webhook. */
export function readQuickstart(
  { clock, quickstart }: { clock: Clock; quickstart: QuickstartReader },
  { projectId }: ProjectAccess,
): Promise<QuickstartFacts> {
  return quickstart.read(projectId, clock.now());
}
