import type { Metadata } from "next";
import { LinksPage, linkCursors } from "@/components/dashboard/links/links-page";
import { linkWords as words } from "@/components/dashboard/messages/links";
import { requireProject } from "@/lib/api/dashboard/page-access";
import { getDeps } from "@/lib/api/deps";
import { listLinks } from "@/lib/checkouts/links/payment-links";
import { placeOf, type SearchParams } from "@/lib/platform/lists/list-place.rules";
export const metadata: Metadata = { title: words.title };

type Props = { params: Promise<{ projectId: string }>; searchParams: Promise<SearchParams> };

export default async function Page({ params, searchParams }: Props) {
  const access = await requireProject((await params).projectId);
  const deps = getDeps();
  const place = placeOf(await searchParams, linkCursors);
  return (
    <LinksPage
      projectId={access.projectId}
      place={place}
      part={await listLinks(deps, access, place)}
      origin={deps.checkoutPageUrl}
      currencies={deps.fiatCurrencies.map(({ code }) => code)}
      mayManage={access.may("links.manage")}
    />
  );
}
