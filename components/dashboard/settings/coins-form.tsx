"use client";

import type { Token } from "@/lib/chain/chains.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import { settingsWords } from "../messages/settings";
import { Choice, SettingsForm } from "./settings-form";

type TokenView = Pick<Token, "symbol" | "name" | "issuer" | "bridged"> & { address: string };

/** An enabled network and its coins. */
type NetworkView = {
  chainId: number;
  name: string;
  tokens: readonly TokenView[];
};

type Props = {
  projectId: string;
  mayChange: boolean;
  networks: readonly NetworkView[];
  accepted: readonly { chainId: number; tokenAddress: string }[];
};

const keyOf = (chainId: number, tokenAddress: string) => `${chainId}:${tokenAddress}`;

function whoseToken({ name, issuer, bridged }: TokenView): string {
  if (issuer === undefined) return name;
  return fill(bridged === true ? settingsWords.tokenBridged : settingsWords.tokenIssuer, { name, issuer });
}

/** The coins that customers can choose, by network. */
export function CoinsForm({ projectId, mayChange, networks, accepted }: Props) {
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
              hint: whoseToken(token),
            }))}
            chosen={chosen}
          />
        ))}
      </div>
    </SettingsForm>
  );
}
