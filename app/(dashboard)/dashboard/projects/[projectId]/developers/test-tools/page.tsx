import { notFound } from "next/navigation";
import { TestToolsPage } from "@/components/dashboard/developers/test-tools/test-tools-page";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import type { SearchParams } from "@/lib/platform/lists/list-place.rules";
import { hasIdForm } from "@/lib/platform/values/ids.rules";

export const metadata = { title: "Test tools" };

const shown = 15;

type Props = {
  params: Promise<{ projectId: string }>;
  searchParams: Promise<SearchParams>;
};

export default async function TestTools({ params, searchParams }: Props) {
  const { projectId } = await requireProject((await params).projectId, "testTools.use");
  const { chains, checkoutPageUrl, checkouts, localChains, testTools } = getDeps();
  if (localChains === null) notFound();
  const { checkout: id } = await searchParams;
  const wanted = typeof id === "string" ? id.trim() : "";
  const isId = hasIdForm("chk", wanted);
  const details = isId ? await checkouts.find(projectId, wanted) : null;
  return (
    <TestToolsPage
      projectId={projectId}
      chains={chains}
      checkoutPageUrl={checkoutPageUrl}
      chosen={details?.checkout ?? (wanted === "" ? null : "unknown")}
      recent={await testTools.recent(projectId, shown)}
    />
  );
}
