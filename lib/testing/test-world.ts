import { afterAll, afterEach, beforeAll, beforeEach, expect } from "vitest";
import type { Checkout } from "@/lib/checkouts/checkout.rules";
import type { PaymentStore, PaymentTransaction } from "@/lib/checkouts/state/payment-store.port";
import { startTestNetwork, type TestNetwork } from "./network";
import { compareBooks, openServiceWorld, type ServiceWorld } from "./service-world";

/** What `world.create()` costs. */
export const price = 4_500_000n;

/** The file's network, the one beside it (chain 31338), and the world of the test that runs. The hooks below set them. */
export let network: TestNetwork;
export let second: TestNetwork;
export let world: ServiceWorld;

type Settings = Parameters<typeof openServiceWorld>[1];
type Options = Settings & {
  /** With a second network, which is part of the world. */
  two?: boolean;
  /** Every chain was looked at before the test begins: true unless told otherwise. */
  scanned?: boolean;
  /** Afterwards the books hold what the first chain holds, whatever the test did. */
  booksAgree?: boolean;
};

let opened: readonly TestNetwork[] = [];

/** One network for all tests of the file. */
export function setUpNetwork(change = (started: TestNetwork) => started, two = false): void {
  beforeAll(async () => {
    const [first, other] = await Promise.all([
      startTestNetwork(),
      two ? startTestNetwork({ chainId: 31338 }) : null,
    ]);
    network = change(first);
    if (other !== null) second = other;
    opened = other === null ? [network] : [network, other];
  });
  afterAll(async () => {
    await Promise.all(opened.map((each) => each.stop()));
    // Files share this module: none may find what another left.
    network = second = world = undefined as never;
  });
}

/** One network for all tests of the file, and a world of its own for each. */
export function setUpWorld({
  two = false,
  scanned = true,
  booksAgree = false,
  ...settings
}: Options = {}): void {
  setUpNetwork(undefined, two);
  beforeEach(() => openWorld(settings, scanned));
  afterEach(async () => {
    const compared = booksAgree ? await compareBooks(world, network) : { books: [], chain: [] };
    await world.close();
    expect(compared.books).toEqual(compared.chain);
  });
}

/** Another world instead of the one that is open. */
export async function reopenWorld(settings: Settings = {}, scanned = true): Promise<void> {
  await world.close();
  await openWorld(settings, scanned);
}

async function openWorld(settings: Settings, scanned: boolean): Promise<void> {
  world = await openServiceWorld(opened, settings);
  if (scanned) for (const { definition } of opened) await world.scan(definition.chainId);
}

/** So many blocks more, and one round of the watcher. */
export async function goOn(blocks = 1): Promise<void> {
  await network.chain.mine(blocks);
  await world.watch();
}

/** What is on the chain is seen and final. */
export async function settle(): Promise<void> {
  await world.watch();
  await goOn();
}

/** A checkout in USDC that is over after so many minutes. */
export const createFor = (expiryMinutes: number, by = world): Promise<Checkout> =>
  by.create({ amount: price, chainId: 31337, tokenAddress: network.usdc, expiryMinutes });

/** Pays the checkout and lets the payment become final. */
export async function pay(checkout: Checkout, units = price) {
  const payment = await network.pay(checkout.depositAddress, units);
  await goOn();
  return payment;
}

/** Created, and paid for good. */
export async function paid(units = price): Promise<Checkout> {
  const checkout = await world.create();
  await pay(checkout, units);
  return checkout;
}

/** The store of payments, of which no transaction gets beyond this step. */
export const cutOff = (payments: PaymentStore, step: keyof PaymentTransaction): PaymentStore => ({
  ...payments,
  transaction: (work) =>
    payments.transaction((tx) =>
      work({ ...tx, [step]: async () => Promise.reject(new Error("the power went")) }),
    ),
});

/** The events of a checkout in their order: "created detected paid". */
export async function told(checkout: Pick<Checkout, "id">, by = world): Promise<string> {
  return (await by.eventKinds(checkout)).map((kind) => kind.replace("checkout.", "")).join(" ");
}
