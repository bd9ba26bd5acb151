import type { ReactNode } from "react";
import { SingleCard } from "@/components/ui/single-card";
import { signInWords } from "../messages/sign-in";

/** A page at the door: one card, and perhaps a line under it. */
export function EntryCard({ footer, children }: { footer?: ReactNode; children: ReactNode }) {
  return (
    <SingleCard footer={footer === undefined ? undefined : <p className="caption text-center">{footer}</p>}>
      <div className="flex flex-col gap-5 py-3">
        {children}
        <noscript>{signInWords.needsScript}</noscript>
      </div>
    </SingleCard>
  );
}
