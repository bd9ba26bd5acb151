"use client";

import { useRouter } from "next/navigation";
import { type MouseEvent, type ReactNode, useRef, useState } from "react";

const controls = "a, button, input, label, select, summary, textarea";

/**
 * A press anywhere in a row follows the row's first link, as a press of that link would: with a modifier or the middle
 * button in a new tab. The keyboard has the link itself. Text stays selectable: selecting it is no press.
 */
export function OpenRows({ children }: { children: ReactNode }) {
  const router = useRouter();
  const open = (event: MouseEvent<HTMLDivElement>) => {
    const { target } = event;
    if (!(target instanceof Element) || target.closest(controls) !== null || event.button > 1) return;
    const link = target.closest("tbody tr")?.querySelector<HTMLAnchorElement>("a[href]");
    if (link === undefined || link === null || getSelection()?.isCollapsed === false) return;
    if (event.button === 1 || event.metaKey || event.ctrlKey || event.shiftKey)
      window.open(link.href, "_blank", "noopener");
    else router.push(link.pathname + link.search);
  };
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: each row's link does the same for the keyboard.
    // biome-ignore lint/a11y/useKeyWithClickEvents: see above.
    <div onClick={open} onAuxClick={open} className="[&_tbody_tr]:cursor-pointer">
      {children}
    </div>
  );
}

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
