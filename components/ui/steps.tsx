import type { ReactNode } from "react";
import { Check, Circle, CircleDot } from "./icons";

type Props = {
  label: string;
  words: readonly string[];
  /** Below each word. */
  notes?: readonly ReactNode[];
  /** How many are done. */
  done: number;
  /** Said after each one that is done. */
  doneWord: string;
  className: string;
  /** Shows the next step as under way. */
  isNextActive?: boolean;
};

/** A line of steps: each state has its word and its sign, not only a colour. */
export function Steps({ label, words, notes, done, doneWord, className, isNextActive = true }: Props) {
  const current = isNextActive ? Math.min(done, words.length - 1) : done - 1;
  return (
    <ol aria-label={label} className={`mb-6 grid gap-2 text-sm print:hidden ${className}`}>
      {words.map((word, index) => {
        const isDone = index < done;
        const isActive = isNextActive && index === done;
        const Sign = isDone ? Check : isActive ? CircleDot : Circle;
        return (
          <li
            key={word}
            aria-current={index === current ? "step" : undefined}
            className={`flex gap-1 border-t-4 pt-2 ${
              isDone
                ? "border-ok font-medium"
                : isActive
                  ? "border-ink font-medium"
                  : "border-line text-muted forced-colors:border-dotted"
            }`}
          >
            <Sign className={`mt-0.5 size-4 shrink-0 ${isDone ? "text-ok" : ""}`} />
            <span className="wrap-anywhere min-w-0">
              <span>{word}</span>
              {isDone && <span className="sr-only">{` (${doneWord})`}</span>}
              {notes?.[index] && <span className="caption block">{notes[index]}</span>}
            </span>
          </li>
        );
      })}
    </ol>
  );
}
