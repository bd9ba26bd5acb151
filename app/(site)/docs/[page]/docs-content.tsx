import { readFile } from "node:fs/promises";
import path from "node:path";
import { WebhookReference } from "@/components/docs/fields";
import { Markdown } from "@/components/docs/markdown";
import { OperationSection } from "@/components/docs/operation-section";
import { CodeBlock, ErrorTable } from "@/components/docs/prose";
import { exampleRequest } from "@/components/docs/samples";
import { openApi } from "@/lib/api/openapi/documents";
import { errorHelp } from "@/lib/api/openapi/errors";
import { exampleOrigin } from "@/lib/api/openapi/examples/facts";
import { type OpenApiDocument, operationGroups } from "@/lib/api/openapi/types";
import { type DocsPage, docsPage } from "@/lib/docs/pages";
import { type KeyKind, placeholders } from "@/lib/docs/placeholders";
import type { DashboardLanguage } from "@/lib/platform/i18n/dashboard-language.rules";
import { type ErrorCode, errorStatuses } from "@/lib/platform/values/errors.rules";
import { WithOwnValues } from "./own-values";

type Props = { page: string; origin: string; language?: DashboardLanguage };

/** A page of docs/, or the operations of one tag of the API's document. */
export function DocsContent({ page, origin, language }: Props) {
  const found = docsPage(page, language);
  if (found === undefined) return <Operations page={page} origin={origin} />;
  const text = (
    <>
      <Markdown page={found} origin={origin} />
      <Generated page={page} origin={origin} />
    </>
  );
  return <WithOwnValues kind={keyKindIn(found)}>{text}</WithOwnValues>;
}

/** What a page has from code, below its text. */
async function Generated({ page, origin }: Props) {
  switch (page) {
    case "webhooks":
      return <WebhookReference document={openApiAt(origin)} />;
    case "errors":
      return (
        <div className="docs-measure">
          <ErrorTable
            anchored
            rows={(Object.keys(errorHelp) as ErrorCode[]).map((code) => ({
              code,
              status: errorStatuses[code],
              when: errorHelp[code].when,
            }))}
          />
        </div>
      );
    case "client":
      return <CopyableFiles files={await copyableFiles()} />;
    default:
      return null;
  }
}

/** The document with this service's address in its examples. */
function openApiAt(origin: string): OpenApiDocument {
  return JSON.parse(JSON.stringify(openApi()).replaceAll(exampleOrigin, origin));
}

function Operations({ page, origin }: Props) {
  const document = openApiAt(origin);
  const group = operationGroups(document).find((one) => one.page === page);
  if (group === undefined) return null;
  const sections = (
    <div>
      {group.operations.map((documented) => (
        <OperationSection
          key={documented.operation.operationId}
          document={document}
          origin={origin}
          {...documented}
        />
      ))}
    </div>
  );
  const kind = keyKindOf(group.operations.map((documented) => exampleRequest(documented, origin).key));
  return (
    <>
      <p className="docs-measure">{group.description}</p>
      <WithOwnValues kind={kind}>{sections}</WithOwnValues>
    </>
  );
}

/** The kind of key that the samples of a page of docs/ show. */
function keyKindIn({ text }: DocsPage): KeyKind | null {
  const blocks = text.match(/^```[\s\S]*?^```/gm) ?? [];
  return blocks.some((code) => code.includes(placeholders.server)) ? "server" : null;
}

/** The kind of key that a page's samples show first. */
function keyKindOf(keys: readonly ("serverKey" | "apiKey" | null)[]): KeyKind | null {
  const [first] = keys.flatMap((key) => key ?? []);
  if (first === undefined) return null;
  return first === "serverKey" ? "server" : "api";
}

/** Files that a merchant may copy, whole. */
function CopyableFiles({ files }: { files: readonly { name: string; text: string }[] }) {
  return files.map(({ name, text }) => (
    <details key={name} className="docs-details">
      <summary>{name}</summary>
      <CodeBlock code={text} label={name} />
    </details>
  ));
}

const names = ["checkout-client.ts", "verify-webhook.ts", "types.ts"] as const;

/** The client's files as they are: the text shown is the text tested. */
function copyableFiles(): Promise<{ name: string; text: string }[]> {
  const folder = path.join(/* turbopackIgnore: true */ process.cwd(), "lib/generated/client");
  return Promise.all(
    names.map(async (name) => ({ name, text: await readFile(path.join(folder, name), "utf8") })),
  );
}
