import type { SearchParams } from "./list-place";

export const statusClasses = ["2xx", "4xx", "5xx"] as const;
export type StatusClass = (typeof statusClasses)[number];

export type RequestFilter = {
  status?: StatusClass;
  operation?: string;
  /** Id of the one request that is looked for. */
  request?: string;
};

/** Which requests a page's address asks for; what cannot be meant is left out. `after` is a place in the log. */
export function readRequestFilter(
  { status, operation, request, after }: SearchParams,
  operations: readonly string[],
): { filter: RequestFilter; after: string | null } {
  const meant = statusClasses.find((each) => each === status);
  const named = operations.find((each) => each === operation);
  const wanted = typeof request === "string" ? request.trim() : "";
  return {
    filter: {
      ...(meant && { status: meant }),
      ...(named !== undefined && { operation: named }),
      ...(/^[\w-]{1,64}$/.test(wanted) && { request: wanted }),
    },
    after: typeof after === "string" && /^[1-9]\d{0,17}$/.test(after) ? after : null,
  };
}

/** The part of an address that asks for them. @example "?status=4xx&after=12" */
export function requestQuery(
  { status, operation, request }: RequestFilter,
  after: string | null = null,
): string {
  const params = new URLSearchParams({
    ...(status && { status }),
    ...(operation && { operation }),
    ...(request && { request }),
    ...(after !== null && { after }),
  });
  return params.size === 0 ? "" : `?${params}`;
}
