"use client";

import { Command } from "cmdk";
import type { ReactNode } from "react";

/** A group of items with its heading. */
export const groupLook =
  "mb-1 **:[[cmdk-group-heading]]:px-2.5 **:[[cmdk-group-heading]]:py-1.5 **:[[cmdk-group-heading]]:text-muted **:[[cmdk-group-heading]]:text-sm";

type Props = {
  /** Its own among all of them. */
  value: string;
  /** What it is found by, beside its text. */
  keywords?: string[];
  onSelect: () => void;
  children: ReactNode;
};

export function CommandItem({ value, keywords = [], onSelect, children }: Props) {
  const words = typeof children === "string" ? [children, ...keywords] : keywords;
  return (
    <Command.Item
      value={value}
      keywords={words}
      onSelect={onSelect}
      className="flex min-h-10 cursor-pointer items-center gap-2 rounded-lg px-2.5 text-sm aria-selected:bg-accent-soft aria-selected:text-accent"
    >
      {children}
    </Command.Item>
  );
}
