import { readFile } from "node:fs/promises";
import path from "node:path";
import { headers } from "next/headers";
import type { ReactNode } from "react";
import { ReauthenticateDialog } from "@/components/dashboard/account/reauthenticate-dialog";
import { LanguageProvider } from "@/components/dashboard/shell/language";
import { WebhookReference } from "@/components/docs/fields";
import { CodeBlock, ErrorTable, Markdown } from "@/components/docs/markdown";
import { OperationSection } from "@/components/docs/operation-section";
import { OwnValues } from "@/components/docs/sample-values";
import { exampleRequest } from "@/components/docs/samples";
import { TestKey } from "@/components/docs/test-key";
import { mayDo } from "@/lib/accounts/roles.rules";
import { readSession } from "@/lib/api/auth/session";
import { pagePerson, proofWays, walletHost } from "@/lib/api/dashboard/page-access";
import { readSiteLanguage } from "@/lib/api/http/request-language";
import { openApi } from "@/lib/api/openapi/documents";
import { errorHelp } from "@/lib/api/openapi/errors";
import { exampleOrigin } from "@/lib/api/openapi/examples/facts";
import { type OpenApiDocument, operationGroups } from "@/lib/api/openapi/types";
import { demoValues } from "@/lib/api/pages/demo-values";
import { getProjects } from "@/lib/api/wiring/projects";
import { type DocsPage, docsPage } from "@/lib/docs/pages";
import { type KeyKind, placeholders } from "@/lib/docs/placeholders";
import type { DashboardLanguage } from "@/lib/platform/i18n/language.rules";
import { type ErrorCode, errorStatuses } from "@/lib/platform/values/errors.rules";
import { env } from "@/lib/settings/env";

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

type OwnValuesProps = { kind: KeyKind | null; children: ReactNode };

/** Samples with a demo's own values, and with the test key that a signed-in reader may create. */
async function WithOwnValues({ kind, children }: OwnValuesProps) {
  return (
    <OwnValues values={demoValues(env(), await headers())}>
      <WithTestKey kind={kind}>{children}</WithTestKey>
    </OwnValues>
  );
}

/** Offers a test key to a signed-in reader who may create one; for everyone else the samples alone. */
async function WithTestKey({ kind, children }: OwnValuesProps) {
  const reader = kind === null ? null : await readReader(kind);
  if (kind === null || reader === null) return children;
  const language = await readSiteLanguage();
  return (
    <TestKey kind={kind} projects={reader.projects} language={language}>
      {children}
      <LanguageProvider language={language}>
        <ReauthenticateDialog ways={reader.ways} person={reader.person} walletHost={walletHost()} />
      </LanguageProvider>
    </TestKey>
  );
}

async function readReader(kind: KeyKind) {
  try {
    const signedIn = await readSession();
    if (signedIn === null) return null;
    const memberships = await getProjects().memberships.list(signedIn.userId);
    const permission = kind === "server" ? "keys.manageServer" : "keys.manage";
    const projects = memberships
      .filter(({ role }) => mayDo(role, permission))
      .map(({ projectId, name }) => ({ projectId, name }));
    return projects.length === 0
      ? null
      : { projects, ways: proofWays(signedIn), person: pagePerson(signedIn) };
  } catch {
    // The documentation needs no database.
    return null;
  }
}
