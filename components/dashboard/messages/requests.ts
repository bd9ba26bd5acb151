/** The words of the request log. */
export const requestWords = {
  title: "Request log",
  description:
    "Requests with your keys: 30 days, and at most the newest 100,000. Without bodies, queries and keys; written a moment after the answer. A request with a key that is not known is in no project's log.",
  search: "Request id",
  searchHint: "The x-request-id of an answer",
  status: "Status",
  all: "All",
  classes: { "2xx": "Successful", "4xx": "Refused", "5xx": "Failed" },
  operation: "Operation",
  columns: {
    request: "Request",
    status: "Status",
    error: "Error",
    duration: "Took",
    at: "Time",
    id: "Request id",
  },
  milliseconds: (count: number) => `${count} ms`,
  none: "No requests yet",
  noneHint: "Call the API with one of your keys, and the request appears here within a second or two.",
} as const;
