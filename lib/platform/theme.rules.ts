/** How the dashboard looks: as the device does, or as someone chose for this browser. */
export const themes = ["system", "light", "dark"] as const;
export type Theme = (typeof themes)[number];

/** The choice that a browser keeps in its cookie. */
export function readTheme(cookie: string | undefined): Theme {
  return themes.find((theme) => theme === cookie) ?? "system";
}
