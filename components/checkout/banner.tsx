import { CircleAlert, TriangleAlert } from "lucide-react";
import type { ReactNode } from "react";

/** A fact that changes what is to be done, set off from the screen's text: by sign and words, not by colour alone. */
export function Banner({ tone, alert = false, children }: Props) {
  const Sign = tone === "bad" ? CircleAlert : TriangleAlert;
  return (
    <div
      role={alert ? "alert" : undefined}
      className={`mt-4 flex gap-3 rounded-xl border border-transparent px-4 py-3 ${tone === "bad" ? "bg-bad-soft text-bad" : "bg-warn-soft text-warn"}`}
    >
      <Sign className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
      <div className="wrap-anywhere min-w-0 text-pretty">{children}</div>
    </div>
  );
}

type Props = {
  tone: "warn" | "bad";
  /** Said aloud as soon as it is there. */
  alert?: boolean;
  children: ReactNode;
};
