import { Check, Copy } from "@/components/ui/icons";

/** For `CopyField`. */
export const copySigns = {
  copy: <Copy className="size-5" />,
  copied: <Check className="size-5 text-ok" />,
};
