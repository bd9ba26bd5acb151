"use client";

import { useRouter } from "next/navigation";
import type { FormEvent, ReactNode } from "react";
import { listWords } from "@/components/dashboard/messages/shell";

type Props = { path: string; className: string; children: ReactNode };

/**
 * A list's filters as a GET form to the same page; empty fields are left out. Without JavaScript the browser submits
 * it.
 */
export function FilterForm({ path, className, children }: Props) {
  const router = useRouter();
  const send = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    const filled = new URLSearchParams();
    for (const [name, value] of new FormData(event.currentTarget))
      if (typeof value === "string" && value.trim() !== "") filled.append(name, value.trim());
    const query = filled.toString();
    router.push(query === "" ? path : `${path}?${query}`);
  };
  return (
    <search>
      <form action={path} method="get" onSubmit={send} aria-label={listWords.filter} className={className}>
        {children}
      </form>
    </search>
  );
}
