/** The dashboard's theme: the device's, or this browser's choice. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The choice stored in the browser's cookie. */
export function readTheme(cookie: string | undefined): Theme {
  return themes.find((theme) => theme === cookie) ?? "system";
}
