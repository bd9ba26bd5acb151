"use client";

import { Undo2 } from "lucide-react";
import { type MouseEvent, type ReactNode, useState } from "react";
import { Dialog } from "@/components/dashboard/ui/form/dialog";
import { Link } from "@/components/dashboard/ui/link";
import type { RefundType } from "@/lib/checkouts/refund-facts.rules";

type Props = {
  projectId: string;
  checkoutId: string;
  /** In smallest units. */
  available: string;
  refundType?: RefundType;
  label: string;
  variant: "primary" | "secondary";
  title: string;
  onOpen?: () => void;
  onClose?: () => void;
  children: ReactNode;
};

/** A button whose sheet refunds a checkout; without scripts it leads to the form's own page. */
export function RefundSheet(props: Props) {
  const { projectId, checkoutId, available, refundType, label, variant, title, onOpen, onClose, children } =
    props;
  const [open, setOpen] = useState(false);
  // After the last refund nothing is left, but its claim link must stay visible.
  if (!open && available === "0") return null;
  const type = refundType === undefined ? "" : `&type=${refundType.toLowerCase()}`;
  const show = (event: MouseEvent) => {
    if (event.metaKey || event.ctrlKey || event.shiftKey || event.altKey) return;
    event.preventDefault();
    setOpen(true);
    onOpen?.();
  };
  const close = () => {
    setOpen(false);
    onClose?.();
  };
  return (
    <>
      <Link
        href={`/dashboard/projects/${projectId}/refunds/new?checkout=${checkoutId}${type}`}
        onClick={show}
        aria-haspopup="dialog"
        className={`button-compact button-${variant}`}
      >
        <Undo2 className="size-4" aria-hidden="true" />
        {label}
      </Link>
      <Dialog open={open} onClose={close} title={title}>
        {children}
      </Dialog>
    </>
  );
}
