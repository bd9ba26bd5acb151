import { KeyRound } from "lucide-react";
import type { ReactNode } from "react";
import { keyWords } from "@/components/dashboard/messages/developers";
import { Badge, Card } from "@/components/dashboard/ui/card";
import { type Column, DataTable } from "@/components/dashboard/ui/list/data-table";
import { Moment } from "@/components/dashboard/ui/moment";
import type { KeyScope } from "@/lib/projects/keys/api-key.rules";
import { CreateKey, KeyButtons, type KeyPlace } from "./key-forms";

export type KeyRow = {
  keyId: string;
  scope: KeyScope;
  prefix: string;
  lastFour: string;
  createdAt: Date;
  lastUsedAt: Date | null;
  expiresAt: Date | null;
  revokedAt: Date | null;
  replacedById: string | null;
  /** Null for the operator. */
  createdBy: { who: string | null; isMember: boolean } | null;
};

type Props = {
  place: KeyPlace;
  keys: { inForce: readonly KeyRow[]; ended: readonly KeyRow[] };
  mayChange: boolean;
  /** Under the keys. */
  children?: ReactNode;
};

const { columns } = keyWords;

const nameOf = ({ prefix, lastFour }: KeyRow) => `${prefix}…${lastFour}`;

const named: Column<KeyRow> = {
  key: "key",
  get header() {
    return columns.key;
  },
  cell: (key) => <code className="font-medium font-mono">{nameOf(key)}</code>,
};

/** Of server keys. */
const scope: Column<KeyRow> = {
  key: "scope",
  get header() {
    return columns.scope;
  },
  cell: (key) => keyWords.scopes[key.scope],
};

const created: Column<KeyRow> = {
  key: "created",
  get header() {
    return columns.created;
  },
  cell: ({ createdAt }) => <Moment at={createdAt} />,
};

const madeBy: Column<KeyRow> = {
  key: "by",
  get header() {
    return columns.by;
  },
  cell: ({ createdBy }) =>
    createdBy === null ? (
      <span className="text-muted">{keyWords.operator}</span>
    ) : (
      <span className="flex flex-wrap items-center gap-2">
        <bdi className="wrap-anywhere">{createdBy.who ?? keyWords.goneAccount}</bdi>
        {!createdBy.isMember && <Badge tone="warn">{keyWords.left}</Badge>}
      </span>
    ),
};

const used: Column<KeyRow> = {
  key: "used",
  get header() {
    return columns.used;
  },
  cell: ({ lastUsedAt }) =>
    lastUsedAt === null ? <span className="text-muted">{keyWords.never}</span> : <Moment at={lastUsedAt} />,
};

/** The keys of a kind: active ones, and the last inactive ones on demand. */
export function KeysCard({ place, keys: { inForce, ended }, mayChange, children }: Props) {
  const words = keyWords.kinds[place.kind];
  const shared = [named, ...(place.kind === "server" ? [scope] : []), created, madeBy, used];
  return (
    <Card
      title={words.title}
      description={words.description}
      flush
      actions={mayChange ? <CreateKey place={place} /> : undefined}
    >
      {!mayChange && <p className="caption px-5 pb-4">{keyWords.needsAdmin}</p>}
      {inForce.length === 0 ? (
        <p className="flex items-center gap-2 px-5 pb-4 text-muted text-sm">
          <KeyRound className="size-4" aria-hidden="true" />
          {words.empty}
        </p>
      ) : (
        <DataTable
          caption={words.title}
          rows={inForce}
          rowKey={({ keyId }) => keyId}
          columns={[
            ...shared,
            {
              key: "ends",
              header: columns.ends,
              cell: ({ expiresAt }) => (expiresAt === null ? keyWords.noEnd : <Moment at={expiresAt} />),
            },
            {
              key: "actions",
              header: columns.actions,
              align: "end",
              cell: (key) =>
                mayChange && (
                  <KeyButtons
                    place={place}
                    keyId={key.keyId}
                    keyName={nameOf(key)}
                    scope={key.scope}
                    rotatable={key.replacedById === null}
                  />
                ),
            },
          ]}
        />
      )}
      {ended.length > 0 && (
        <details className="border-line border-t">
          <summary className="px-5 py-3 text-muted text-sm">{keyWords.ended}</summary>
          <DataTable
            caption={keyWords.ended}
            rows={ended}
            rowKey={({ keyId }) => keyId}
            columns={[
              ...shared,
              {
                key: "ended",
                header: columns.ended,
                cell: ({ revokedAt, expiresAt }) => {
                  const at = revokedAt ?? expiresAt;
                  return at !== null && <Moment at={at} />;
                },
              },
              { key: "how", header: columns.how, cell: howItEnded },
            ]}
          />
        </details>
      )}
      {children}
    </Card>
  );
}

function howItEnded({ replacedById, revokedAt }: KeyRow): string {
  if (replacedById !== null) return keyWords.rotated;
  return revokedAt === null ? keyWords.expired : keyWords.revoked;
}
