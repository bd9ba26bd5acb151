"use client";

import { Mail } from "lucide-react";
import { useState } from "react";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { errorText, shellWords } from "@/components/dashboard/messages/shell";
import { displayText } from "@/components/dashboard/money/display-units";
import { Problem } from "@/components/dashboard/ui/notice";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";
import { fill } from "@/lib/platform/i18n/message.rules";

type MailClaimProps = {
  projectId: string;
  refundId: string;
  /** That were left on the payment page; none without a mail server. */
  contacts: readonly string[];
  /** Of the link that is shown; without one a new link is sent, and the previous stops working. */
  token?: string;
};

/** Sends the link to an address that the customer left, by one press. */
export function MailClaim({ projectId, refundId, contacts, token }: MailClaimProps) {
  const words = refundWords.claim;
  const { act, pending, error } = useProjectAction(projectId, "mailClaim");
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null)
    return (
      <p role="status" className="wrap-anywhere text-sm">
        {fill(words.mailed, { email: displayText(sentTo) ?? "" })}
      </p>
    );
  if (contacts.length === 0) return null;
  const mail = async (email: string) => {
    const done = await act({ refundId, email, ...(token === undefined ? {} : { token }) });
    if (done !== null) setSentTo(email);
  };
  return (
    <div className="flex flex-col items-start gap-2">
      <Problem text={error && errorText(error)} />
      {contacts.map((email) => (
        <button
          key={email}
          type="button"
          disabled={pending}
          onClick={() => void mail(email)}
          // Of several, one may be a stranger's.
          className={`button-compact ${contacts.length === 1 ? "button-primary" : "button-secondary"}`}
        >
          <Mail className="size-4" aria-hidden="true" />
          {pending ? shellWords.working : fill(words.mail, { email: displayText(email) ?? "" })}
        </button>
      ))}
      <p className="caption">{words.mailText}</p>
    </div>
  );
}
