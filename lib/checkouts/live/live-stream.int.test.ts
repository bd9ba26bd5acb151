import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { beforeEach, describe, expect, test } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { followTransactions } from "@/lib/chain/sender/follow-transactions";
import { authorizePaymentBody } from "@/lib/checkouts/checkout-input.schema";
import { type CheckoutMarks, createCheckoutMarks } from "@/lib/checkouts/live/checkout-marks.store";
import { selectToken } from "@/lib/checkouts/pending-checkout";
import { type CheckoutPageParts, getPublicCheckout } from "@/lib/checkouts/views/read-checkout";
import { localUsdcAbi } from "@/lib/contracts/abi/local";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { acceptAuthorization } from "@/lib/signed/accept-authorization";
import { relayAuthorizations } from "@/lib/signed/relay-authorizations";
import { newId, uniqueHex } from "@/lib/testing/builders";
import { testWallet } from "@/lib/testing/chain";
import { signPayment } from "@/lib/testing/signed-payment";
import { fileWorld, testNetwork } from "@/lib/testing/world";
import { type LiveCheckout, readLiveCheckout } from "./live-stream";

type Seen = { mark: string; shown: LiveCheckout; at: number };

/** Looks at checkouts as open pages do, and notes whatever changes on them under a mark that stays. */
function createWitness(deps: CheckoutPageParts, marks: CheckoutMarks) {
  const seen = new Map<string, Seen>();
  return {
    async look(ids: readonly string[]): Promise<void> {
      for (const [id, mark] of await marks.read(ids)) {
        const before = seen.get(id);
        const at = deps.clock.now().getTime();
        const shown = await readLiveCheckout(deps, id);
        seen.set(id, { mark, shown, at });
        if (before === undefined || before.shown.fingerprint === shown.fingerprint) continue;
        const wasGood = at < before.at + before.shown.goodForMs;
        if (before.mark === mark && wasGood)
          throw new Error(`${id} went unnoticed from ${before.shown.fingerprint} to ${shown.fingerprint}`);
      }
    },
  };
}

const network = await testNetwork();
const world = await fileWorld([network], { scanned: true });
const marks = createCheckoutMarks(world.stores.database);

describe("on a real chain", () => {
  const shown = async (id: string) => JSON.parse((await readLiveCheckout(world.deps, id)).fingerprint);

  test("has a new mark at each step from the choice to the last confirmation", async () => {
    const { id } = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    const witness = createWitness(world.deps, marks);
    const screens: string[] = [];
    const look = async () => {
      await witness.look([id]);
      screens.push((await shown(id))[0]);
    };
    await look();
    const { tokenAddress, chainId } = { tokenAddress: network.usdc, chainId: network.definition.chainId };
    await selectToken(world.deps, id, { chainId, tokenAddress });
    const { depositAddress } = await world.find({ id });
    await look();
    await network.pay(depositAddress, 1_000_000n);
    await world.scan();
    await look();
    await network.pay(depositAddress, 3_500_000n);
    for (let block = 0; block < 8 && screens.at(-1) !== "paid"; block++) {
      await world.watch();
      await look();
      await network.chain.mine(1);
    }
    expect([...new Set(screens)]).toEqual(["choose", "pay", "partial", "confirming", "paid"]);
    expect((await readLiveCheckout(world.deps, id)).isLast).toBe(true);
  });

  test("has a mark for a reported payment, and is reread when it stops counting", async () => {
    const { id } = await world.create();
    const witness = createWitness(world.deps, marks);
    const txHash = uniqueHex(32);
    await witness.look([id]);
    const before = await shown(id);
    await world.stores.hints.save(
      { checkoutId: id, chainId: network.definition.chainId, txHash },
      world.deps.clock.now(),
    );
    await witness.look([id]);
    expect(await shown(id)).not.toEqual(before);
    const { goodForMs } = await readLiveCheckout(world.deps, id);
    expect(goodForMs).toBeLessThanOrEqual(30_000);
    world.clockAheadMs += 60_000;
    await witness.look([id]);
    expect(await shown(id)).toEqual(before);
  });

  test("has a mark for each step of a signed payment", async () => {
    const { id } = await world.create();
    const witness = createWitness(world.deps, marks);
    await witness.look([id]);
    const key = generatePrivateKey();
    const wallet = testWallet(network.chain, 0);
    const args: [Hex, bigint] = [privateKeyToAccount(key).address, 4_500_000n];
    const hash = await wallet.writeContract({
      address: network.usdc,
      abi: localUsdcAbi,
      functionName: "mint",
      args,
    });
    await awaitReceipt(network.chain.client, hash);
    const steps: string[] = [];
    const look = async () => {
      await witness.look([id]);
      steps.push((await getPublicCheckout(world.deps, id)).gaslessPayment?.status ?? "none");
    };
    const body = authorizePaymentBody.parse(await signPayment(await getPublicCheckout(world.deps, id), key));
    await acceptAuthorization(world.deps, id, body, "192.0.2.1");
    await look();
    await relayAuthorizations(world.deps, network.definition.chainId);
    await look();
    for (let round = 0; round < 3; round++) {
      await network.chain.mine(2);
      await world.watch();
      const { number } = await network.reader.latest();
      await followTransactions(world.deps, world.deps.sender(network.definition.chainId), number);
      await look();
    }
    expect([...new Set(steps)]).toEqual(["PENDING", "SENT", "USED"]);
  });

  test("expires without a mark for rates and the remaining time", async () => {
    const open = await world.create({ fiatAmount: "4.50", fiatCurrency: "USD" });
    expect((await readLiveCheckout(world.deps, open.id)).goodForMs).toBe(10_000);
    const selected = await world.create();
    expect((await readLiveCheckout(world.deps, selected.id)).goodForMs).toBe(30_000);
    const leftMs = selected.expiresAt.getTime() - world.deps.clock.now().getTime();
    world.clockAheadMs += leftMs - 20_000;
    const nearEnd = await readLiveCheckout(world.deps, selected.id);
    expect(nearEnd.goodForMs).toBeLessThanOrEqual(20_000);
    world.clockAheadMs += nearEnd.goodForMs;
    expect((await shown(selected.id))[0]).toBe("time_up");
  });

  describe("has another mark", () => {
    let id: string;
    beforeEach(async () => {
      ({ id } = await world.create());
    });
    const change = async (act: () => Promise<unknown>) => {
      const before = await marks.read([id]);
      await act();
      expect(await marks.read([id])).not.toEqual(before);
    };

    test("once a network's own coin is at its address", () =>
      change(() =>
        world.query(
          `INSERT INTO native_balances (checkout_id, chain_id, amount_wei, block_number, seen_at)
           VALUES ($1, $2, 1, 1, now())`,
          [id, network.definition.chainId],
        ),
      ));

    test("once nobody can submit a failed signature any more", async () => {
      await world.query(
        `INSERT INTO authorizations (id, checkout_id, chain_id, token_address, from_address, amount_units, valid_after,
           valid_before, nonce, signature, status)
         VALUES ($1, $2, $3, $4, $5, 4500000, 'epoch', now() + interval '30 minutes', $1, '0x${"11".repeat(65)}', 'FAILED')`,
        [uniqueHex(32), id, network.definition.chainId, network.usdc, uniqueHex(20)],
      );
      await change(async () => {
        await network.pass(3_600);
        await world.scan();
      });
    });

    test("once a refund of it is sent", async () => {
      await world.query(
        `INSERT INTO refunds (id, project_id, checkout_id, amount_units, chain_id, token_address, status)
         SELECT $2, project_id, id, 1, $3, $4, 'PENDING' FROM checkouts WHERE id = $1`,
        [id, newId("rfd"), network.definition.chainId, network.usdc],
      );
      await change(() =>
        world.query("UPDATE refunds SET status = 'PROCESSING' WHERE checkout_id = $1", [id]),
      );
    });

    test("once money comes to the checkout that it replaces", async () => {
      const earlier = await world.create();
      await world.query("UPDATE checkouts SET replaces = $2 WHERE id = $1", [id, earlier.id]);
      await change(async () => {
        await network.pay(earlier.depositAddress, 4_500_000n);
        await world.scan();
      });
    });
  });

  test("has no mark for unknown ids", async () => {
    expect(await marks.read(["chk_00000000000000000000000000", "'"])).toEqual(new Map());
    expect(await marks.read([])).toEqual(new Map());
  });
});
