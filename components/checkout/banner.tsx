import { CircleAlert, Info, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

const tones = {
  info: { sign: Info, look: "border-line bg-well" },
  warn: { sign: TriangleAlert, look: "border-transparent bg-warn-soft text-warn" },
  bad: { sign: CircleAlert, look: "border-transparent bg-bad-soft text-bad" },
} as const;

/** A fact that changes what is to be done, set off from the screen's text: by sign and words, not by colour alone. */
export function Banner({ tone, alert = false, children }: Props) {
  const { sign: Sign, look } = tones[tone];
  return (
    <div role={alert ? "alert" : undefined} className={`mt-4 flex gap-3 rounded-xl border px-4 py-3 ${look}`}>
      <Sign className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="wrap-anywhere min-w-0 text-pretty">{children}</div>
    </div>
  );
}

type Props = {
  tone: keyof typeof tones;
  /** Said aloud as soon as it is there. */
  alert?: boolean;
  children: ReactNode;
};
