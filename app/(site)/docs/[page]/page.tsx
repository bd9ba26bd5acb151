import type { Metadata } from "next";
import { DocsFrame } from "@/components/docs/docs-frame";
import { EmbedPage } from "@/components/docs/embed-page";
import { ClientPage, GuidePage, TestingPage } from "@/components/docs/guide-pages";
import { OperationSection } from "@/components/docs/operation-section";
import { WebhooksPage } from "@/components/docs/webhooks-page";
import { NothingHere } from "@/components/ui/nothing-here";
import { operationGroups } from "@/lib/api/openapi/docs-pages";
import { openApi, titleOfDocsPage } from "@/lib/api/openapi/documents";
import { copyableFiles } from "./copyable-files";

type Props = { params: Promise<{ page: string }> };

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: `${titleOfDocsPage((await params).page) ?? "Page not found"} · Stablecoin Checkout API` };
}

export default async function DocsPage({ params }: Props) {
  const { page } = await params;
  const title = titleOfDocsPage(page);
  // The proxy answers 404.
  if (title === null) return <NothingHere />;
  return (
    <DocsFrame document={openApi()} current={page} title={title}>
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
