import type { LucideIcon } from "lucide-react";
import type { ReactNode } from "react";

export type Tone = "neutral" | "accent" | "ok" | "warn" | "bad";

const tones: Readonly<Record<Tone, string>> = {
  neutral: "border-line bg-well text-muted",
  accent: "border-transparent bg-accent-soft text-accent",
  ok: "border-transparent bg-ok-soft text-ok",
  warn: "border-transparent bg-warn-soft text-warn",
  bad: "border-transparent bg-bad-soft text-bad",
};

type Props = { tone?: Tone; icon?: LucideIcon; title?: string; children: ReactNode };

/** A state in a word; colour is only an addition. */
export function Badge({ tone = "neutral", icon: Icon, title, children }: Props) {
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
