import { Download } from "lucide-react";
import { listWords } from "@/components/dashboard/messages/shell";

/** The filtered list as a file. @param href of the file, with the list's filter */
export function ExportLink({ href }: { href: string }) {
  return (
    <a href={href} download title={listWords.exportHint} className="button-compact button-secondary">
      <Download className="size-4" aria-hidden="true" />
      {listWords.exportCsv}
    </a>
  );
}
