import { Check, Copy } from "lucide-react";

/** For `CopyField`. */
export const copySigns = {
  copy: <Copy className="size-5" aria-hidden="true" />,
  copied: <Check className="size-5 text-ok" aria-hidden="true" />,
};
