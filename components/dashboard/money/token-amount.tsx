import { CircleHelp } from "lucide-react";
import { moneyWords, settlementWords } from "@/components/dashboard/messages/settlements";
import { Badge } from "@/components/dashboard/ui/card";
import { ShortHex } from "@/components/dashboard/ui/hex";
import { type Chain, findToken } from "@/lib/chain/chains.rules";
import { nativeCurrencyOf } from "@/lib/chain/native-currency.rules";
import { fill } from "@/lib/platform/i18n/message.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { formatUnits } from "@/lib/platform/values/money.rules";
import { chainName, displayUnits, explorerUrl } from "./display-units";

type Props = {
  chains: readonly Chain[];
  chainId: number;
  /** Null for the native coin, whose units are wei. */
  tokenAddress: Hex | null;
  units: bigint;
  /** Adds the network, in a second line. */
  withNetwork?: boolean;
  /** Without the button that copies an unknown token's address, for use inside a link. */
  inLink?: boolean;
};

/** An amount with its token; an unlisted contract's name and decimals are not trusted. */
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
  const coin = nativeCurrencyOf(chains, chainId);
  if (tokenAddress === null)
    return (
      <>
        <span
          translate="no"
          className="font-medium"
        >{`${displayUnits(units, coin.decimals)} ${coin.symbol}`}</span>
        {network}
      </>
    );
  if (found === null)
    return (
      <>
        <Badge tone="warn" icon={CircleHelp} title={moneyWords.unknownTokenHint}>
          {moneyWords.unknownToken}
        </Badge>
        <span className="wrap-anywhere caption block">
          {fill(moneyWords.units, { units: units.toString() })}
        </span>
        {!inLink && <ShortHex value={tokenAddress} what={moneyWords.address} />}
        {network}
      </>
    );
  return (
    <>
      <span translate="no" className="whitespace-nowrap font-medium">
        {`${displayUnits(units, found.token.decimals)} ${found.token.symbol}`}
      </span>
      {network}
    </>
  );
}

type OnChainProps = {
  chains: readonly Chain[];
  chainId: number;
  what: string;
  tx?: string;
  address?: string;
};

/** A transaction or an address, with its page on the chain's explorer. */
export function OnChain({ chains, chainId, what, tx, address }: OnChainProps) {
  const value = tx ?? address ?? "";
  const kind = tx === undefined ? "address" : "tx";
  return <ShortHex value={value} what={what} href={explorerUrl(chains, chainId, kind, value)} />;
}

/** More digits of gas are not useful; the title has all. */
const gasDecimals = 6;

/** A transaction's cost in native coin. */
export function GasCost({
  wei,
  chainId,
  chains,
}: Pick<Props, "chains" | "chainId"> & { wei: bigint | null }) {
  if (wei === null) return settlementWords.noGas;
  const coin = nativeCurrencyOf(chains, chainId);
  const exact = formatUnits(wei, coin.decimals, 0);
  const step = 10n ** BigInt(coin.decimals - gasDecimals);
  const rounded = (wei + step / 2n) / step;
  const text = wei > 0n && rounded === 0n ? "< 0.000001" : formatUnits(rounded, gasDecimals, 0);
  return <span title={exact} translate="no" className="whitespace-nowrap">{`${text} ${coin.symbol}`}</span>;
}
