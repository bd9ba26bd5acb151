import type { Metadata } from "next";
import { notFound } from "next/navigation";
import { DocsFrame } from "@/components/docs/docs-frame";
import { EmbedPage } from "@/components/docs/embed-page";
import { ClientPage, GuidePage, TestingPage } from "@/components/docs/guide-pages";
import { OperationSection } from "@/components/docs/operation-section";
import { operationGroups, subjects } from "@/components/docs/pages";
import { WebhooksPage } from "@/components/docs/webhooks-page";
import { openApi } from "@/lib/api/openapi/documents";
import { copyableFiles } from "./copyable-files";

/** Every page is made when the service is built. */
export const dynamicParams = false;

type Props = { params: Promise<{ page: string }> };

export function generateStaticParams(): { page: string }[] {
  return [...subjects, ...operationGroups(openApi())].map(({ page }) => ({ page }));
}

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${titleOf((await params).page)} · Stablecoin Checkout API` };
}

export default async function DocsPage({ params }: Props) {
  const { page } = await params;
  return (
    <DocsFrame document={openApi()} current={page} title={titleOf(page)}>
      {await content(page)}
    </DocsFrame>
  );
}

async function content(page: string) {
  const document = openApi();
  switch (page) {
    case "webhooks": {
      const files = await copyableFiles();
      return (
        <WebhooksPage
          document={document}
          helper={files.find(({ name }) => name === "verify-webhook.ts")?.text ?? ""}
        />
      );
    }
    case "embed":
      return <EmbedPage />;
    case "client":
      return <ClientPage files={await copyableFiles()} />;
    case "testing":
      return <TestingPage />;
    default: {
      const group = operationGroups(document).find((one) => one.page === page);
      if (group === undefined) return <GuidePage id={page} />;
      return (
        <>
          <p className="docs-measure">{group.description}</p>
          <div>
            {group.operations.map((documented) => (
              <OperationSection key={documented.operation.operationId} document={document} {...documented} />
            ))}
          </div>
        </>
      );
    }
  }
}

function titleOf(page: string): string {
  const found = [...subjects, ...operationGroups(openApi())].find((one) => one.page === page);
  return found?.title ?? notFound();
}
