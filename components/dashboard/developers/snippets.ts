import { curlCommand } from "@/lib/api/curl-command.rules";
import type { ApiKeyKind } from "@/lib/projects/keys/api-key.rules";

/** A request's inputs: the service's URL, the project, and the key or its placeholder. */
export type SnippetFacts = { baseUrl: string; projectId: string; kind: ApiKeyKind; key: string };

const body = { fiatAmount: "4.50", fiatCurrency: "USD", referenceId: "order-1042" } as const;

/** Creates a checkout from a terminal. */
export function curlSnippet(facts: SnippetFacts): string {
  return curlCommand({ url: addressOf(facts), key: facts.key, idempotencyKey: "order-1042", body });
}

/** The same in TypeScript, with nothing to install. */
export function typescriptSnippet(facts: SnippetFacts): string {
  return `const response = await fetch("${addressOf(facts)}", {
  method: "POST",
  headers: {
    "x-api-key": "${facts.key}",
    "idempotency-key": "order-1042",
    "content-type": "application/json",
  },
  body: JSON.stringify({
    fiatAmount: "${body.fiatAmount}",
    fiatCurrency: "${body.fiatCurrency}",
    referenceId: "${body.referenceId}",
  }),
});
const { data } = await response.json();
console.log(data.checkoutUrl);`;
}

function addressOf({ baseUrl, projectId, kind }: SnippetFacts): string {
  return kind === "server"
    ? `${baseUrl}/v1/checkouts`
    : `${baseUrl}/api/dashboard/projects/${projectId}/checkouts`;
}
