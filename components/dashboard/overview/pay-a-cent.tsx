"use client";

import { Coins } from "lucide-react";
import { useState } from "react";
import { HandOver } from "@/components/dashboard/checkouts/new-checkout-form";
import { welcomeWords } from "@/components/dashboard/messages/overview";
import { errorText } from "@/components/dashboard/messages/shell";
import { Problem } from "@/components/dashboard/ui/notice";
import { useProjectAction } from "@/lib/browser/dashboard/use-action";

const words = welcomeWords.cent;

/** Creates a checkout of one cent, which the merchant pays. */
export function PayACent({ projectId }: { projectId: string }) {
  const create = useProjectAction(projectId, "createCheckout");
  const [url, setUrl] = useState<string | null>(null);
  if (url !== null) return <HandOver url={url} />;
  const press = async () => {
    const made = await create.act({ fiatAmount: "0.01", fiatCurrency: "USD", itemName: words.item });
    if (made !== null) setUrl(made.url);
  };
  return (
    <div className="flex flex-col items-start gap-3">
      <button
        type="button"
        disabled={create.pending}
        onClick={() => void press()}
        className="button-compact button-primary"
      >
        <Coins className="size-4" aria-hidden="true" />
        {words.create}
      </button>
      <Problem text={create.error && errorText(create.error)} />
    </div>
  );
}
