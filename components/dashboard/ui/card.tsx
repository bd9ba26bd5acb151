import { type ReactNode, useId } from "react";

type Props = {
  title?: ReactNode;
  description?: ReactNode;
  actions?: ReactNode;
  /** A table extends to its edges. */
  flush?: boolean;
  children: ReactNode;
};

/** The table's head is the card's upper edge. */
const wholeTable = "overflow-hidden rounded-2xl [&_thead_tr]:border-t-0";

/** A part of a page with a heading of its own. */
export function Card({ title, description, actions, flush = false, children }: Props) {
  const id = useId();
  return (
    <section
      aria-labelledby={title === undefined ? undefined : id}
      className="min-w-0 rounded-2xl border border-line bg-card"
    >
      {title !== undefined && (
        <div className={`flex flex-wrap items-start justify-between gap-3 px-5 pt-4 ${flush ? "pb-4" : ""}`}>
          <div className="min-w-0">
            <h2 id={id} className="font-semibold text-base">
              {title}
            </h2>
            {description !== undefined && <p className="caption mt-0.5 max-w-2xl">{description}</p>}
          </div>
          {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
        </div>
      )}
      <div
        className={flush ? (title === undefined ? wholeTable : "overflow-hidden rounded-b-2xl") : "px-5 py-4"}
      >
        {children}
      </div>
    </section>
  );
}

type StatProps = { label: string; value: ReactNode; note?: ReactNode };

/** One large figure with its label. Use inside a `<dl>`. */
export function Stat({ label, value, note }: StatProps) {
  return (
    <div className="min-w-0 rounded-2xl border border-line bg-card px-5 py-4">
      <dt className="caption">{label}</dt>
      <dd className="wrap-anywhere mt-1 font-semibold text-long tracking-tight">{value}</dd>
      {note !== undefined && <dd className="caption mt-0.5">{note}</dd>}
    </div>
  );
}

type FactsProps = { facts: readonly { label: string; value: ReactNode }[] };

/** Names and values side by side, one fact per line. */
export function Facts({ facts }: FactsProps) {
  return (
    <dl className="divide-y divide-line text-sm">
      {facts.map(({ label, value }) => (
        <div
          key={label}
          className="grid gap-x-4 gap-y-0.5 py-2.5 first:pt-0 last:pb-0 sm:grid-cols-[11rem_minmax(0,1fr)]"
        >
          <dt className="text-muted">{label}</dt>
          <dd className="wrap-anywhere min-w-0 text-ink">{value}</dd>
        </div>
      ))}
    </dl>
  );
}
