"use client";

import { Menu, X } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef } from "react";
import { shellWords } from "../messages/shell";

/** The navigation of a narrow screen: a sheet over the page, closed by navigation. */
export function MobileMenu({ children }: { children: ReactNode }) {
  const dialog = useRef<HTMLDialogElement>(null);
  const path = usePathname();

  // biome-ignore lint/correctness/useExhaustiveDependencies: it closes because the page is another.
  useEffect(() => dialog.current?.close(), [path]);

  return (
    <>
      <button
        type="button"
        onClick={() => dialog.current?.showModal()}
        className="button-compact button-quiet -ms-2 size-10 px-0 lg:hidden"
        aria-label={shellWords.menu}
      >
        <Menu className="size-5" aria-hidden="true" />
      </button>
      <dialog
        ref={dialog}
        aria-label={shellWords.menu}
        className="fixed inset-y-0 start-0 m-0 h-dvh max-h-none w-72 max-w-[85vw] border-line border-e bg-card p-4 text-ink backdrop:bg-scrim"
      >
        <div className="mb-2 flex justify-end">
          <button
            type="button"
            onClick={() => dialog.current?.close()}
            className="button-compact button-quiet size-10 px-0"
            aria-label={shellWords.closeMenu}
          >
            <X className="size-5" aria-hidden="true" />
          </button>
        </div>
        {children}
      </dialog>
    </>
  );
}
