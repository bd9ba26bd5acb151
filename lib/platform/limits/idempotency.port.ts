import { SharedError } from "@/lib/platform/values/errors.rules";

/** Whose key it is. */
export type IdempotencyKey = { projectId: string; key: string };

/** The right to do what was asked for under a key, until the lease ends: its end is also its fencing token. */
export type IdempotencyClaim = IdempotencyKey & { leasedUntil: Date };

/** An answer as it is kept: the body without what belongs to one request alone. */
export type KeptAnswer = { status: number; body: string };

/** What a use case writes in the transaction of its own effect, so that both are there or neither. */
export type Completion = { claim: IdempotencyClaim; answer: KeptAnswer };

/** Makes the completion for what a use case is about to write; null when no key was sent. */
export type Keep<T> = ((result: T) => Completion) | null;

export type ClaimResult =
  | { kind: "claimed"; claim: IdempotencyClaim }
  /** Someone is at it, or was until a crash less than a lease ago. */
  | { kind: "in_flight" }
  /** The key was used for another method, path or body. */
  | { kind: "other_request" }
  | { kind: "answered"; answer: KeptAnswer };

export type IdempotencyStore = {
  /**
   * Claims a key for 60 s; one that is new, older than 24 h, or whose lease ended without an answer.
   * @param fingerprint SHA-256 of method, path and body, hex
   */
  claim(key: IdempotencyKey, fingerprint: string, now: Date): Promise<ClaimResult>;
  /** Keeps the answer to a request that wrote nothing else. A lost lease changes nothing. */
  complete(completion: Completion): Promise<void>;
  /** Gives the key back, unless an answer is kept or the lease is lost. */
  release(claim: IdempotencyClaim): Promise<void>;
  /** Forgets what is older than 24 h, at most `limit`. Answers how many. */
  prune(now: Date, limit: number): Promise<number>;
};

/** The lease ended and someone else has the key: nothing was written. */
export class LeaseLostError extends SharedError {
  static override readonly errorName = "LeaseLostError";
}
