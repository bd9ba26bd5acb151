import { Download } from "lucide-react";
import { settlementWords } from "@/components/dashboard/messages/settlements";
import { Card } from "@/components/dashboard/ui/card";
import { FilterText } from "@/components/dashboard/ui/list/list-filter";

const { books: words } = settlementWords;

const files = ["csv", "journal"] as const;

/** Every movement of a period as a file. Without days, all that was booked. */
export function BooksCard({ projectId }: { projectId: string }) {
  return (
    <Card title={words.title} description={words.text}>
      <form className="flex flex-wrap items-end gap-3">
        <FilterText name="from" type="date" label={words.from} value="" />
        <FilterText name="to" type="date" label={words.to} value="" />
        <div className="flex flex-wrap gap-2">
          {files.map((kind) => (
            <button
              key={kind}
              type="submit"
              formAction={`/api/dashboard/projects/${projectId}/movements.${kind}`}
              className="button-compact button-secondary min-h-10"
            >
              <Download className="size-4" aria-hidden="true" />
              {words[kind]}
            </button>
          ))}
        </div>
      </form>
    </Card>
  );
}
