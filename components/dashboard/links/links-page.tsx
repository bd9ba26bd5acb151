import { Ban, CircleCheck, Link2 } from "lucide-react";
import { Link } from "@/components/dashboard/ui/link";
import type { PaymentLink } from "@/lib/checkouts/checkout-input.schema";
import { type ListPart, type ListPlace, rowCursors } from "@/lib/platform/lists/list-place.rules";
import { cleanText } from "@/lib/platform/values/text.rules";
import { CheckoutPrice } from "../checkouts/checkout-price";
import { linkWords as words } from "../messages/links";
import { Badge } from "../ui/badge";
import { CopyButton } from "../ui/copy-button";
import { type Column, DataTable } from "../ui/list/data-table";
import { ListCard } from "../ui/list/list-card";
import { Moment } from "../ui/moment";
import { PageHeader } from "../ui/page-header";
import { CreateLink, DisableLink, OpenCreateLink } from "./link-forms";

type Props = {
  projectId: string;
  /** Where the part was asked for. */
  place: ListPlace;
  part: ListPart<PaymentLink>;
  /** Origin of customers' pages. */
  origin: string;
  /** ISO 4217 codes in which a link can be priced. */
  currencies: readonly string[];
  mayManage: boolean;
};

export const linkCursors = rowCursors("lnk");

/** A project's payment links. */
export function LinksPage({ projectId, place, part, origin, currencies, mayManage }: Props) {
  const basePath = `/dashboard/projects/${projectId}`;
  const create = mayManage && <CreateLink projectId={projectId} origin={origin} currencies={currencies} />;
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
          columns={columnsOf({ projectId, basePath, origin, mayManage })}
          rows={part.items}
          rowKey={({ id }) => id}
        />
      </ListCard>
    </>
  );
}

type ColumnsOf = Pick<Props, "projectId" | "origin" | "mayManage"> & { basePath: string };

function columnsOf({ projectId, basePath, origin, mayManage }: ColumnsOf): Column<PaymentLink>[] {
  return [
    {
      key: "item",
      header: words.columns.item,
      cell: ({ itemName, slug }) => (
        <div className="min-w-0">
          <span className="wrap-anywhere line-clamp-2 max-w-80 font-medium">{cleanText(itemName)}</span>
          <span className="flex items-center gap-1">
            <a
              href={`${origin}/l/${slug}`}
              target="_blank"
              rel="noopener noreferrer"
              className="text-link wrap-anywhere caption"
            >{`/l/${slug}`}</a>
            <CopyButton value={`${origin}/l/${slug}`} what={words.link} />
          </span>
        </div>
      ),
    },
    {
      key: "price",
      header: words.columns.price,
      align: "end",
      cell: (link) => <CheckoutPrice checkout={{ ...link, chainId: null, tokenAddress: null }} chains={[]} />,
    },
    {
      key: "checkouts",
      header: words.columns.checkouts,
      cell: ({ id, checkoutCount }) => (
        <Link href={`${basePath}/checkouts?link=${id}`} className="text-link">
          {words.checkouts(checkoutCount)}
        </Link>
      ),
    },
    {
      key: "state",
      header: words.columns.state,
      cell: ({ disabledAt }) =>
        disabledAt === null ? (
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
          <DisableLink projectId={projectId} linkId={id} name={cleanText(itemName)} />
        ) : null,
    },
  ];
}
