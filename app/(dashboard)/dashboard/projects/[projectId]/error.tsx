"use client";

import { PageTrouble } from "@/components/dashboard/shell/page-trouble";

/** Inside the project's frame: the way to every other page stays. */
export default function ProjectTrouble(props: { error: Error & { digest?: string }; retry: () => void }) {
  return <PageTrouble {...props} />;
}
