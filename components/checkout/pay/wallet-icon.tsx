import type { ReactNode } from "react";

type Props = {
  icon: string | undefined;
  /** In its place. */
  fallback: ReactNode;
};

/** A wallet's own icon. EIP-6963 icons are data: URLs; any other would be a request to a third party. */
export function WalletIcon({ icon, fallback }: Props) {
  if (!icon?.trim().startsWith("data:image/")) return fallback;
  // biome-ignore lint/performance/noImgElement: a data: address.
  return <img src={icon.trim()} alt="" width={24} height={24} className="size-6 rounded-md" />;
}
