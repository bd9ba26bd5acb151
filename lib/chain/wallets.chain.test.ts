import { describe, expect, it, vi } from "vitest";
import { type ChainNode, ChainUnavailable } from "@/lib/chain/reader/chain-reader.port";
import type { Hex } from "@/lib/platform/values/hex.rules";
import { requireWalletKind } from "@/lib/projects/wallets/require-wallet";
import { isContractWallet } from "./chains.rules";
import {
  createWalletCode,
  type KnownCode,
  type WalletCodeOptions,
  type WalletCodeStore,
} from "./wallets.chain";

const wallet: Hex = `0x${"ab".repeat(20)}`;
const hourMs = 3_600_000;
const node = (answer: () => Promise<boolean>) => ({ hasCode: vi.fn(answer) });
const yes = () => node(async () => true);
const no = () => node(async () => false);
const down = () => node(async () => Promise.reject(new ChainUnavailable("down")));
const hanging = () => node(() => new Promise(() => undefined));

/** As the table does: code stays. */
function memoryStore(): WalletCodeStore & { rows: Map<string, KnownCode> } {
  const rows = new Map<string, KnownCode>();
  return {
    rows,
    find: async (address) => [...rows].filter(([key]) => key.startsWith(address)).map(([, row]) => row),
    save: async (address, known) => {
      for (const row of known) {
        const key = `${address} ${row.chainId}`;
        rows.set(key, { ...row, hasCode: row.hasCode || (rows.get(key)?.hasCode ?? false) });
      }
    },
  };
}

function world() {
  let time = 0;
  const clock = { now: () => new Date(time) };
  const store = memoryStore();
  const warn = vi.fn();
  const log = { info: vi.fn(), warn, error: vi.fn() };
  return {
    store,
    warn,
    advance: (ms: number) => {
      time += ms;
    },
    /** An instance; each list is the nodes of one chain. */
    start: (chains: readonly (readonly ReturnType<typeof node>[])[], options: WalletCodeOptions = {}) => {
      const readers = chains.map((nodes, index) => ({
        chainId: index + 1,
        nodes: nodes as unknown as ChainNode[],
      }));
      const code = createWalletCode({ clock, log, readers, store }, options);
      return {
        ...code,
        isContract: async (address = wallet) => isContractWallet(await code.onChains(address)),
      };
    },
  };
}

describe("a wallet", () => {
  it("is a contract when one of several chains returns code, and stays one in every instance", async () => {
    const { start, advance } = world();
    expect(await start([[no()], [yes()]]).isContract()).toBe(true);
    advance(365 * 24 * hourMs);
    const second = yes();
    const upper = wallet.toUpperCase().replace("0X", "0x") as Hex;
    expect(await start([[no()], [second]]).isContract(upper)).toBe(true);
    expect(second.hasCode).not.toHaveBeenCalled();
    expect(await start([[no()], [no()]]).isContract()).toBe(true);
  });

  it("is ordinary when no chain returns code, and is read again after an hour", async () => {
    const { start, advance } = world();
    const only = no();
    const code = start([[only]]);
    expect(await code.isContract()).toBe(false);
    advance(hourMs - 1);
    expect(await code.isContract()).toBe(false);
    expect(await start([[only]]).isContract()).toBe(false);
    expect(only.hasCode).toHaveBeenCalledTimes(1);
    advance(1);
    only.hasCode.mockResolvedValue(true);
    expect(await start([[only]]).isContract()).toBe(true);
  });

  it("stays ordinary after a restart while its chain is silent, for any time", async () => {
    const { start, advance } = world();
    expect(await start([[no()], [no()]]).isContract()).toBe(false);
    advance(30 * 24 * hourMs);
    expect(await start([[no()], [down()]]).isContract()).toBe(false);
    expect(await start([[hanging()], [down()]], { timeoutMs: 5 }).isContract()).toBe(false);
  });

  it("is unknown while a chain never answered, which isn't cached", async () => {
    const { start } = world();
    const second = down();
    const code = start([[no()], [second]]);
    expect(await code.isContract()).toBeNull();
    second.hasCode.mockResolvedValue(false);
    expect(await code.isContract()).toBe(false);
  });

  it("is unknown when a chain hangs, after the time-out", async () => {
    expect(
      await world()
        .start([[hanging()]], { firstTimeoutMs: 5 })
        .isContract(),
    ).toBeNull();
  });

  it("is a contract here a minute after another instance found one", async () => {
    const { start, advance, store } = world();
    const here = start([[no()]]);
    expect(await here.isContract()).toBe(false);
    await store.save(wallet, [{ chainId: 1, hasCode: true, checkedAt: new Date(1) }]);
    advance(59_999);
    expect(await here.isContract()).toBe(false);
    advance(1);
    expect(await here.isContract()).toBe(true);
  });
});

describe("a node that lies", () => {
  it("is outvoted by a contradicting one: the earlier result stays", async () => {
    const { start, advance, warn } = world();
    expect(await start([[no(), no()]]).isContract()).toBe(false);
    advance(hourMs);
    expect(await start([[yes(), no()]]).isContract()).toBe(false);
    expect(warn).toHaveBeenCalledOnce();
  });

  it("leaves a wallet unknown that was never checked", async () => {
    const { start, store } = world();
    expect(await start([[no(), yes()]]).isContract()).toBeNull();
    expect(store.rows.size).toBe(0);
  });
});

describe("the answer for a creation", () => {
  const chains = [
    { chainId: 1, name: "One" },
    { chainId: 2, name: "Two" },
  ];
  it("returns the wallet's kind when it is known", async () => {
    const kind = (first: ReturnType<typeof node>, second: ReturnType<typeof node>) =>
      requireWalletKind({ chains, walletCode: world().start([[first], [second]]) }, wallet);
    expect(await kind(no(), no())).toBe("key");
    expect(await kind(down(), yes())).toBe("contract");
  });

  it("fails with the silent chain's name when no answer was ever received", async () => {
    const walletCode = world().start([[no()], [down()]]);
    await expect(requireWalletKind({ chains, walletCode }, wallet)).rejects.toMatchObject({
      code: "CHAIN_UNAVAILABLE",
      status: 503,
      retryAfterSeconds: 5,
      message: "We couldn't check the merchant's wallet on Two. Try again shortly.",
    });
  });
});

it("sends one request for concurrent callers with the same wallet", async () => {
  const only = no();
  const code = world().start([[only]]);
  await Promise.all(Array.from({ length: 50 }, () => code.onChains(wallet)));
  expect(only.hasCode).toHaveBeenCalledTimes(1);
});

it("caches a limited number of wallets, the newest ones", async () => {
  const { start, store } = world();
  const find = vi.spyOn(store, "find");
  const code = start([[no()]], { maxCached: 2 });
  const wallets = [1, 2, 3].map((digit): Hex => `0x${String(digit).repeat(40)}`);
  for (const each of wallets) await code.onChains(each);
  for (const each of wallets.slice(1)) await code.onChains(each);
  expect(find).toHaveBeenCalledTimes(3);
  await code.onChains(wallets[0] ?? wallet);
  expect(find).toHaveBeenCalledTimes(4);
});
