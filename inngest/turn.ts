import "server-only";
import { getWork } from "@/lib/api/wiring/work";
import { fallbackSuffix } from "@/lib/platform/jobs/job-runs";
import { perProcess } from "@/lib/platform/process/per-process";

/** Proxies and hosted queues abort a call after a minute. */
const turnMs = 50_000;
/** An instance that died is replaced after this long at the latest. */
const leaseMs = 5_000;
const renewEveryMs = 1_500;

/** A limited time of work under a lease: the work repeats its passes until the turn ends. */
export type Turn = {
  hasEnded(): boolean;
  /**
   * Waits this long, or until the turn ends or another pass is requested.
   * @returns whether the full time passed
   */
  pause(ms: number): Promise<boolean>;
};

const getState = perProcess("turns", () => ({ active: new Map<string, LeaseTurn>(), isStopping: false }));

/**
 * Runs work under a lease: one instance at a time. A second call for the same lease requests another pass and ends at
 * once. No request is lost: the holder releases the lease only if none came since its last pass. An Inngest server takes
 * the lease over from a fallback.
 *
 * @param work repeats its passes until the turn ends, or nothing is left to do
 * @param isFallback works in place of an Inngest server
 * @returns whether the work needs another turn
 * @throws the error of `work`; the lease is then free
 */
export async function takeTurn(
  leaseName: string,
  work: (turn: Turn) => Promise<void>,
  isFallback = false,
): Promise<{ needsAnother: boolean }> {
  const { active } = getState();
  const holder = holderName(isFallback);
  for (let other = active.get(leaseName); other !== undefined; other = active.get(leaseName)) {
    if (!other.hasEnded() && (isFallback || other.holder === holder)) {
      other.request();
      return { needsAnother: false };
    }
    other.end("lost");
    await other.closed;
  }
  if (getState().isStopping) return { needsAnother: false };
  const turn = new LeaseTurn(leaseName, holder);
  active.set(leaseName, turn);
  try {
    if (!(await turn.acquire())) return { needsAnother: false };
    await repeat(turn, work);
    return { needsAnother: await turn.giveUp() };
  } finally {
    turn.close();
    active.delete(leaseName);
  }
}

async function repeat(turn: LeaseTurn, work: (turn: Turn) => Promise<void>): Promise<void> {
  try {
    while (!turn.hasEnded()) {
      turn.beginPasses();
      await work(turn);
      if (turn.hasEnded() || (await turn.finish())) return;
    }
  } catch (error) {
    turn.end("failed");
    await turn.giveUp();
    throw error;
  }
}

/** Requests another pass of this process's turn. @returns false without one */
export function requestPass(leaseName: string): boolean {
  const turn = getState().active.get(leaseName);
  if (turn === undefined || turn.hasEnded()) return false;
  turn.request();
  return true;
}

/** Ends running turns soon; no new one begins. */
export function stopTurns(): void {
  getState().isStopping = true;
  for (const turn of getState().active.values()) turn.end("stopping");
}

/** Allows turns; a development server restarts in the same process. */
export function allowTurns(): void {
  getState().isStopping = false;
}

/** All names under which this process holds leases. */
export function ownHolders(): string[] {
  return [holderName(false), holderName(true)];
}

function holderName(isFallback: boolean): string {
  return `${getWork().instanceId}${isFallback ? fallbackSuffix : ""}`;
}

type End = "done" | "failed" | "lost" | "stopping" | "time";

/** A lease from its acquisition to its release. A renewal's answer belongs to the lease for which it was asked. */
type Lease = {
  /** Requests of other instances, as the database counts them. */
  wakes: number;
  renewedAt: number;
};

/** A pause that another part of the process may end. A ring before it ends it at once. */
class Bell {
  private hasRung = false;
  private stopWaiting: (() => void) | null = null;

  ring(): void {
    this.hasRung = true;
    this.stopWaiting?.();
  }

  /** @returns whether the full time passed */
  async wait(ms: number): Promise<boolean> {
    if (!this.hasRung)
      await new Promise<void>((resolve) => {
        const timer = setTimeout(resolve, ms);
        this.stopWaiting = () => {
          clearTimeout(timer);
          resolve();
        };
      });
    this.stopWaiting = null;
    const isFull = !this.hasRung;
    this.hasRung = false;
    return isFull;
  }
}

class LeaseTurn implements Turn {
  readonly closed: Promise<void>;
  private resolveClosed: () => void = () => undefined;
  private endedBy: End | null = null;
  /** Null before it is acquired and once it is released. */
  private lease: Lease | null = null;
  /** What the present passes answer; anything later needs passes after them. */
  private answered = { wakes: 0, isRequestOpen: false };
  private readonly bell = new Bell();
  private timers: NodeJS.Timeout[] = [];

  constructor(
    private readonly leaseName: string,
    readonly holder: string,
  ) {
    this.closed = new Promise((resolve) => {
      this.resolveClosed = resolve;
    });
  }

  async acquire(): Promise<boolean> {
    if (!(await this.acquireLease())) return false;
    this.timers = [
      setTimeout(() => this.end("time"), turnMs),
      setInterval(() => void this.renew(), renewEveryMs),
    ];
    return true;
  }

  private async acquireLease(): Promise<boolean> {
    const renewedAt = performance.now();
    const wakes = await getWork().workLeases.acquire(this.leaseName, this.holder, leaseMs);
    if (wakes === null) return false;
    this.lease = { wakes, renewedAt };
    return true;
  }

  /** When the database does not answer, the turn ends once the lease must have expired. */
  private async renew(): Promise<void> {
    const { lease } = this;
    if (lease === null) return;
    const startedAt = performance.now();
    try {
      const wakes = await getWork().workLeases.renew(this.leaseName, this.holder, leaseMs);
      if (this.lease !== lease) return;
      lease.renewedAt = startedAt;
      if (wakes === null) return this.end("lost");
      if (wakes === lease.wakes) return;
      lease.wakes = wakes;
      this.bell.ring();
    } catch {
      if (performance.now() - lease.renewedAt > leaseMs) this.end("lost");
    }
  }

  /** Requests from now on need passes after these. */
  beginPasses(): void {
    this.answered = { wakes: this.lease?.wakes ?? 0, isRequestOpen: false };
  }

  request(): void {
    this.answered.isRequestOpen = true;
    this.bell.ring();
  }

  /** Nothing is left to do: releases the lease, unless another pass was requested meanwhile. */
  async finish(): Promise<boolean> {
    const { lease } = this;
    this.lease = null;
    if (!(await getWork().workLeases.release(this.leaseName, this.holder, this.answered.wakes, false))) {
      this.lease = lease;
      await this.renew();
      return false;
    }
    // Requested in this process: it works again, or the new holder has the request.
    if (this.answered.isRequestOpen && (await this.acquireLease())) return false;
    this.endedBy ??= "done";
    return true;
  }

  /** Releases the lease despite requests. @returns whether the work continues in another turn */
  async giveUp(): Promise<boolean> {
    if (this.endedBy === "done" || this.endedBy === "lost") return false;
    const needsAnother = this.endedBy === "time";
    await getWork()
      .workLeases.release(this.leaseName, this.holder, null, needsAnother)
      .catch((error: unknown) => {
        getWork().log.warn({ lease: this.leaseName, error }, "could not release a lease; it will expire");
      });
    return needsAnother;
  }

  hasEnded(): boolean {
    return this.endedBy !== null;
  }

  end(why: End): void {
    this.endedBy ??= why;
    this.bell.ring();
  }

  async pause(ms: number): Promise<boolean> {
    return !this.hasEnded() && this.bell.wait(ms);
  }

  close(): void {
    this.end("lost");
    for (const timer of this.timers) clearTimeout(timer);
    this.resolveClosed();
  }
}
