import { FullAddress } from "@/components/ui/full-address";
import { withChecksums } from "@/lib/platform/primitives.schema";
import { CopyButton } from "./copy-button";

/** All of an address, where somebody has to compare it. */
export function WholeAddress({ value, what }: { value: string; what: string }) {
  const address = withChecksums(value);
  return (
    <span className="inline-flex max-w-full items-center gap-1 text-sm">
      <FullAddress value={address} />
      <CopyButton value={address} what={what} />
    </span>
  );
}
