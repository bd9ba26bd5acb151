/** A stretch of a project's time: whole hours, the end not among them. */
export type HourSpan = { projectId: string; from: Date; to: Date };

/** The hourly counts of projects, and what tells which of them are to be counted anew. */
export type ProjectHourStore = {
  /**
   * Counts the spans from their checkouts and puts that in the place of what stood there. Two workers at once wait for
   * each other, so that no older count is written over a newer one. Deleted projects are left as they are.
   */
  recount(spans: readonly HourSpan[]): Promise<void>;
  /**
   * Of a part of all timelines, the newest first, the hours that its checkouts count in or ever counted in.
   *
   * @param beforeId entries from there on were looked at; null for none
   * @param limit entries to look at
   */
  touched(beforeId: bigint | null, limit: number): Promise<TouchedHours>;
  /** Projects, none of them deleted, that count anything in `[from, to)`, in order of their ids. */
  busyProjects(from: Date, to: Date): Promise<string[]>;
  /** When the first checkout was made; null without any. */
  firstCheckoutAt(): Promise<Date | null>;
  /** Up to when the last run that ended well has counted; null before there was one. */
  countedAt(): Promise<Date | null>;
  /** Where the walk through past days stands; null before the first. */
  walk(): Promise<Walk | null>;
  saveWalk(walk: Walk): Promise<void>;
};

export type TouchedHours = {
  /** Spans of one hour. */
  hours: HourSpan[];
  /** The oldest entry that was looked at; null when there are no more. */
  oldestId: bigint | null;
  /** The latest time of these entries. */
  youngestAt: Date | null;
};

/** One day after the other is counted anew, and each UTC day begins a new round. */
export type Walk = {
  /** Midnight UTC of the first day that this round has not counted. */
  nextDay: Date;
  /** Midnight UTC of the day on which the round began. */
  roundDay: Date;
};
