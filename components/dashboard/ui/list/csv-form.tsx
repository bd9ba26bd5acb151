"use client";

import { useSyncExternalStore } from "react";
import { listWords } from "@/components/dashboard/messages/shell";
import { keepPreference } from "@/lib/browser/dashboard/preference";
import { csvForms, readCsvForm } from "@/lib/platform/lists/csv.rules";

const changes = new EventTarget();

function subscribe(onChange: () => void): () => void {
  changes.addEventListener("change", onChange);
  return () => changes.removeEventListener("change", onChange);
}

const kept = () => readCsvForm(document.cookie);

/** How CSV files separate cells and write decimals: chosen beside an export, kept for the next one. */
export function CsvFormChoice() {
  const form = useSyncExternalStore(subscribe, kept, () => csvForms[0]);
  return (
    <select
      aria-label={listWords.csvForm}
      value={form}
      onChange={({ target }) => {
        keepPreference("csv", target.value);
        changes.dispatchEvent(new Event("change"));
      }}
      className="field-compact scripted w-auto"
    >
      {csvForms.map((each) => (
        <option key={each} value={each}>
          {listWords.csvForms[each]}
        </option>
      ))}
    </select>
  );
}
