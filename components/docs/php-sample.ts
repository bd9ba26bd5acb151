import type { ExampleRequest } from "./example-request";

/** A request with PHP's own curl. */
export function phpSample({ method, url, key, idempotencyKey, body }: ExampleRequest): string {
  const headers = [
    ...(key === null ? [] : [`"x-api-key: " . $${key}`]),
    ...(idempotencyKey === null ? [] : [`"idempotency-key: ${idempotencyKey}"`]),
    ...(body === undefined ? [] : ['"content-type: application/json"']),
  ];
  return [
    `$curl = curl_init(${literal(url)});`,
    "curl_setopt_array($curl, [",
    "    CURLOPT_RETURNTRANSFER => true,",
    "    CURLOPT_TIMEOUT => 15,",
    ...(method === "GET" ? [] : ["    CURLOPT_POST => true,"]),
    ...(method === "POST" && body === undefined ? ['    CURLOPT_POSTFIELDS => "",'] : []),
    ...(headers.length === 0
      ? []
      : ["    CURLOPT_HTTPHEADER => [", ...headers.map((header) => `        ${header},`), "    ],"]),
    ...(body === undefined
      ? []
      : [`    CURLOPT_POSTFIELDS => json_encode(${literal(body).replaceAll("\n", "\n    ")}),`]),
    "]);",
    "$answer = json_decode(curl_exec($curl), true);",
    'if (!$answer["ok"]) throw new RuntimeException($answer["error"]["code"]);',
    '$data = $answer["data"];',
  ].join("\n");
}

/** A value as PHP writes it; text in single quotes, in which nothing is replaced. */
function literal(value: unknown): string {
  if (typeof value === "string") return `'${value.replace(/[\\']/g, "\\$&")}'`;
  if (Array.isArray(value)) return `[${value.map(literal).join(", ")}]`;
  if (typeof value !== "object" || value === null) return String(value);
  const lines = Object.entries(value).map(
    ([name, member]) => `    ${literal(name)} => ${literal(member).replaceAll("\n", "\n    ")},`,
  );
  return ["[", ...lines, "]"].join("\n");
}
