"use client";

import { Undo2 } from "lucide-react";
import { useState } from "react";
import { refundTitle, refundWords } from "../messages/refunds";
import { Dialog } from "../ui/form/dialog";
import { RequestRefundForm, type RequestRefundProps } from "./request-refund-form";

type Props = RequestRefundProps & { label?: string; look?: "primary" | "secondary" };

/** The form behind a button; nothing where nothing is left to be refunded. Stays for what it shows once it is done. */
export function RequestRefundButton({ label, look = "secondary", ...form }: Props) {
  const [open, setOpen] = useState(false);
  // After the last refund nothing is left, and its link must not go with the button.
  if (!open && form.available === "0") return null;
  return (
    <>
      <button type="button" onClick={() => setOpen(true)} className={`button-compact button-${look}`}>
        <Undo2 className="size-4" aria-hidden="true" />
        {label ?? refundWords.form.button}
      </button>
      <Dialog open={open} onClose={() => setOpen(false)} title={refundTitle(form.refundType)}>
        <RequestRefundForm {...form} />
      </Dialog>
    </>
  );
}
