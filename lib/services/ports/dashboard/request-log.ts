import type { RequestFilter } from "@/lib/core/dashboard/request-filter";

/** A request to the keyed API, as its merchant may look it up: without query, body, or key. */
export type LoggedRequest = {
  requestId: string;
  projectId: string;
  keyId: string;
  operation: string;
  method: string;
  path: string;
  statusCode: number;
  /** Null for a success. */
  errorCode: string | null;
  durationMs: number;
  createdAt: Date;
};

/** `id` is the request's place in the log, decimal text. */
export type ListedRequest = Omit<LoggedRequest, "projectId"> & { id: string };

export type RequestLog = {
  /** Writes requests down, all in one statement. */
  write(requests: readonly LoggedRequest[]): Promise<void>;
  /** The project's, newest first, after a place. @returns at most `take` of them, and whether there are more */
  list(
    projectId: string,
    filter: RequestFilter,
    page: { after: string | null; take: number },
  ): Promise<{ items: ListedRequest[]; next: string | null }>;
};
