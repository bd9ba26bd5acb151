"use client";

import { Mail } from "lucide-react";
import { useState } from "react";
import { refundWords } from "@/components/dashboard/messages/refunds";
import { displayText } from "@/components/dashboard/money/display-units";
import { ConfirmProjectAction } from "@/components/dashboard/ui/form/dialog";
import { fill } from "@/lib/platform/i18n/message.rules";

type MailClaimProps = {
  projectId: string;
  refundId: string;
  /** That were left on the payment page; none without a mail server. */
  contacts: readonly string[];
  /** Of the link that is shown; without one a new link is sent, and the previous stops working. */
  token?: string;
};

/** Sends the link to an address that the customer left. */
export function MailClaim({ projectId, refundId, contacts, token }: MailClaimProps) {
  const words = refundWords.claim;
  const [sentTo, setSentTo] = useState<string | null>(null);
  if (sentTo !== null)
    return (
      <p role="status" className="wrap-anywhere text-sm">
        {fill(words.mailed, { email: displayText(sentTo) ?? "" })}
      </p>
    );
  return contacts.map((email) => (
    <div key={email}>
      <ConfirmProjectAction
        projectId={projectId}
        action="mailClaim"
        label={
          <>
            <Mail className="size-4" aria-hidden="true" />
            {fill(words.mail, { email: displayText(email) ?? "" })}
          </>
        }
        // Of several, one may be a stranger's.
        variant={contacts.length === 1 ? "primary" : "secondary"}
        title={fill(words.mailTitle, { email: displayText(email) ?? "" })}
        description={words.mailText}
        confirm={words.mailConfirm}
        input={{ refundId, email, ...(token === undefined ? {} : { token }) }}
        onDone={() => setSentTo(email)}
      />
    </div>
  ));
}
