import { accentCss } from "@/lib/projects/looks/accent.rules";

type Props = { color: string | null; nonce: string | undefined };

/** The merchant's colour for the whole page, in both themes. Always rendered, so that a refresh adds no element. */
export function AccentStyle({ color, nonce }: Props) {
  return <style nonce={nonce}>{(color === null ? null : accentCss(color)) ?? ""}</style>;
}
