import type { ReactNode } from "react";

/** The demo shop's header, and its content below. */
export function ShopFrame({ children }: { children: ReactNode }) {
  return (
    <div className="mx-auto flex min-h-dvh max-w-[60rem] flex-col px-4 md:px-8">
      <header className="flex items-center gap-3 py-5">
        <a href="/shop" className="flex min-h-10 items-center gap-3 font-semibold">
          <span
            aria-hidden="true"
            className="grid size-9 place-items-center rounded-xl bg-ink text-base text-card"
          >
            C
          </span>
          Corner Coffee
        </a>
        <span className="caption ml-auto">Demo shop</span>
      </header>
      <main className="flex-1 py-4 md:py-10">{children}</main>
      <footer className="caption py-6">
        Play money on a chain that runs on this machine. No coffee will be served.
      </footer>
    </div>
  );
}
