import type { ReactNode } from "react";

/** Of a part of a page of the documentation. */
export function Heading({ children }: { children: ReactNode }) {
  return <h2 className="pt-4 font-semibold">{children}</h2>;
}
