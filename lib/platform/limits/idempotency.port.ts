import { SharedError } from "@/lib/platform/values/errors.rules";

/** The owner of the key. */
export type IdempotencyKey = { projectId: string; key: string };

/** The right to run a request under a key until the lease ends: its end is also its fencing token. */
export type IdempotencyClaim = IdempotencyKey & { leasedUntil: Date };

/** A saved answer: the body without the parts that belong to a single request. */
export type KeptAnswer = { status: number; body: string };

/** Written by a use case in the transaction of its effect, so that both exist or neither. */
export type Completion = { claim: IdempotencyClaim; answer: KeptAnswer };

/** Builds the completion from the use case's result; null when no key was sent. */
export type Keep<T> = ((result: T) => Completion) | null;

export type ClaimResult =
  | { kind: "claimed"; claim: IdempotencyClaim }
  /** A request is running, or crashed less than a lease ago. */
  | { kind: "in_flight" }
  /** The key was used for another method, path or body. */
  | { kind: "other_request" }
  | { kind: "answered"; answer: KeptAnswer };

export type IdempotencyStore = {
  /**
   * Claims a key for 60 s: a new one, one older than 24 h, or one whose lease ended without an answer.
   * @param fingerprint SHA-256 of method, path and body, hex
   */
  claim(key: IdempotencyKey, fingerprint: string, now: Date): Promise<ClaimResult>;
  /** Saves the answer to a request that wrote nothing else. Does nothing when the lease was lost. */
  complete(completion: Completion): Promise<void>;
  /** Releases the key, unless an answer is saved or the lease was lost. */
  release(claim: IdempotencyClaim): Promise<void>;
  /** Deletes keys older than 24 h, at most `limit`. Returns how many. */
  prune(now: Date, limit: number): Promise<number>;
};

/** The lease ended and another request has the key: nothing was written. */
export class LeaseLostError extends SharedError {
  static override readonly errorName = "LeaseLostError";
}
