import { exampleOrigin } from "@/lib/api/openapi/examples/facts";
import type { DocumentedOperation, Parameter, PathOperation, Reference } from "@/lib/api/openapi/types";
import type { Sample } from "@/lib/docs/pages";
import { placeholders } from "@/lib/docs/placeholders";

const eventStream = "text/event-stream";

/** A stream's media type in the document; undefined for a JSON answer. */
export function streamOf({ responses }: PathOperation) {
  return responses[200]?.content?.[eventStream];
}

/** How to follow a stream, in every language. */
function streamCode(url: string) {
  return {
    curl: `curl -N ${url}`,
    typescript: [
      `const stream = new EventSource("${url}");`,
      'let shown = "";',
      "stream.onmessage = ({ data }) => {",
      '  if (data !== shown) console.log("look again");',
      "  shown = data;",
      "};",
    ].join("\n"),
    python: [
      "import requests",
      "",
      "with requests.get(",
      `    "${url}",`,
      "    stream=True,",
      "    timeout=15,",
      ") as stream:",
      "    stream.raise_for_status()",
      "    for line in stream.iter_lines():",
      '        if line.startswith(b"data: "):',
      "            print(line)",
    ].join("\n"),
    php: [
      `$stream = fopen("${url}", "r");`,
      "while (($line = fgets($stream)) !== false) {",
      '    if (str_starts_with($line, "data: ")) echo $line;',
      "}",
    ].join("\n"),
  };
}

const keys = { serverKey: placeholders.server, apiKey: placeholders.api } as const;

const languages = { curl: "curl", typescript: "TypeScript", python: "Python", php: "PHP" } as const;
type Language = keyof typeof languages;

/**
 * An operation's example request, by the document's own example values, in every language.
 *
 * @param origin where the service is reached
 */
export function requestSamples(documented: DocumentedOperation, origin: string = exampleOrigin): Sample[] {
  const request = exampleRequest(documented, origin);
  if (streamOf(documented.operation) !== undefined) return samples(streamCode(request.url));
  return samples({
    curl: curl(request),
    typescript: typescript(request),
    python: python(request),
    php: phpSample(request),
  });
}

function samples(code: Readonly<Record<Language, string>>): Sample[] {
  return (Object.keys(languages) as Language[]).map((language) => ({
    language,
    label: languages[language],
    code: code[language],
  }));
}

function curl({ method, url, key, idempotencyKey, body }: ExampleRequest): string {
  const quoted = (text: string) => `'${text.replaceAll("'", "'\\''")}'`;
  const parts = [
    `curl ${url.includes("?") ? quoted(url) : url}`,
    ...(method === "POST" && body === undefined ? ["-X POST"] : []),
    ...(key === null ? [] : [`-H ${quoted(`x-api-key: ${keys[key]}`)}`]),
    ...(idempotencyKey === null ? [] : [`-H ${quoted(`idempotency-key: ${idempotencyKey}`)}`]),
    ...(body === undefined
      ? []
      : [`-H ${quoted("content-type: application/json")}`, `-d ${quoted(JSON.stringify(body, null, 2))}`]),
  ];
  return parts.join(" \\\n  ");
}

function typescript(request: ExampleRequest): string {
  return request.key === "serverKey" ? withClient(request) : withFetch(request);
}

function withClient({ operationId, origin, pathIds, query, body, idempotencyKey }: ExampleRequest): string {
  const input = body ?? (Object.keys(query).length > 0 ? query : undefined);
  const given = [
    ...pathIds.map((id) => JSON.stringify(id)),
    ...(input === undefined ? [] : [toLiteral(input)]),
    ...(idempotencyKey === null ? [] : [toLiteral({ idempotencyKey }, true)]),
  ];
  return [
    'import { createCheckoutClient } from "./checkout-client";',
    "",
    `const checkouts = createCheckoutClient({ baseUrl: "${origin}", serverKey });`,
    `const answer = await checkouts.${operationId}(${given.join(", ")});`,
  ].join("\n");
}

function withFetch({ method, url, key, idempotencyKey, body }: ExampleRequest): string {
  const headers = [
    ...(key === null ? [] : [`    "x-api-key": ${key},`]),
    ...(idempotencyKey === null ? [] : [`    "idempotency-key": "${idempotencyKey}",`]),
    ...(body === undefined ? [] : ['    "content-type": "application/json",']),
  ];
  const init = [
    ...(method === "GET" ? [] : [`  method: "${method}",`]),
    ...(headers.length === 0 ? [] : ["  headers: {", ...headers, "  },"]),
    ...(body === undefined ? [] : [`  body: JSON.stringify(${indented(toLiteral(body), "  ")}),`]),
  ];
  const call = init.length === 0 ? `fetch("${url}")` : `fetch("${url}", {\n${init.join("\n")}\n})`;
  return [
    `const answer = await ${call};`,
    "const { ok, data, error } = await answer.json();",
    // biome-ignore lint/suspicious/noTemplateCurlyInString: it is the example's own.
    "if (!ok) throw new Error(`${error.code}: ${error.message}`);",
  ].join("\n");
}

function python({ method, url, key, idempotencyKey, body }: ExampleRequest): string {
  const [address = "", search = ""] = url.split("?");
  const params = Object.fromEntries(new URLSearchParams(search));
  const headers = [
    ...(key === null ? [] : [`"x-api-key": ${key === "serverKey" ? "SERVER_KEY" : "API_KEY"}`]),
    ...(idempotencyKey === null ? [] : [`"idempotency-key": "${idempotencyKey}"`]),
  ];
  return [
    "import requests",
    "",
    `answer = requests.${method.toLowerCase()}(`,
    `    "${address}",`,
    ...(search === "" ? [] : [`    params=${onOneLine(params)},`]),
    ...(headers.length === 0 ? [] : [`    headers={${headers.join(", ")}},`]),
    ...(body === undefined ? [] : [`    json=${indented(JSON.stringify(body, null, 4), "    ")},`]),
    "    timeout=15,",
    ").json()",
    'if not answer["ok"]:',
    '    raise RuntimeError(answer["error"]["code"])',
    'data = answer["data"]',
  ].join("\n");
}

/** A value as a TypeScript literal. */
function toLiteral(value: unknown, inline = false): string {
  const text = JSON.stringify(value, null, inline ? 0 : 2).replace(/"(\w+)":\s*/g, "$1: ");
  return inline ? text.replace(/^\{/, "{ ").replace(/\}$/, " }") : text;
}

/** In Python's style, with a space after colons and commas. */
function onOneLine(value: Readonly<Record<string, string>>): string {
  const pairs = Object.entries(value).map(
    ([name, text]) => `${JSON.stringify(name)}: ${JSON.stringify(text)}`,
  );
  return `{${pairs.join(", ")}}`;
}

function indented(text: string, indent: string): string {
  return text.replaceAll("\n", `\n${indent}`);
}

/** A request with PHP's own curl. */
function phpSample({ method, url, key, idempotencyKey, body }: ExampleRequest): string {
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

export type ExampleRequest = {
  operationId: string;
  origin: string;
  method: "GET" | "POST";
  url: string;
  query: Record<string, unknown>;
  /** The examples of the path's parameters. */
  pathIds: readonly unknown[];
  key: "serverKey" | "apiKey" | null;
  idempotencyKey: string | null;
  body: unknown;
};

/** An operation's request with the document's own example values. */
export function exampleRequest(
  { method, path, operation }: DocumentedOperation,
  origin: string,
): ExampleRequest {
  const parameters = (operation.parameters ?? []).filter(
    (parameter: Parameter | Reference): parameter is Parameter => "name" in parameter,
  );
  const named = Object.fromEntries(parameters.map(({ name, example }) => [name, example]));
  const inQuery = parameters.filter((parameter) => parameter.in === "query");
  const query = Object.fromEntries(
    inQuery.flatMap(({ name, example }) => (example === undefined ? [] : [[name, example]])),
  );
  const search = new URLSearchParams(
    Object.entries(query).map(([name, value]) => [name, String(value)]),
  ).toString();
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) => String(named[name]));
  const [scheme] = operation.security ?? [];
  const examples = operation.requestBody?.content["application/json"]?.examples ?? {};
  return {
    operationId: operation.operationId,
    origin,
    method,
    url: `${origin}${filled}${search === "" ? "" : `?${search}`}`,
    query,
    pathIds: parameters.filter((parameter) => parameter.in === "path").map(({ example }) => example),
    key: scheme === undefined ? null : "serverKey" in scheme ? "serverKey" : "apiKey",
    idempotencyKey: operation.parameters?.some((one) => "$ref" in one)
      ? exampleKey(operation.operationId)
      : null,
    body: Object.values(examples)[0]?.value,
  };
}

/** One for each thing that is done to an order: the same key with another request would be refused. */
function exampleKey(operationId: string): string {
  if (operationId === "createCheckout" || operationId === "createProjectCheckout") return "order-1042";
  if (operationId === "createRefund") return "refund-order-1042";
  return `${operationId.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}-order-1042`;
}
