import type { LogPlace } from "@/lib/platform/lists/list-place.rules";
import type { RequestFilter } from "./log-filters.rules";

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

/** `id` is the request's place in the log. */
export type ListedRequest = Omit<LoggedRequest, "projectId"> & { id: bigint };

export type RequestLog = {
  /** Writes requests down, all in one statement. */
  write(requests: readonly LoggedRequest[]): Promise<void>;
  /** Away from the place's cursor: oldest first where it is `before`, newest first else. */
  page(projectId: string, filter: RequestFilter, place: LogPlace, limit: number): Promise<ListedRequest[]>;
};
