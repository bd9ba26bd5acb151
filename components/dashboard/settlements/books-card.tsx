import { Download } from "lucide-react";
import { settlementWords } from "@/components/dashboard/messages/settlements";
import { Card } from "@/components/dashboard/ui/card";
import { CheckedForm } from "@/components/dashboard/ui/form/action-form";
import { CsvFormChoice } from "@/components/dashboard/ui/list/csv-form";
import { FilterText } from "@/components/dashboard/ui/list/filter-form";
import { Problem } from "@/components/dashboard/ui/notice";
import { fill } from "@/lib/platform/i18n/message.rules";
import { pageTimeZone } from "@/lib/platform/i18n/time-zone.rules";

const { books: words } = settlementWords;

export const bookFiles = ["csv", "journal"] as const;

type Props = {
  /** The page on which it is; the page leads a valid period to its file. */
  path: string;
  /** The days of a period that isn't valid; null without one. */
  refused: { from: string; to: string } | null;
};

/** Every movement of a period as a file. Without days, all that was booked. */
export function BooksCard({ path, refused }: Props) {
  const problemId = refused === null ? undefined : "books-problem";
  return (
    <Card title={words.title} description={fill(words.text, { zone: pageTimeZone() })}>
      {refused !== null && (
        <div id="books-problem" className="mb-4">
          <Problem text={words.refused} />
        </div>
      )}
      <CheckedForm action={path} className="flex flex-wrap items-end gap-3">
        <FilterText
          name="from"
          type="date"
          label={words.from}
          value={refused?.from ?? ""}
          problemId={problemId}
        />
        <FilterText name="to" type="date" label={words.to} value={refused?.to ?? ""} problemId={problemId} />
        <div className="flex flex-wrap gap-2">
          <CsvFormChoice />
          {bookFiles.map((kind) => (
            <button
              key={kind}
              type="submit"
              name="books"
              value={kind}
              className="button-compact button-secondary min-h-10"
            >
              <Download className="size-4" aria-hidden="true" />
              {words[kind]}
            </button>
          ))}
        </div>
      </CheckedForm>
    </Card>
  );
}
