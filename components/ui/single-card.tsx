import type { ReactNode } from "react";

/** A page that is one small card. */
export function SingleCard({ children }: { children: ReactNode }) {
  return (
    <main className="grid min-h-dvh place-items-center px-4 py-10">
      <section
        aria-labelledby="screen-title"
        className="w-full max-w-md rounded-3xl border border-line bg-card px-6 py-4"
      >
        {children}
      </section>
    </main>
  );
}
