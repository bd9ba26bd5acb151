import type { Page } from "@playwright/test";
import { privateKeyToAccount } from "viem/accounts";

type Hex = `0x${string}`;

/** What the wallet does when asked; each list is used up from its front, and an empty one lets it go well. */
export type WalletScript = {
  account: string;
  /** Whose requests the local node answers; the payer's if not given. */
  rpcAccount?: string;
  /** The chain the wallet is on at first. */
  chainId: number;
  /** It was connected to this shop's pages before, so it shows its account. */
  isKnown?: boolean;
  accounts?: WalletAnswer[];
  connect?: WalletAnswer[];
  switchChain?: WalletAnswer[];
  send?: WalletAnswer[];
  sign?: WalletAnswer[];
  /** How many payments its owner cancels: another transaction replaces the one reported to the page. */
  cancels?: number;
  /** The reported token balance, in smallest units; the node's own by default. */
  balance?: string;
  /** "Scripted Wallet" by default. */
  name?: string;
  /** By EIP-6963 by default; `window` only sets `window.ethereum` (EIP-1193). */
  found?: "announced" | "window";
  icon?: string;
  /** Its reverse domain name; made of its name by default. */
  rdns?: string;
  /** A smart account: it takes calls (EIP-5792), of which the payer's account sends the first. Or a key's that may become one. */
  takesCalls?: boolean | "ready";
  /** What it answers when asked what it can do (EIP-5792); an error by default. */
  capabilities?: "never";
  /** Requests that it never answers. */
  silent?: readonly string[];
  /** It comes into the page only by `letWalletArrive`, or so long after the document began, and says nothing. */
  isLate?: boolean | { afterMs: number };
  /** How it writes its chain, and what it answers after sending; by default in hexadecimal, and the hash. */
  writes?: { chainId?: "number"; sent?: "object" };
};

/** An EIP-1193 error's code, or an answer that never comes. */
type WalletAnswer = number | "never";

/**
 * Puts a foreign wallet into the page, which announces itself by EIP-6963 as browser extensions do. Its
 * refusals are scripted; what it does not refuse it passes on to the real local node. With a key it signs typed data.
 */
export async function installWallet(page: Page, script: WalletScript, privateKey?: Hex): Promise<void> {
  if (privateKey !== undefined)
    await page.exposeFunction("signAsScripted", (typedData: string) =>
      privateKeyToAccount(privateKey).signTypedData(JSON.parse(typedData)),
    );
  await page.addInitScript(scriptedWallet, script);
}

/** Its owner goes to another account, or locks it. */
export async function changeAccount(page: Page, account: string | null): Promise<void> {
  await page.evaluate(
    (to) => (window as unknown as { walletGoesTo(account: string | null): void }).walletGoesTo(to),
    account,
  );
}

/** How a wallet comes into a page that is already there. */
export type Arrival = "announced" | "ethereum#initialized" | "pageshow";

/** A wallet with `isLate` comes, and says so by this event. */
export async function letWalletArrive(page: Page, by: Arrival): Promise<void> {
  await page.evaluate(
    (how) => (window as unknown as { walletArrives(by: Arrival): void }).walletArrives(how as never),
    by,
  );
}

/** Every requested method, in order. */
export async function methodsAsked(page: Page): Promise<string[]> {
  return page.evaluate(() => (window as unknown as { walletWasAsked: string[] }).walletWasAsked);
}

/** How many requests its owner had to answer by a tap. */
export async function tapsInWallet(page: Page): Promise<number> {
  const asksOwner =
    /^(eth_requestAccounts|eth_sendTransaction|eth_signTypedData_v4|wallet_sendCalls|wallet_(switch|add)EthereumChain)$/;
  return (await methodsAsked(page)).filter((method) => asksOwner.test(method)).length;
}

/** Runs in the page, so it may use nothing from outside itself. */
function scriptedWallet(script: WalletScript): void {
  const shared = window as unknown as { walletWasAsked?: string[] };
  shared.walletWasAsked ??= [];
  const asked = shared.walletWasAsked;
  const walletGoesTo = (to: string | null) => {
    account = to ?? "";
    connected = to !== null;
    for (const listener of listeners.accountsChanged ?? []) listener(to === null ? [] : [to]);
  };
  Object.assign(window, { walletGoesTo });
  const listeners: Record<string, ((value: unknown) => void)[]> = {};
  const cancelled: Record<string, object> = {};
  let { account, chainId } = script;
  let cancels = script.cancels ?? 0;
  let connected = script.isKnown === true;
  let sentCalls = "";
  const query = script.rpcAccount === undefined ? "" : `?account=${script.rpcAccount}`;

  const next = async (answers: WalletAnswer[] | undefined): Promise<void> => {
    const answer = answers?.shift();
    if (answer === undefined) return;
    if (answer === "never") return new Promise(() => undefined);
    // Wallets throw plain objects too.
    throw { code: answer, message: `the wallet's own words for ${answer}` };
  };
  const goTo = (wanted: unknown): null => {
    chainId = Number((wanted as { chainId: string }).chainId);
    for (const listener of listeners.chainChanged ?? []) listener(`0x${chainId.toString(16)}`);
    return null;
  };
  const askNode = async (method: string, params: unknown): Promise<unknown> => {
    const response = await fetch(`/api/demo/rpc/${chainId}${query}`, {
      method: "POST",
      headers: { "content-type": "application/json" },
      body: JSON.stringify({ jsonrpc: "2.0", id: 1, method, params }),
    });
    const { result, error } = await response.json();
    if (error !== undefined) throw error;
    return result;
  };

  /** Sends itself nothing, and tells the page a hash with the same place that never is mined. */
  const cancel = async (wanted: { from: string; to: string; data: string }): Promise<string> => {
    const { from, to, data: input } = wanted;
    const mined = await askNode("eth_sendTransaction", [{ from, to: from, value: "0x0" }]);
    const { nonce } = (await askNode("eth_getTransactionByHash", [mined])) as { nonce: string };
    const hash = String(mined).replace(/.{8}$/, "deadbeef");
    cancelled[hash] = { hash, from, to, input, nonce };
    return hash;
  };

  /** By the test itself (`makeBatchWallet`), or else by the local node for its own account. */
  const send = (wanted: object[]): Promise<unknown> =>
    "sendAsScripted" in window
      ? (window.sendAsScripted as (calls: object[]) => Promise<string>)(wanted)
      : askNode("eth_sendTransaction", [wanted[0]]);

  const written = (hash: unknown): unknown => (script.writes?.sent === "object" ? { hash } : hash);

  const request = async ({ method, params = [] }: { method: string; params?: unknown[] }) => {
    asked.push(method);
    if (script.silent?.includes(method) === true) return new Promise(() => undefined);
    switch (method) {
      case "eth_requestAccounts":
        await next(script.connect);
        connected = true;
        account ||= script.account;
        return [account];
      case "eth_accounts":
        await next(script.accounts);
        return connected ? [account] : [];
      case "eth_chainId":
        return script.writes?.chainId === "number" ? chainId : `0x${chainId.toString(16)}`;
      case "wallet_switchEthereumChain":
        await next(script.switchChain);
        return goTo(params[0]);
      case "wallet_addEthereumChain":
        return goTo(params[0]);
      case "eth_sendTransaction":
        await next(script.send);
        if (cancels-- > 0) return cancel(params[0] as { from: string; to: string; data: string });
        return written(await send(params as object[]));
      case "eth_getTransactionByHash":
        return cancelled[String(params[0])] ?? askNode(method, params);
      case "eth_signTypedData_v4":
        await next(script.sign);
        return "signAsScripted" in window
          ? (window.signAsScripted as (data: unknown) => Promise<string>)(params[1])
          : askNode(method, params);
      case "wallet_getCapabilities":
        if (script.capabilities === "never") return new Promise(() => undefined);
        if (script.takesCalls === undefined) throw { code: 4200, message: "unsupported" };
        return {
          [`0x${chainId.toString(16)}`]: {
            atomic: { status: script.takesCalls === "ready" ? "ready" : "supported" },
          },
        };
      case "wallet_sendCalls": {
        await next(script.send);
        const [{ calls, from }] = params as [{ calls: object[]; from: string }];
        sentCalls = String(await send(calls.map((wanted) => ({ from, ...wanted }))));
        return { id: "0xca11" };
      }
      case "wallet_getCallsStatus": {
        const receipt = await askNode("eth_getTransactionReceipt", [sentCalls]);
        const head = { version: "2.0.0", id: "0xca11", chainId: `0x${chainId.toString(16)}`, atomic: true };
        return receipt === null ? { ...head, status: 100 } : { ...head, status: 200, receipts: [receipt] };
      }
      case "eth_call":
        if (script.balance !== undefined) return `0x${BigInt(script.balance).toString(16).padStart(64, "0")}`;
        return askNode(method, params);
      default:
        if (method.startsWith("wallet_")) throw { code: 4200, message: "unsupported" };
        return askNode(method, params);
    }
  };

  const provider = {
    request,
    on: (event: string, listener: (value: unknown) => void) => {
      listeners[event] = [...(listeners[event] ?? []), listener];
    },
    removeListener: () => undefined,
  };
  const inject = () => void Object.assign(window, { ethereum: provider });
  const isLate = script.isLate !== undefined && script.isLate !== false;
  if (typeof script.isLate === "object") setTimeout(inject, script.isLate.afterMs);
  if (script.found === "window" && !isLate) inject();
  const { name = "Scripted Wallet" } = script;
  const info = Object.freeze({
    uuid: crypto.randomUUID(),
    name,
    // Not a data: address as EIP-6963 asks for: the page must not fetch it.
    icon: script.icon ?? "https://wallet.example/icon.png",
    rdns: script.rdns ?? `example.${name.toLowerCase().replaceAll(" ", "-")}`,
  });
  const detail = Object.freeze({ info, provider });
  const announce = () => window.dispatchEvent(new CustomEvent("eip6963:announceProvider", { detail }));
  const announceFromNow = () => {
    window.addEventListener("eip6963:requestProvider", announce);
    announce();
  };
  if (script.found !== "window" && !isLate) announceFromNow();
  const walletArrives = (by: string) => {
    if (by === "announced") announceFromNow();
    else inject();
    if (by !== "announced") window.dispatchEvent(new Event(by));
  };
  Object.assign(window, { walletArrives });
}
