import { LoaderCircle } from "lucide-react";

export function Working({ text }: { text: string }) {
  return (
    <p role="status" className="mt-4 flex min-h-24 items-center justify-center gap-3">
      <LoaderCircle className="size-5 animate-spin text-accent" aria-hidden="true" />
      {text}
    </p>
  );
}
