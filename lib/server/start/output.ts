/**
 * Keeps the process well when nobody reads its output any more: a log collector that died, a terminal that was
 * closed, a parent that was killed. Each line would then be an error that nobody awaits, which is reported by a
 * line: a process that does nothing else from then on, and does not even hear that it is to stop.
 */
export function outliveReaders({ stdout, stderr }: Pick<NodeJS.Process, "stdout" | "stderr">): void {
  for (const output of [stdout, stderr]) output.on("error", () => undefined);
}
