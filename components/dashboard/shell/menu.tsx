"use client";

import { LogOut } from "lucide-react";
import { usePathname } from "next/navigation";
import { type ReactNode, useEffect, useRef, useState } from "react";
import { signOut } from "@/lib/browser/dashboard/entry";
import { keepPreference } from "@/lib/browser/dashboard/preference";
import { type Theme, themes } from "@/lib/platform/values/theme.rules";
import { shellWords } from "../messages/shell";

// Made here: `<details>` brings keyboard and state, so a menu library would only add scripts to every page.

type Props = {
  label: string;
  summary: ReactNode;
  summaryClass?: string;
  align?: "start" | "end";
  children: ReactNode;
};

/** A button that opens a small panel; Escape, a click elsewhere and navigation close it. */
export function Menu({ label, summary, summaryClass = "", align = "start", children }: Props) {
  const details = useRef<HTMLDetailsElement>(null);
  const path = usePathname();
  const openedAt = useRef(path);

  // The browser may open it before the scripts run: they leave it open, and close it on navigation.
  useEffect(() => {
    if (openedAt.current === path) return;
    openedAt.current = path;
    details.current?.removeAttribute("open");
  }, [path]);

  useEffect(() => {
    const close = (event: Event) => {
      const element = details.current;
      if (element === null || !element.open) return;
      if (event instanceof KeyboardEvent) {
        if (event.key !== "Escape") return;
        element.querySelector("summary")?.focus();
      } else if (event.target instanceof Node && element.contains(event.target)) return;
      element.removeAttribute("open");
    };
    document.addEventListener("keydown", close);
    document.addEventListener("pointerdown", close);
    return () => {
      document.removeEventListener("keydown", close);
      document.removeEventListener("pointerdown", close);
    };
  }, []);

  return (
    <details ref={details} className="relative min-w-0">
      <summary
        aria-label={label}
        className={`flex list-none items-center rounded-lg hover:bg-well [&::-webkit-details-marker]:hidden ${summaryClass}`}
      >
        {summary}
      </summary>
      <div
        className={`absolute top-full z-20 mt-1 max-h-[70dvh] w-64 max-w-[85vw] overflow-y-auto rounded-xl border border-line bg-card p-1.5 shadow-lg ${
          align === "end" ? "end-0" : "start-0"
        }`}
      >
        {children}
      </div>
    </details>
  );
}

export function SignOutButton() {
  const [pending, setPending] = useState(false);
  // A page that the browser kept for "Back" is of a session that may have ended.
  useEffect(() => {
    const renew = ({ persisted }: PageTransitionEvent) => {
      if (!persisted) return;
      document.documentElement.hidden = true;
      location.reload();
    };
    window.addEventListener("pageshow", renew);
    return () => window.removeEventListener("pageshow", renew);
  }, []);
  return (
    <button
      type="button"
      disabled={pending}
      onClick={() => {
        setPending(true);
        void signOut().then((done) => {
          if (done) location.assign("/dashboard/sign-in?notice=signedOut");
          else setPending(false);
        });
      }}
      className="flex min-h-10 w-full items-center gap-2 rounded-lg px-2.5 text-sm hover:bg-well"
    >
      <LogOut className="size-4" aria-hidden="true" />
      {pending ? shellWords.signingOut : shellWords.signOut}
    </button>
  );
}

/** Sets this browser's theme: the page changes at once, and the server renders the next one with it. */
function chooseTheme(theme: Theme): void {
  keepPreference("theme", theme === "system" ? null : theme);
  if (theme === "system") document.documentElement.removeAttribute("data-theme");
  else document.documentElement.setAttribute("data-theme", theme);
}

export function ThemeChoice({ initial }: { initial: Theme }) {
  const [theme, setTheme] = useState(initial);
  return (
    <fieldset className="px-2.5 py-2">
      <legend className="caption float-left mb-1.5 w-full">{shellWords.theme}</legend>
      <div className="flex w-full rounded-lg border border-line bg-well p-0.5">
        {themes.map((each) => (
          <label
            key={each}
            className="flex min-h-8 flex-1 items-center justify-center rounded-md px-1 text-center text-sm has-checked:bg-card has-checked:font-medium has-focus-visible:outline-2 has-focus-visible:outline-accent"
          >
            <input
              type="radio"
              name="theme"
              className="sr-only"
              checked={theme === each}
              onChange={() => {
                setTheme(each);
                chooseTheme(each);
              }}
            />
            {shellWords.themes[each]}
          </label>
        ))}
      </div>
    </fieldset>
  );
}
