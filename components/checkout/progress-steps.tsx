import { Check } from "lucide-react";
import type { Messages } from "./messages/catalogue";

const steps = ["waiting", "seen", "paid"] as const;
export type ProgressStep = (typeof steps)[number];

/** Waiting → Payment seen → Paid; each state has its word and its sign, not only a colour. */
export function ProgressSteps({ current, t }: { current: ProgressStep; t: Messages }) {
  const words = { waiting: t.stepWaiting, seen: t.stepSeen, paid: t.stepPaid };
  const now = steps.indexOf(current);
  return (
    <ol aria-label={t.stepsLabel} className="mb-6 flex items-center gap-2 text-sm print:hidden">
      {steps.map((step, index) => {
        const done = index < now || current === "paid";
        const active = index === now && !done;
        return (
          <li
            key={step}
            aria-current={index === now ? "step" : undefined}
            className={`flex items-center gap-2 ${index > 0 ? "before:h-px before:w-4 before:bg-line-strong sm:before:w-8" : ""} ${
              done || active ? "font-medium text-ink" : "text-muted"
            }`}
          >
            <span
              aria-hidden="true"
              className={`grid size-5 place-items-center rounded-full border ${
                done
                  ? "border-ok bg-ok text-card"
                  : active
                    ? "border-accent text-accent"
                    : "border-line-strong text-transparent"
              }`}
            >
              {done ? (
                <Check className="size-3.5" strokeWidth={3} />
              ) : (
                <span className={`size-2 rounded-full ${active ? "animate-pulse bg-accent" : ""}`} />
              )}
            </span>
            {words[step]}
            {done && <span className="sr-only">({t.stepDone})</span>}
          </li>
        );
      })}
    </ol>
  );
}
