import { useEffect, useState } from "react";
import { slowMs } from "./wallet-calls";

/** Whether a wallet is silent long enough that the page says what to do. */
export function useSlow(request: string): boolean {
  const [slow, setSlow] = useState<string | null>(null);
  useEffect(() => {
    const timer = setTimeout(() => setSlow(request), slowMs);
    return () => clearTimeout(timer);
  }, [request]);
  return slow === request;
}
