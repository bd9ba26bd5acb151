import { describe, expect, it, vi } from "vitest";
import type { Hex } from "@/lib/core/checkout";
import { ChainUnavailable } from "@/lib/services/ports/chain-reader";
import { createWalletCode } from "./wallet-code";

const wallet: Hex = `0x${"ab".repeat(20)}`;
const chain = (answer: () => Promise<boolean>) => ({ hasCode: vi.fn(answer) });
const yes = () => chain(async () => true);
const no = () => chain(async () => false);
const down = () => chain(async () => Promise.reject(new ChainUnavailable("down")));

function clockAt(start: number) {
  let time = start;
  return { now: () => new Date(time), advance: (ms: number) => (time += ms) };
}

describe("a wallet", () => {
  it("is a contract when one chain of several says so, and stays one", async () => {
    const [first, second, clock] = [no(), yes(), clockAt(0)];
    const code = createWalletCode([first, second], clock);
    expect(await code.isContract(wallet)).toBe(true);
    clock.advance(365 * 24 * 3_600_000);
    expect(await code.isContract(wallet.toUpperCase().replace("0X", "0x") as Hex)).toBe(true);
    expect(second.hasCode).toHaveBeenCalledTimes(1);
  });

  it("is none when every chain says so, for an hour", async () => {
    const [only, clock] = [no(), clockAt(0)];
    const code = createWalletCode([only], clock);
    expect(await code.isContract(wallet)).toBe(false);
    clock.advance(3_599_999);
    expect(await code.isContract(wallet)).toBe(false);
    expect(only.hasCode).toHaveBeenCalledTimes(1);
    clock.advance(1);
    await code.isContract(wallet);
    expect(only.hasCode).toHaveBeenCalledTimes(2);
  });

  it("is taken for a contract while a chain is down, without remembering it", async () => {
    const [first, second] = [no(), down()];
    const code = createWalletCode([first, second], clockAt(0));
    expect(await code.isContract(wallet)).toBe(true);
    second.hasCode.mockImplementation(async () => false);
    expect(await code.isContract(wallet)).toBe(false);
  });

  it("stays none while a chain is down, and is asked about again soon", async () => {
    const [first, second, clock] = [no(), no(), clockAt(0)];
    const code = createWalletCode([first, second], clock);
    expect(await code.isContract(wallet)).toBe(false);
    second.hasCode.mockRejectedValue(new ChainUnavailable("down"));
    clock.advance(3_600_000);
    expect(await code.isContract(wallet)).toBe(false);
    clock.advance(59_999);
    expect(await code.isContract(wallet)).toBe(false);
    expect(second.hasCode).toHaveBeenCalledTimes(2);
    clock.advance(1);
    first.hasCode.mockResolvedValue(true);
    expect(await code.isContract(wallet)).toBe(true);
  });

  it("is a contract for good when one chain says so while another is down", async () => {
    const [first, second] = [yes(), down()];
    const code = createWalletCode([first, second], clockAt(0));
    await code.isContract(wallet);
    await code.isContract(wallet);
    expect(first.hasCode).toHaveBeenCalledTimes(1);
  });

  it("is taken for a contract when a chain hangs, after the time-out", async () => {
    const hanging = chain(() => new Promise(() => undefined));
    expect(await createWalletCode([hanging], clockAt(0), { timeoutMs: 20 }).isContract(wallet)).toBe(true);
  });

  it("is taken for a contract when there is no chain to ask", async () => {
    expect(await createWalletCode([], clockAt(0)).isContract(wallet)).toBe(true);
  });
});

it("asks once for many that wait for the same wallet", async () => {
  const only = no();
  const code = createWalletCode([only], clockAt(0));
  await Promise.all(Array.from({ length: 50 }, () => code.isContract(wallet)));
  expect(only.hasCode).toHaveBeenCalledTimes(1);
});

it("remembers no more wallets than it may, the newest ones", async () => {
  const only = no();
  const code = createWalletCode([only], clockAt(0), { maxCached: 2 });
  const wallets = [1, 2, 3].map((digit): Hex => `0x${String(digit).repeat(40)}`);
  for (const each of wallets) await code.isContract(each);
  for (const each of wallets.slice(1)) await code.isContract(each);
  expect(only.hasCode).toHaveBeenCalledTimes(3);
  await code.isContract(wallets[0] ?? wallet);
  expect(only.hasCode).toHaveBeenCalledTimes(4);
});
