"use client";

import { useAccountAction } from "@/lib/client/dashboard/use-action";
import { accountWords } from "../messages/account";
import { Badge } from "../ui/badge";
import { Card } from "../ui/card";
import { ConfirmAction } from "../ui/confirm-action";

type Provider = "google" | "github";

/** The accounts elsewhere that sign a person in. */
export function ProvidersCard({
  providers,
  linked,
}: {
  providers: readonly Provider[];
  linked: readonly Provider[];
}) {
  const words = accountWords.providers;
  const unlink = useAccountAction("unlinkProvider");
  return (
    <Card title={words.title} description={words.description}>
      <ul className="divide-y divide-line">
        {providers.map((provider) => {
          const name = words.names[provider];
          return (
            <li key={provider} className="flex min-h-12 items-center gap-3 py-2 text-sm">
              <span className="flex-1 font-medium">{name}</span>
              {linked.includes(provider) ? (
                <>
                  <Badge tone="ok">{words.linked}</Badge>
                  <ConfirmAction
                    label={words.unlink}
                    ariaLabel={words.unlinkLabel(name)}
                    title={words.unlinkTitle(name)}
                    description={words.unlinkDescription(name)}
                    confirm={words.unlink}
                    look="danger"
                    state={unlink}
                    input={{ provider }}
                  />
                </>
              ) : (
                <Badge>{words.notLinked}</Badge>
              )}
            </li>
          );
        })}
      </ul>
    </Card>
  );
}
