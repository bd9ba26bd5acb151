/** What was looked at, and how it is. */
export type Finding = {
  area: string;
  /** A fault keeps part of the service from working; a warning does not, yet. */
  state: "ok" | "warning" | "fault";
  says: string;
  /** What to do about it. */
  todo?: string;
};

/** Whether the operator set it: advice names no setting that has its default. */
export type IsGiven = (setting: string) => boolean;

/** Findings of one area, in the order in which they are made. */
export function createFindings(area: string) {
  const all: Finding[] = [];
  return {
    all,
    ok: (says: string) => void all.push({ area, state: "ok", says }),
    warn: (says: string, todo: string) => void all.push({ area, state: "warning", says, todo }),
    fault: (says: string, todo: string) => void all.push({ area, state: "fault", says, todo }),
  };
}

/** What an error says in one line: its own words, or those of what caused it. */
export function reasonOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error);
  if (error instanceof AggregateError && error.errors.length > 0) return reasonOf(error.errors[0]);
  if (error.cause instanceof Error) return reasonOf(error.cause);
  return (error.message || error.name).split("\n")[0] ?? error.name;
}
