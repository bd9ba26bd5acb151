import type { Hex } from "@/lib/platform/values/hex.rules";
import type { Draw } from "./draw";
import type { Merchant } from "./merchant";
import type { PlayChain, SentPayment } from "./payers";

/** A checkout as the run knows it: from the API's answer, and what was done about it. */
type Known = {
  id: string;
  depositAddress: Hex;
  /** As last quoted; null until a token is selected. */
  price: { chainId: number; tokenAddress: Hex; units: bigint } | null;
  payments: SentPayment[];
};

export type Customers = {
  known: readonly Known[];
  /** How often each thing was done. */
  done: ReadonlyMap<string, number>;
  /** Does one thing, drawn at random. */
  act(draw: Draw): Promise<void>;
};

const creations = { amount: 5, fiat: 3, open: 4, "open fiat": 2, "chain only": 1 };
const acts = {
  create: 26,
  exact: 16,
  partial: 7,
  rest: 6,
  over: 3,
  again: 3,
  "wrong token": 2,
  "wrong chain": 3,
  "unknown token": 2,
  dust: 2,
  native: 2,
  stray: 3,
  select: 8,
  cancel: 2,
  verify: 6,
  "verify nonsense": 2,
  refund: 3,
  view: 4,
};

/**
 * People who buy, pay, pay wrongly and change their minds.
 *
 * @param options.depositAddress of a checkout, which the API does not tell before a token is selected
 * @param options.shortExpiries makes half of the checkouts last a minute or two only
 */
export function createCustomers(
  merchant: Merchant,
  chains: readonly PlayChain[],
  options: { depositAddress(id: string): Promise<Hex | null>; shortExpiries: boolean },
): Customers {
  const known: Known[] = [];
  const done = new Map<string, number>();

  const chainOf = (chainId: number): PlayChain => {
    const chain = chains.find((candidate) => candidate.chainId === chainId);
    if (chain === undefined) throw new Error(`there is no chain ${chainId}`);
    return chain;
  };
  const tokenOf = (draw: Draw) => {
    const { chainId, tokens } = draw.pick(chains);
    return { chainId, tokenAddress: draw.pick(tokens) };
  };

  async function create(draw: Draw): Promise<void> {
    const how = draw.weighted(creations);
    const ref = tokenOf(draw);
    const units = BigInt(draw.whole(1, 40)) * 250_000n + BigInt(draw.whole(0, 3));
    const amount = { amount: units.toString() };
    const fiat = { fiatAmount: (Number(units) / 1e6).toFixed(2), fiatCurrency: draw.pick(["USD", "EUR"]) };
    const price = {
      amount: { ...amount, ...ref },
      fiat: { ...fiat, ...ref },
      open: amount,
      "open fiat": fiat,
      "chain only": { ...amount, chainId: ref.chainId },
    }[how];
    const expiryMinutes = options.shortExpiries && draw.chance(0.5) ? draw.whole(1, 2) : draw.whole(20, 30);
    const made = await merchant.create({ ...price, expiryMinutes, referenceId: `run-${known.length}` });
    if (made === null) return;
    const depositAddress = made.depositAddress ?? (await options.depositAddress(made.id));
    if (depositAddress === null) throw new Error(`${made.id} has no deposit address`);
    const isFixed = made.chainId !== null && made.tokenAddress !== null && made.amount !== null;
    known.push({
      id: made.id,
      depositAddress: depositAddress.toLowerCase() as Hex,
      price: isFixed
        ? {
            chainId: made.chainId ?? 0,
            tokenAddress: String(made.tokenAddress).toLowerCase() as Hex,
            units: BigInt(made.amount ?? 0),
          }
        : null,
      payments: [],
    });
  }

  async function pay(
    draw: Draw,
    target: Known,
    chainId: number,
    token: Hex | null,
    units: bigint,
  ): Promise<void> {
    if (units > 0n)
      target.payments.push(await chainOf(chainId).pay(draw, target.depositAddress, token, units));
  }

  async function select(target: Known, chainId: number, tokenAddress: Hex): Promise<void> {
    const view = await merchant.select(target.id, chainId, tokenAddress);
    if (view !== null) target.price = { chainId, tokenAddress, units: BigInt(view.amount ?? 0) };
  }

  /** Mostly one of the last: the others are finished, and now and then someone pays those too. */
  const anyone = (draw: Draw): Known | null => {
    if (known.length === 0) return null;
    return draw.chance(0.75) ? draw.pick(known.slice(-30)) : draw.pick(known);
  };

  async function act(draw: Draw): Promise<void> {
    const what = known.length < 5 ? "create" : draw.weighted(acts);
    done.set(what, (done.get(what) ?? 0) + 1);
    if (what === "create") return create(draw);
    const target = anyone(draw);
    if (target === null) return;
    const other = tokenOf(draw);
    const { chainId, tokenAddress, units } = target.price ?? { ...other, units: 2_500_000n };
    const chain = chainOf(chainId);
    const paid = target.payments
      .filter((payment) => payment.chainId === chainId && payment.tokenAddress === tokenAddress)
      .reduce((sum, payment) => sum + payment.units, 0n);
    switch (what) {
      case "exact":
        return pay(draw, target, chainId, tokenAddress, paid === 0n ? units : units - paid);
      case "partial":
        return pay(draw, target, chainId, tokenAddress, (units * BigInt(draw.whole(5, 80))) / 100n + 1n);
      case "rest":
        return pay(draw, target, chainId, tokenAddress, units - paid);
      case "over":
        return pay(draw, target, chainId, tokenAddress, units + BigInt(draw.whole(1, 5_000_000)));
      case "again":
        return pay(draw, target, chainId, tokenAddress, units);
      case "wrong token":
        return pay(
          draw,
          target,
          chainId,
          draw.pick(chain.tokens.filter((token) => token !== tokenAddress)),
          units,
        );
      case "wrong chain": {
        const wrong = draw.pick(chains.filter((candidate) => candidate.chainId !== chainId));
        return pay(draw, target, wrong.chainId, draw.pick(wrong.tokens), units);
      }
      case "unknown token":
        return pay(draw, target, chainId, chain.fakeToken, units);
      case "dust":
        for (let grain = draw.whole(2, 5); grain > 0; grain--)
          await pay(draw, target, chainId, tokenAddress, 1n);
        return;
      case "native":
        return pay(draw, target, chainId, null, BigInt(draw.whole(1, 1_000_000)));
      case "stray":
        return pay(draw, target, other.chainId, other.tokenAddress, BigInt(draw.whole(1, 5_000_000)));
      case "select":
        return select(target, other.chainId, other.tokenAddress);
      case "cancel":
        return merchant.cancel(target.id);
      case "verify": {
        const payment = target.payments.at(-1);
        if (payment === undefined) return;
        // Any chain's: anyone who hands it in may have looked at the wrong one.
        return merchant.verify(target.id, draw.chance(0.9) ? payment.chainId : other.chainId, payment.hash);
      }
      case "verify nonsense": {
        const somebodyElses = draw.pick(known).payments.at(-1)?.hash;
        const unknown = `0x${draw
          .whole(0, 2 ** 32)
          .toString(16)
          .padStart(64, "0")}`;
        return merchant.verify(target.id, chainId, draw.pick([unknown, "0x12", somebodyElses ?? unknown]));
      }
      case "refund":
        return merchant.refund(target.id, draw.pick([1n, units / 2n + 1n, units, units * 10n]));
      case "view":
        return merchant.view(target.id);
      default:
        what satisfies never;
    }
  }

  return { known, done, act };
}
