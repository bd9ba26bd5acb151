import type { ReactNode } from "react";

/** A page that is one small card. */
export function SingleCard({ children, footer }: { children: ReactNode; footer?: ReactNode }) {
  return (
    <main className="grid min-h-dvh grid-cols-[minmax(0,28rem)] place-content-center gap-4 px-4 py-10">
      <section aria-labelledby="screen-title" className="rounded-3xl border border-line bg-card px-6 py-4">
        {children}
      </section>
      {footer}
    </main>
  );
}
