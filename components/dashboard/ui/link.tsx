"use client";

import NextLink from "next/link";
import { type ComponentProps, useState } from "react";

type Props = Omit<ComponentProps<typeof NextLink>, "prefetch" | "onPointerEnter" | "onFocus">;

/** A link of the dashboard. A list has dozens, so a page is prefetched only once its link is hovered or focused. */
export function Link(props: Props) {
  const [isLikely, setLikely] = useState(false);
  const expectClick = () => setLikely(true);
  return (
    <NextLink
      {...props}
      prefetch={isLikely ? null : false}
      onPointerEnter={expectClick}
      onFocus={expectClick}
    />
  );
}
