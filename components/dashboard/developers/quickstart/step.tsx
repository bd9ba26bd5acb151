import { Check } from "lucide-react";
import { type ReactNode, useId } from "react";
import { quickstartWords as words } from "@/components/dashboard/messages/developers";

type Props = { number: number; title: string; done: boolean; children: ReactNode };

/** One step, checked once done. */
export function Step({ number, title, done, children }: Props) {
  const id = useId();
  return (
    <li
      aria-labelledby={id}
      className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-4 rounded-2xl border border-line bg-card px-5 py-4"
    >
      <span
        className={`grid size-8 place-items-center rounded-full font-semibold text-sm ${done ? "bg-ok-soft text-ok" : "bg-well text-muted"}`}
        aria-hidden="true"
      >
        {done ? <Check className="size-4" /> : number}
      </span>
      <div className="flex min-w-0 flex-col gap-3">
        <h2 id={id} className="flex min-h-8 flex-wrap items-center gap-x-2 font-semibold text-base">
          <span className="sr-only">{words.step(number)}: </span>
          {title}
          <span className="sr-only">, {done ? words.done : words.open}</span>
        </h2>
        {children}
      </div>
    </li>
  );
}
