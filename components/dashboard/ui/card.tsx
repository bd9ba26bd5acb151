import { ArrowLeft, type LucideIcon } from "lucide-react";
import { type ReactNode, useId } from "react";
import { Link } from "@/components/dashboard/ui/link";

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

export type Tone = "neutral" | "accent" | "ok" | "warn" | "bad";

const tones: Readonly<Record<Tone, string>> = {
  neutral: "border-line bg-well text-muted",
  accent: "border-transparent bg-accent-soft text-accent",
  ok: "border-transparent bg-ok-soft text-ok",
  warn: "border-transparent bg-warn-soft text-warn",
  bad: "border-transparent bg-bad-soft text-bad",
};

type ToneProps = { tone?: Tone; icon?: LucideIcon; title?: string; children: ReactNode };

/** A state in a word; colour is only an addition. */
export function Badge({ tone = "neutral", icon: Icon, title, children }: ToneProps) {
  return (
    <span
      title={title}
      className={`inline-flex items-center gap-1 whitespace-nowrap rounded-full border px-2 py-0.5 font-medium text-sm ${tones[tone]}`}
    >
      {Icon !== undefined && <Icon className="size-3.5 shrink-0" aria-hidden="true" />}
      {children}
    </span>
  );
}

type EmptyStateProps = { icon: LucideIcon; title: string; children?: ReactNode; action?: ReactNode };

/** An empty list: what would be here, and the next step. */
export function EmptyState({ icon: Icon, title, children, action }: EmptyStateProps) {
  return (
    <div className="mx-auto flex max-w-xl flex-col items-center gap-3 px-5 py-12 text-center">
      <span className="grid size-11 place-items-center rounded-full bg-well text-muted">
        <Icon className="size-5" aria-hidden="true" />
      </span>
      <p className="font-semibold">{title}</p>
      {children !== undefined && <div className="w-full min-w-0 text-muted text-sm">{children}</div>}
      {action}
    </div>
  );
}

type PageHeaderProps = {
  title: ReactNode;
  /** One sentence under it. */
  description?: ReactNode;
  /** The parent page. */
  back?: { href: string; label: string };
  /** Buttons beside the title. */
  actions?: ReactNode;
};

/** The top of every page: its title, and its actions. */
export function PageHeader({ title, description, back, actions }: PageHeaderProps) {
  return (
    <header className="mb-6">
      {back !== undefined && (
        <Link href={back.href} className="text-link mb-2 text-sm">
          <ArrowLeft className="size-4" aria-hidden="true" />
          {back.label}
        </Link>
      )}
      <div className="flex flex-wrap items-start justify-between gap-x-4 gap-y-3">
        <div className="min-w-0">
          <h1 className="wrap-anywhere font-semibold text-long tracking-tight">{title}</h1>
          {description !== undefined && <p className="mt-1 max-w-2xl text-muted text-sm">{description}</p>}
        </div>
        {actions !== undefined && <div className="flex flex-wrap items-center gap-2">{actions}</div>}
      </div>
    </header>
  );
}
