import { beforeAll, expect, it } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { denylistTokenAbi, denylistTokenBytecode } from "@/lib/contracts/abi/testing/denylist-token";
import { expireCheckouts } from "@/lib/payments/expire-checkouts";
import { CheckoutError } from "@/lib/platform/values/errors.rules";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { auditBooks } from "@/lib/testing/audit";
import { testWallet } from "@/lib/testing/chain";
import { isFull } from "@/lib/testing/full-size";
import { freshWallet, openWorld, testNetwork } from "@/lib/testing/world";
import { deploy } from "@/lib/testing/world/odd-payments";
import { operator, ownedByMerchant, refunding } from "@/lib/testing/world/refunding";
import { cancelRefund } from "./refund-steps";

/** The walk is the same for the same seed. */
const seeds = isFull ? [11, 13, 17, 19] : [11];
const steps = isFull ? 60 : 30;
let unlisted: Hex;

const network = await testNetwork();
beforeAll(async () => {
  unlisted = await deploy(network, denylistTokenAbi, denylistTokenBytecode);
  const wallet = testWallet(network.chain, 1);
  await wallet.writeContract({
    address: unlisted,
    abi: denylistTokenAbi,
    functionName: "mint",
    args: [wallet.account.address, 10n ** 30n],
  });
});

function randomBy(seed: number): (below: number) => number {
  let state = seed;
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return Math.floor((state / 2 ** 32) * below);
  };
}

it.each(seeds)(
  "the watcher continues and the books balance after manual actions of a refund authority and reorgs: %i",
  async (seed) => {
    const below = randomBy(seed);
    const pick = <Item>(items: readonly Item[]): Item => items[below(items.length)] as Item;
    const world = await openWorld([network], { project: ownedByMerchant(network), scanned: true });
    const desk = refunding(world);
    const { merchant } = desk;
    const customers = [freshWallet(), freshWallet(), merchant];
    const checkouts: Checkout[] = [];
    const units = () => BigInt(pick([1, 1_000_000, 2_000_000, 4_500_000, 5_000_000]));
    const token = () => pick([network.usdc, network.usdc, network.usdt, unlisted]);
    const open = async () => {
      checkouts.push(
        await world.create(
          pick([
            { fiatAmount: "4.50", fiatCurrency: "USD" },
            {
              amount: 4_500_000n,
              chainId: network.definition.chainId,
              tokenAddress: network.usdc,
              expiryMinutes: 5,
            },
          ]),
        ),
      );
    };
    const destination = () => pick([...customers, ...checkouts.map(({ depositAddress }) => depositAddress)]);
    const trail: string[] = [];
    const acts: Record<string, () => Promise<unknown>> = {
      open,
      select: () =>
        selectToken(world.deps, pick(checkouts).id, {
          chainId: network.definition.chainId,
          tokenAddress: pick([network.usdc, network.usdt]),
        }),
      pay: () => network.pay(pick(checkouts).depositAddress, units(), { token: token() }),
      payMore: () => network.pay(pick(checkouts).depositAddress, 4_500_000n, { token: network.usdc }),
      ask: () => desk.refund(pick(checkouts), pick(customers), units()),
      sendBack: () => desk.sendBack(pick(checkouts), destination(), units(), { token: token() }),
      sendBackListed: () => desk.sendBack(pick(checkouts), pick(customers), units()),
      payBack: () => desk.payBack(pick(customers), units()),
      cancel: async () => {
        const [refund] = await desk.refunds(pick(checkouts));
        if (refund) await cancelRefund({ ...world.deps, refunds: world.stores.refunds }, operator, refund.id);
      },
      reorg: async () => {
        await network.chain.reorg(1 + below(4));
        await network.chain.mine(1 + below(2));
      },
      mine: () => network.chain.mine(1 + below(3)),
      pass: () => world.pass(pick([30, 200])),
    };
    await open();
    await open();
    for (let step = 0; step < steps; step++) {
      const name = pick(Object.keys(acts));
      trail.push(name);
      // What a caller or the contract refuses is refused; what the chain shows must be recorded.
      await acts[name]?.().catch((error: unknown) => {
        if (!(error instanceof CheckoutError) && !/revert|TransactionReceipt|failed/i.test(String(error)))
          throw error;
        trail.push("refused");
      });
      if (below(3) > 0)
        await world.watch().catch((error: unknown) => {
          throw new Error(`stalled after ${trail.join(" ")}`, { cause: error });
        });
    }
    for (let round = 0; round < 3; round++) await world.mineAndWatch(2);
    await expireCheckouts(world.deps);
    const untold = (await Promise.all(checkouts.map(world.find))).filter((now) => now.tokenAddress === null);
    // Of tokens that are not listed, and of checkouts without a token, the audit knows nothing.
    const unknown = [unlisted, ...untold.map(({ id }) => id)];
    const findings = (await auditBooks(world, network)).filter(
      (finding) => !unknown.some((part) => finding.includes(part)),
    );
    await world.close();
    expect(findings).toEqual([]);
  },
  300_000,
);
