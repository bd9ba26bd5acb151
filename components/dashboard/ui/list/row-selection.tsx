"use client";

import { useRef, useState } from "react";

/** The selected rows of a list, by the checkboxes named `row` in its form. */
export function useRowSelection() {
  const form = useRef<HTMLFormElement>(null);
  const [chosen, setChosen] = useState<ReadonlySet<string>>(new Set());
  const boxes = () => [...(form.current?.querySelectorAll<HTMLInputElement>("input[name=row]") ?? [])];
  const collect = () => setChosen(new Set(boxes().flatMap(({ checked, value }) => (checked ? [value] : []))));
  const chooseAll = (checked: boolean) => {
    for (const box of boxes()) box.checked = checked;
    collect();
  };
  return { form, chosen, collect, chooseAll };
}

type SelectAllProps = { label: string; isAll: boolean; chooseAll: (checked: boolean) => void };

export function SelectAll({ label, isAll, chooseAll }: SelectAllProps) {
  return (
    <label className="flex min-h-6 items-center gap-2">
      <input
        type="checkbox"
        checked={isAll}
        onChange={({ target }) => chooseAll(target.checked)}
        className="size-4 shrink-0 accent-accent"
      />
      {label}
    </label>
  );
}
