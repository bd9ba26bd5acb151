"use client";

import { useRouter } from "next/navigation";
import { useEffect } from "react";
import { timeZoneCookie } from "@/lib/platform/i18n/time-zone.rules";

const yearSeconds = 31_536_000;

/** Tells the server the browser's time zone, which no request names. @param known the one that it knows */
export function RememberTimeZone({ known }: { known: string }) {
  const router = useRouter();
  useEffect(() => {
    const { timeZone } = Intl.DateTimeFormat().resolvedOptions();
    if (timeZone === known) return;
    // biome-ignore lint/suspicious/noDocumentCookie: the cookie store is not in every browser yet.
    document.cookie = `${timeZoneCookie}=${timeZone}; path=/; max-age=${yearSeconds}; samesite=lax`;
    router.refresh();
  }, [known, router]);
  return null;
}
