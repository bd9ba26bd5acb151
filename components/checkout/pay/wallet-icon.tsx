import { Wallet } from "lucide-react";

/** A wallet's own icon. EIP-6963 icons are data: URLs; any other would be a request to a third party. */
export function WalletIcon({ icon, className = "size-7" }: { icon: string | undefined; className?: string }) {
  if (icon === undefined || !icon.trim().startsWith("data:image/"))
    return <Wallet className={`shrink-0 ${className}`} aria-hidden="true" />;
  return (
    // biome-ignore lint/performance/noImgElement: a data: address.
    <img src={icon.trim()} alt="" width={28} height={28} className={`shrink-0 rounded-md ${className}`} />
  );
}
