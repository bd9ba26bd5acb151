"use client";

import { useState } from "react";
import { type Theme, themes } from "@/lib/platform/values/theme.rules";
import { shellWords } from "../messages/shell";

/** Sets this browser's theme: the page changes at once, and the server renders the next one with it. */
export function chooseTheme(theme: Theme): void {
  // biome-ignore lint/suspicious/noDocumentCookie: a preference that the server reads; CookieStore is not everywhere.
  document.cookie = `theme=${theme}; path=/; max-age=${theme === "system" ? 0 : 31_536_000}; samesite=lax`;
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
