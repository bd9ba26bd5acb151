"use client";

import { Printer } from "lucide-react";
import { useMessages } from "../messages-provider";

export function PrintButton() {
  const t = useMessages();
  return (
    <button type="button" onClick={() => window.print()} className="button button-secondary scripted">
      <Printer className="size-5" aria-hidden="true" />
      {t.print}
    </button>
  );
}
