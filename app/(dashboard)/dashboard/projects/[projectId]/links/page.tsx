import { Ban, CircleCheck, Link2 } from "lucide-react";
import { LinkPrice, stockText } from "@/components/dashboard/checkouts/checkout-price";
import { CreateLink, OpenCreateLink } from "@/components/dashboard/checkouts/link-forms";
import { linkWords as words } from "@/components/dashboard/messages/checkouts";
import { counted } from "@/components/dashboard/messages/text";
import { Badge, PageHeader } from "@/components/dashboard/ui/card";
import { CopyButton } from "@/components/dashboard/ui/copy-button";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { Link } from "@/components/dashboard/ui/link";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { ListCard } from "@/components/dashboard/ui/list/list-card";
import { Moment } from "@/components/dashboard/ui/moment";
import { type ProjectPage, requireProject } from "@/lib/api/dashboard/page-access";
import { titled } from "@/lib/api/dashboard/page-language";
import { getCheckouts } from "@/lib/api/wiring/checkouts";
import { linkCursors } from "@/lib/checkouts/links/payment-link.schema";
import { type CountedLink, listLinks } from "@/lib/checkouts/links/payment-links";
import { placeOf } from "@/lib/platform/lists/list-place.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { offeredCurrencies } from "@/lib/rates/get-rates";

export const generateMetadata = titled(() => words.title);

/** A project's payment links. */
export default async function Page({ params, searchParams }: ProjectPage) {
  const access = await requireProject((await params).projectId);
  const deps = getCheckouts();
  const place = placeOf(await searchParams, linkCursors);
  const part = await listLinks(deps, access, place);
  const origin = deps.checkoutPageUrl;
  const mayManage = access.may("links.manage");
  const basePath = `/dashboard/projects/${access.projectId}`;
  const create = mayManage && (
    <CreateLink
      projectId={access.projectId}
      origin={origin}
      currencies={(await offeredCurrencies(deps)).map(({ code }) => code)}
    />
  );
  return (
    <>
      <PageHeader title={words.title} description={words.description} actions={create} />
      <ListCard
        path={`${basePath}/links`}
        place={place}
        part={part}
        cursors={linkCursors}
        empty={{
          icon: Link2,
          title: words.empty,
          text: words.emptyHint,
          action: mayManage && <OpenCreateLink />,
        }}
      >
        <DataTable
          caption={words.title}
          columns={columnsOf({ projectId: access.projectId, basePath, origin, mayManage })}
          rows={part.items}
          rowKey={({ id }) => id}
          opens
        />
      </ListCard>
    </>
  );
}

type ColumnsOf = { projectId: string; basePath: string; origin: string; mayManage: boolean };

function columnsOf({ projectId, basePath, origin, mayManage }: ColumnsOf): Column<CountedLink>[] {
  return [
    {
      key: "item",
      header: words.columns.item,
      cell: ({ id, itemName, slug, singlePayment, closesAt }) => (
        <div className="min-w-0">
          <Link
            href={`${basePath}/links/${id}`}
            className="wrap-anywhere line-clamp-2 py-1 max-w-80 font-medium hover:underline"
          >
            {cleanText(itemName)}
          </Link>
          <span className="flex items-center gap-1">
            <a
              href={`${origin}/l/${slug}`}
              target="_blank"
              rel="noopener noreferrer"
              className="text-link wrap-anywhere caption"
            >{`/l/${slug}`}</a>
            <CopyButton value={`${origin}/l/${slug}`} what={words.link} />
          </span>
          {(singlePayment || closesAt !== null) && (
            <span className="caption block">
              {singlePayment && words.once}
              {singlePayment && closesAt !== null && ", "}
              {closesAt !== null && (
                <>
                  {words.until} <Moment at={new Date(closesAt.getTime() - 1)} />
                </>
              )}
            </span>
          )}
        </div>
      ),
    },
    {
      key: "price",
      header: words.columns.price,
      align: "end",
      cell: (link) => <LinkPrice link={link} />,
    },
    {
      key: "checkouts",
      header: words.columns.checkouts,
      cell: (link) => (
        <>
          <Link href={`${basePath}/checkouts?link=${link.id}`} className="text-link">
            {counted(words.checkouts, link.checkoutCount)}
          </Link>
          {link.stock !== null && <span className="caption block">{stockText(link)}</span>}
        </>
      ),
    },
    {
      key: "state",
      header: words.columns.state,
      cell: ({ disabledAt, closesAt }) =>
        disabledAt === null && closesAt !== null && closesAt <= new Date() ? (
          <Badge icon={Ban}>{words.ended}</Badge>
        ) : disabledAt === null ? (
          <Badge tone="ok" icon={CircleCheck}>
            {words.open}
          </Badge>
        ) : (
          <Badge icon={Ban}>{words.disabled}</Badge>
        ),
    },
    {
      key: "created",
      header: words.columns.created,
      wideOnly: true,
      cell: ({ createdAt }) => <Moment at={createdAt} />,
    },
    {
      key: "act",
      header: words.columns.act,
      align: "end",
      cell: ({ id, itemName, disabledAt }) =>
        mayManage && disabledAt === null ? (
          <ConfirmProjectAction
            projectId={projectId}
            action="disableLink"
            label={words.disable}
            ariaLabel={`${words.disable}: ${cleanText(itemName)}`}
            variant="quiet"
            title={words.disableTitle}
            description={words.disableHint}
            confirm={words.disableConfirm}
            input={{ linkId: id }}
          />
        ) : null,
    },
  ];
}
