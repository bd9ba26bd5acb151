import { TriangleAlert } from "@/components/ui/icons";

/** Why the last press created no checkout; a field names it by its id. */
export function LinkAlert({ id, text }: { id: string; text: string }) {
  return (
    <p
      id={id}
      role="alert"
      className="flex items-start gap-2 rounded-xl bg-warn-soft px-4 py-3 text-start text-sm text-warn"
    >
      <TriangleAlert className="mt-0.5 size-4 shrink-0" />
      <span>{text}</span>
    </p>
  );
}
