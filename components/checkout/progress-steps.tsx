import { Check, Circle, CircleDot } from "lucide-react";
import type { Messages } from "./messages/catalogue";

const steps = ["waiting", "seen", "paid"] as const;
export type ProgressStep = (typeof steps)[number];

/** Waiting → Payment seen → Paid; each state has its word and its sign, not only a colour. */
export function ProgressSteps({ current, t }: { current: ProgressStep; t: Messages }) {
  const words = { waiting: t.stepWaiting, seen: t.stepSeen, paid: t.stepPaid };
  const now = steps.indexOf(current);
  return (
    <ol
      aria-label={t.stepsLabel}
      className="mb-6 grid grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,1fr)] gap-2 text-sm print:hidden"
    >
      {steps.map((step, index) => {
        const done = index < now || current === "paid";
        const active = index === now && !done;
        const Sign = done ? Check : active ? CircleDot : Circle;
        return (
          <li
            key={step}
            aria-current={index === now ? "step" : undefined}
            className={`flex gap-1 border-t-4 pt-2 ${
              done
                ? "border-ok font-medium"
                : active
                  ? "border-accent font-medium"
                  : "border-line text-muted forced-colors:border-dotted"
            }`}
          >
            <Sign
              className={`mt-0.5 size-4 shrink-0 ${done ? "text-ok" : active ? "text-accent" : ""}`}
              aria-hidden="true"
            />
            <span className="wrap-anywhere min-w-0">
              {words[step]}
              {done && <span className="sr-only"> ({t.stepDone})</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
