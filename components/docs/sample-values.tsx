"use client";

import { createContext, type ReactNode, useContext } from "react";
import type { SampleValues } from "@/lib/docs/placeholders";

const Values = createContext<SampleValues>([]);

/** Puts the reader's own values into every sample below, before those from above. */
export function OwnValues({ values, children }: { values: SampleValues; children: ReactNode }) {
  const outer = useContext(Values);
  return <Values value={[...values, ...outer]}>{children}</Values>;
}

/** A sample's code, with the reader's own values in it. */
export function SampleCode({ code }: { code: string }) {
  const values = useContext(Values);
  return (
    <code>{values.reduce((text, [placeholder, value]) => text.replaceAll(placeholder, value), code)}</code>
  );
}
