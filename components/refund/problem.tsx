import { CircleAlert } from "lucide-react";

/** An error, announced as soon as it appears; empty without one. */
export function Problem({ id, text, className = "" }: { id?: string; text: string; className?: string }) {
  return (
    <p id={id} role="alert" className={`wrap-anywhere flex gap-2 text-bad empty:hidden ${className}`}>
      {text !== "" && (
        <>
          <CircleAlert className="mt-0.5 size-5 shrink-0" aria-hidden="true" />
          <span>{text}</span>
        </>
      )}
    </p>
  );
}
