import type { Metadata } from "next";
import { LinksPage } from "@/components/dashboard/links/links-page";
import { linkWords as words } from "@/components/dashboard/messages/links";
import type { SearchParams } from "@/lib/core/dashboard/checkout-filter";
import { requireProject } from "@/lib/server/dashboard/access";
import { getDeps } from "@/lib/server/deps";
import { listLinks } from "@/lib/services/links/list-links";

export const metadata: Metadata = { title: words.title };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId);
  const { after } = await searchParams;
  const deps = getDeps();
  const place = typeof after === "string" ? after.slice(0, 64) : null;
  const { links, nextAfter } = await listLinks(deps, access, place);
  return (
    <LinksPage
      projectId={access.projectId}
      links={links}
      nextAfter={nextAfter}
      isFirstPage={place === null}
      origin={deps.checkoutPageUrl}
      mayManage={access.may("links.manage")}
    />
  );
}
