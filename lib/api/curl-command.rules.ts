type Request = {
  url: string;
  /** The key itself, or its placeholder. */
  key?: string;
  idempotencyKey?: string;
  body: object;
};

/** A request to the API for a terminal: it runs once the key is filled in. */
export function curlCommand({ url, key = "svc_server_…", idempotencyKey, body }: Request): string {
  return [
    `curl ${url}`,
    `-H 'x-api-key: ${key}'`,
    ...(idempotencyKey === undefined ? [] : [`-H 'idempotency-key: ${idempotencyKey}'`]),
    "-H 'content-type: application/json'",
    `-d '${JSON.stringify(body)}'`,
  ].join(" \\\n  ");
}
