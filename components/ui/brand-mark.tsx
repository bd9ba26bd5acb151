import { brandMark } from "@/lib/platform/values/brand-mark.rules";

/** The service's mark in the colour of the text; decoration beside its name. */
export function BrandMark({ className = "size-5" }: { className?: string }) {
  return (
    <svg viewBox="0 0 32 32" fill="currentColor" aria-hidden="true" className={`shrink-0 ${className}`}>
      <path d={brandMark} />
    </svg>
  );
}
