/** A build of the service, and the background functions that it has. */
export type Release = { id: string; functionsHash: string };

export type ReleaseStore = {
  /**
   * Notes that an instance of the release runs.
   * @returns the newest release of which an instance ran within `aliveMs`; the age counts from a release's first start
   */
  noteRunning(release: Release, aliveMs: number): Promise<Release>;
  /** Keeps how the functions of the Inngest server differ from the release's; null where they agree. */
  setMismatch(releaseId: string, mismatch: string | null): Promise<void>;
  /** The mismatch of the newest release. */
  mismatch(): Promise<string | null>;
};
