"use client";

import { Columns3 } from "lucide-react";
import { useRouter } from "next/navigation";
import { useState } from "react";
import { checkoutWords as words } from "@/components/dashboard/messages/checkouts";
import { Menu } from "@/components/dashboard/shell/menu";
import { keepPreference } from "@/lib/browser/dashboard/preference";
import {
  columnsCookie,
  type OptionalColumn,
  optionalColumns,
  writeColumns,
} from "@/lib/checkouts/dashboard/list-columns.rules";

/** Shows and hides columns of the list, and remembers that in this browser. A phone's cards have none. */
export function ColumnChoice({ visible }: { visible: readonly OptionalColumn[] }) {
  const router = useRouter();
  const [chosen, setChosen] = useState<ReadonlySet<OptionalColumn>>(new Set(visible));
  const toggle = (column: OptionalColumn, isVisible: boolean) => {
    const next = new Set(chosen);
    if (isVisible) next.add(column);
    else next.delete(column);
    setChosen(next);
    keepPreference(columnsCookie, writeColumns(next), "/dashboard");
    router.refresh();
  };
  return (
    <div className="scripted max-md:hidden">
      <Menu
        label={words.chooseHint}
        summaryClass="button-compact button-quiet cursor-pointer gap-2"
        align="end"
        summary={
          <>
            <Columns3 className="size-4" aria-hidden="true" />
            {words.choose}
          </>
        }
      >
        <fieldset>
          <legend className="sr-only">{words.chooseHint}</legend>
          {optionalColumns.map((column) => (
            <label
              key={column}
              className="flex min-h-9 cursor-pointer items-center gap-2.5 rounded-lg px-2.5 text-sm hover:bg-well"
            >
              <input
                type="checkbox"
                checked={chosen.has(column)}
                onChange={({ target }) => toggle(column, target.checked)}
                className="size-4 shrink-0 accent-accent"
              />
              {words.columns[column === "via" ? "createdVia" : column]}
            </label>
          ))}
        </fieldset>
      </Menu>
    </div>
  );
}
