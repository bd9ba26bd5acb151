import { CircleHelp } from "lucide-react";
import { nativeCoin } from "@/lib/browser/payment-uri";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import type { Hex } from "@/lib/platform/hex.rules";
import { moneyWords } from "../messages/money";
import { Badge } from "../ui/badge";
import { ShortHex } from "../ui/short-hex";
import { chainName } from "./chain-names";
import { shownUnits } from "./shown-units";

type Props = {
  chains: readonly Chain[];
  chainId: number;
  /** Null for the chain's own coin, whose units are wei. */
  tokenAddress: Hex | null;
  units: bigint;
  /** Says on which network, in a second line. */
  withNetwork?: boolean;
  /** Without the button that copies an unknown token's address, for what stands in a link. */
  inLink?: boolean;
};

/** An amount with its token; of a contract that nobody listed neither name nor decimals are believed. */
export function TokenAmount({
  chains,
  chainId,
  tokenAddress,
  units,
  withNetwork = false,
  inLink = false,
}: Props) {
  const found = tokenAddress === null ? null : findToken(chains, { chainId, tokenAddress });
  const network = withNetwork && <span className="caption block">{chainName(chains, chainId)}</span>;
  const coin = nativeCoin(chainId);
  if (tokenAddress === null)
    return (
      <>
        <span className="font-medium">{`${shownUnits(units, coin.decimals)} ${coin.symbol}`}</span>
        {network}
      </>
    );
  if (found === null)
    return (
      <>
        <Badge tone="warn" icon={CircleHelp} title={moneyWords.unknownTokenHint}>
          {moneyWords.unknownToken}
        </Badge>
        <span className="wrap-anywhere caption block">{moneyWords.units(units.toString())}</span>
        {!inLink && <ShortHex value={tokenAddress} what={moneyWords.address} />}
        {network}
      </>
    );
  return (
    <>
      <span className="whitespace-nowrap font-medium">
        {`${shownUnits(units, found.token.decimals)} ${found.token.symbol}`}
      </span>
      {network}
    </>
  );
}
