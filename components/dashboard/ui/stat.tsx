import type { ReactNode } from "react";

type Props = { label: string; value: ReactNode; note?: ReactNode };

/** One figure, large, with what it counts. Stands in a `<dl>`. */
export function Stat({ label, value, note }: Props) {
  return (
    <div className="min-w-0 rounded-2xl border border-line bg-card px-5 py-4">
      <dt className="caption">{label}</dt>
      <dd className="wrap-anywhere mt-1 font-semibold text-long tracking-tight">{value}</dd>
      {note !== undefined && <dd className="caption mt-0.5">{note}</dd>}
    </div>
  );
}
