import type { ReactNode } from "react";
import { signInWords } from "../messages/sign-in";

/** What a step at the door is about. */
export function StepTitle({ title, explanation }: { title: string; explanation?: ReactNode }) {
  return (
    <header className="flex flex-col gap-1">
      <p className="caption">{signInWords.brand}</p>
      <h1 id="screen-title" className="wrap-anywhere font-semibold text-long tracking-tight">
        {title}
      </h1>
      {explanation !== undefined && <p className="text-muted text-sm">{explanation}</p>}
    </header>
  );
}
