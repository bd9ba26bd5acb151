import { docsPage } from "@/lib/docs/pages";
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { eventKinds, events } from "@/lib/webhooks/events.rules";
import { version } from "@/package.json";
import { openApiDocument } from "./document";
import { type OpenApiDocument, operationGroups } from "./types";
import { testHelp } from "./webhooks";

let made: OpenApiDocument | undefined;

/** The OpenAPI document of this version of the service; built once. */
export function openApi(): OpenApiDocument {
  made ??= openApiDocument(version);
  return made;
}

/** A summary of the API for language models (https://llmstxt.org), from the same source as the reference. */
export function llmsText(): string {
  const { info, tags, paths } = openApi();
  const operations = Object.entries(paths).flatMap(([path, item]) =>
    Object.entries(item).map(([method, operation]) => ({
      line: `${method.toUpperCase()} ${path}`,
      operation,
    })),
  );
  const groups = tags.flatMap(({ name, description }) => {
    const lines = operations
      .filter(({ operation }) => operation.tags.includes(name))
      .map(({ line, operation }) => `- ${line}: ${operation.summary}. ${operation.description}`);
    return lines.length === 0 ? [] : [`### ${name}\n\n${description}\n\n${lines.join("\n")}`];
  });
  const webhooks = eventKinds.map((kind) => `- ${kind}: ${events[kind].help.en}`);
  return `# ${info.title}

> ${info.summary} REST API, version ${info.version}. JSON in and out: {"ok": true, "data": …} or {"ok": false, "error": {"code", "message", …}}.

- [OpenAPI 3.1 document](/openapi.json): every field, error and example
- [Documentation](/docs): for merchants, operators and customers
- [API reference](/docs/checkouts): with samples in curl, TypeScript, Python and PHP
- [Webhook receivers](/docs/webhooks) in TypeScript, Express, Python and PHP
- [Client and webhook receiver to copy](/docs/client)
- [MCP server](/docs/mcp): find and explain checkouts from an assistant

## Authentication

Header \`x-api-key\`. Server keys (\`svc_server_…\`) for \`/v1\`, on a backend only. API keys (\`svc_sk_…\`) for \`/dashboard/projects/…\` and \`/sdk\`. No key for \`/c/…\` and \`/public/…\`. Each POST with a key takes \`Idempotency-Key\`.

## Operations

${groups.join("\n\n")}

## Webhooks

POST of \`{id, event, data, timestamp, sequence}\`. Verify \`x-svc-signature: t=<Unix seconds>,v1=<hex>\`: HMAC-SHA256 of \`<t>.<raw body>\`, keyed with the endpoint's whole secret (\`whsec_…\`) as text; several \`v1\` while a secret is rotated; refuse what is older than 300 seconds. Answer 2xx within 15 seconds. Before shipping compare \`createdVia\`, \`referenceId\` and the price with your own order.

${webhooks.join("\n")}
- endpoint.test: ${testHelp}
`;
}

/** The title of `/docs/{page}`; null where there is no such page. */
export function titleOfDocsPage(page: string, language: DashboardLanguage = "en"): string | null {
  const found = docsPage(page, language) ?? operationGroups(openApi()).find((group) => group.page === page);
  return found?.title ?? null;
}

export function isDocsPage(page: string): boolean {
  return page === "search" || titleOfDocsPage(page) !== null;
}
