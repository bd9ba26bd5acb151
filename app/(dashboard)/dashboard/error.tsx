"use client";

import { PageTrouble } from "@/components/dashboard/shell/page-trouble";

export default function DashboardTrouble(props: { error: Error & { digest?: string }; retry: () => void }) {
  return (
    <main className="mx-auto w-full max-w-2xl px-4 py-16">
      <PageTrouble {...props} />
    </main>
  );
}
