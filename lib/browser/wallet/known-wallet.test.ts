import { describe, expect, test } from "vitest";
import { namedPayment, readKnownWallet } from "./known-wallet";
import type { WalletOffer, WalletOrder } from "./wallet-order";

const account = "0x70997970c51812dc3a010c7d01b50e0d17dc79c8";
const payer = "0x70997970C51812dc3A010C7d01b50e0d17dc79C8";
const near = { chainId: 1, tokenAddress: "0xa" };
const far = { chainId: 2, tokenAddress: "0xb" };

/** A wallet that answers by method, and the methods that it was asked. */
function walletThat(answers: Record<string, (params: unknown) => unknown>) {
  const asked: string[] = [];
  const request = async ({ method, params }: { method: string; params?: unknown }) => {
    asked.push(method);
    const answer = answers[method];
    if (answer === undefined) throw { code: 4200 };
    return answer(params);
  };
  return { wallet: { id: "w", name: "W", icon: undefined, provider: { request } }, asked };
}

const open = {
  eth_accounts: () => [account],
  eth_chainId: () => "0x1",
  eth_call: () => `0x${"a".padStart(64, "0")}`,
};

test("reads the account and the balances on the wallet's own network, and never prompts", async () => {
  const calls: unknown[] = [];
  const eth_call = (params: unknown) => {
    calls.push(params);
    return open.eth_call();
  };
  const { wallet, asked } = walletThat({ ...open, eth_call });
  const known = await readKnownWallet(wallet, [near, far]);
  expect(known).toEqual({ wallet, payer, chainId: 1, balances: [{ ...near, units: 10n }] });
  expect(asked).toEqual(["eth_accounts", "eth_chainId", "eth_call"]);
  const data = `0x70a08231${account.slice(2).padStart(64, "0")}`;
  expect(calls).toEqual([[{ to: "0xa", data }, "latest"]]);
});

test.each<[what: string, answers: Parameters<typeof walletThat>[0]]>([
  ["shows no account", { ...open, eth_accounts: () => [] }],
  ["answers with something else than accounts", { ...open, eth_accounts: () => ({ account }) }],
  [
    "refuses",
    {
      ...open,
      eth_accounts: () => {
        throw { code: 4001 };
      },
    },
  ],
  ["doesn't say its network", { eth_accounts: open.eth_accounts }],
])("knows nothing of a wallet that %s", async (_, answers) => {
  expect(await readKnownWallet(walletThat(answers).wallet, [near])).toBeNull();
});

test.each(["0x", "nothing", null])("takes %o for an unknown balance", async (answer) => {
  const { wallet } = walletThat({ ...open, eth_call: () => answer });
  expect((await readKnownWallet(wallet, [near]))?.balances).toEqual([{ ...near, units: null }]);
});

describe("the named payment", () => {
  const { wallet } = walletThat({});
  const order = { ...near, amount: "10", isFree: true } as WalletOrder;
  const offer: WalletOffer = { checkoutId: "chk_1", order, choices: [], reported: null };

  test("has the account, and the amount that the page shows now", () => {
    const known = { wallet, payer, chainId: 1, balances: [{ ...near, units: 10n }] } as const;
    const named = { ...near, amount: "10", isFree: true, payer };
    expect(namedPayment(known, offer)?.named).toEqual(named);
    const rest = { ...offer, order: { ...order, amount: "4" } };
    expect(namedPayment(known, rest)?.named).toEqual({ ...named, amount: "4" });
  });

  test("doesn't exist when the wallet holds too little", () => {
    const known = { wallet, payer, chainId: 1, balances: [{ ...near, units: 9n }] } as const;
    expect(namedPayment(known, offer)).toBeNull();
  });
});
