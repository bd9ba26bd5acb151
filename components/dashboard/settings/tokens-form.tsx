"use client";

import { settingsWords } from "../messages/settings";
import { Choice, SettingsForm } from "./settings-form";
import type { NetworkView } from "./settings-view";

type Props = {
  projectId: string;
  mayChange: boolean;
  networks: readonly NetworkView[];
  accepted: readonly { chainId: number; tokenAddress: string }[];
};

const keyOf = (chainId: number, tokenAddress: string) => `${chainId}:${tokenAddress}`;

/** The tokens that customers can choose, by network. */
export function TokensForm({ projectId, mayChange, networks, accepted }: Props) {
  const chosen = accepted.map(({ chainId, tokenAddress }) => keyOf(chainId, tokenAddress));
  return (
    <SettingsForm
      projectId={projectId}
      action="changeSettings"
      mayChange={mayChange}
      toInput={(data) => ({
        acceptedTokens: data.getAll("acceptedTokens").map((value) => {
          const [chainId, tokenAddress] = String(value).split(":");
          return { chainId: Number(chainId), tokenAddress };
        }),
      })}
    >
      {networks.length === 0 && <p className="text-muted text-sm">{settingsWords.tokensNone}</p>}
      <div className="grid gap-5 sm:grid-cols-2 lg:grid-cols-3">
        {networks.map(({ chainId, name, tokens }) => (
          <Choice
            key={chainId}
            legend={name}
            name="acceptedTokens"
            type="checkbox"
            options={tokens.map((token) => ({
              value: keyOf(chainId, token.address),
              label: token.symbol,
              hint: token.name,
            }))}
            chosen={chosen}
          />
        ))}
      </div>
    </SettingsForm>
  );
}
