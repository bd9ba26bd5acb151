"use client";

import { useRouter } from "next/navigation";
import type { FormEvent, ReactNode } from "react";
import { listWords } from "@/components/dashboard/messages/shell";

type Props = { path: string; className: string; children: ReactNode };

/**
 * What narrows a list, as a form whose answer is another address of the same page: what is left empty does not appear in
 * it. Without JavaScript the browser sends it by itself.
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
