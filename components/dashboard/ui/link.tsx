"use client";

import NextLink from "next/link";
import { useRouter } from "next/navigation";
import type { ComponentProps } from "react";

type Props = Omit<ComponentProps<typeof NextLink>, "href" | "prefetch"> & { href: string };

/** A link of the dashboard. Lists have dozens, so a page is prefetched only once its link is hovered or focused. */
export function Link({ href, onPointerEnter, onFocus, ...rest }: Props) {
  const router = useRouter();
  return (
    <NextLink
      {...rest}
      href={href}
      prefetch={false}
      onPointerEnter={(event) => {
        router.prefetch(href);
        onPointerEnter?.(event);
      }}
      onFocus={(event) => {
        router.prefetch(href);
        onFocus?.(event);
      }}
    />
  );
}
