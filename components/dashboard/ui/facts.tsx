import type { ReactNode } from "react";

type Props = { facts: readonly { label: string; value: ReactNode }[] };

/** Names and values beside each other, one fact a line. */
export function Facts({ facts }: Props) {
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
