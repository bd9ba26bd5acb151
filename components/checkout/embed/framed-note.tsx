import { ExternalLink } from "lucide-react";
import type { ScreenProps } from "../screen-props";

/** Some wallets do not reach into frames: the same page in a tab of its own. */
export function FramedNote({ view, t }: Pick<ScreenProps, "view" | "t">) {
  return (
    <p className="caption mt-8 print:hidden">
      {t.framedHint}{" "}
      <a href={`/c/${view.id}`} target="_blank" rel="noopener" className="text-link">
        {t.framedOpen}
        <ExternalLink className="size-4" aria-hidden="true" />
      </a>
    </p>
  );
}
