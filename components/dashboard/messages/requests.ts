/** The words of the request log. */
export const requestWords = {
  title: "Request log",
  description:
    "Requests with your keys: 30 days, and at most the newest 100,000. Without bodies, queries and keys; written a moment after the answer.",
  search: "Request id",
  searchHint: "The x-request-id of an answer",
  find: "Find",
  clear: "Show all",
  status: "Status",
  all: "All",
  classes: { "2xx": "Successful", "4xx": "Refused", "5xx": "Failed" },
  operation: "Operation",
  everyOperation: "Every operation",
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
  noneFound: "No request found",
  noneFoundHint: "It may be older than 30 days, of another project, or sent with a key that is not known.",
} as const;
