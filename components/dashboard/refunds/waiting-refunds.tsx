import { Hourglass, type LucideIcon, PenLine, ShieldQuestion } from "lucide-react";
import Link from "next/link";
import { refundWords } from "../messages/refunds";

/** Each up to a bound, which stands for that or more. */
export type WaitingRefundCounts = { approval: number; address: number; signature: number; bound: number };

type Props = { here: string; counts: WaitingRefundCounts };

const { waiting: words } = refundWords;

/** Whom refunds wait for, before the list of all of them; nothing where none waits. */
export function WaitingRefunds({ here, counts }: Props) {
  const kinds: { kind: "approval" | "signature" | "address"; icon: LucideIcon; status: string }[] = [
    { kind: "approval", icon: ShieldQuestion, status: "awaiting_approval" },
    { kind: "signature", icon: PenLine, status: "awaiting_signature" },
    { kind: "address", icon: Hourglass, status: "awaiting_address" },
  ];
  const some = kinds.filter(({ kind }) => counts[kind] > 0);
  if (some.length === 0) return null;
  return (
    <section aria-label={words.title} className="mb-4">
      <ul className="grid gap-3 sm:grid-cols-2 lg:grid-cols-3">
        {some.map(({ kind, icon: Icon, status }) => (
          <li key={kind}>
            <Link
              href={`${here}?status=${status}`}
              className="flex items-center gap-3 rounded-2xl border border-line bg-card px-5 py-4 hover:bg-well"
            >
              <Icon
                className={`size-5 shrink-0 ${kind === "address" ? "text-muted" : "text-warn"}`}
                aria-hidden="true"
              />
              <span className="min-w-0">
                <span className="font-semibold text-long">
                  {counts[kind] >= counts.bound ? `${counts.bound}+` : counts[kind]}
                </span>{" "}
                <span className="caption block">{words[kind]}</span>
              </span>
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
