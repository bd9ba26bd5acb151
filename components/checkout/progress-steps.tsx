import { Check, Circle, CircleDot } from "lucide-react";
import type { Messages } from "./messages/catalogue";

/** `sent`: a wallet sent the payment, and no block has it yet. */
export type ProgressStep = "waiting" | "sent" | "seen" | "paid";

const doneBefore: Record<ProgressStep, number> = { waiting: 0, sent: 1, seen: 1, paid: 3 };

/** Waiting → Payment seen → Paid, in the past tense once done; each state has its word and its sign, not only a colour. */
export function ProgressSteps({ current, t }: { current: ProgressStep; t: Messages }) {
  const now = doneBefore[current];
  const words = [
    now > 0 ? t.stepSent : t.stepWaiting,
    now > 1 ? t.stepReceived : current === "sent" ? t.stepWaiting : t.stepSeen,
    t.stepPaid,
  ];
  return (
    <ol
      aria-label={t.stepsLabel}
      className="mb-6 grid grid-cols-[minmax(0,1fr)_minmax(0,1.3fr)_minmax(0,1fr)] gap-2 text-sm print:hidden"
    >
      {words.map((word, index) => {
        const done = index < now;
        const active = index === now;
        const Sign = done ? Check : active ? CircleDot : Circle;
        return (
          <li
            key={word}
            aria-current={index === Math.min(now, words.length - 1) ? "step" : undefined}
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
              {word}
              {done && <span className="sr-only"> ({t.stepDone})</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
