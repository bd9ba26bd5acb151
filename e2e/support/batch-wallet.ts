import type { Page } from "@playwright/test";
import { encodeFunctionData, multicall3Abi } from "viem";
import { generatePrivateKey, privateKeyToAccount } from "viem/accounts";
import { multicall3Address } from "@/lib/chain/reader/balances.chain";
import { clients, type DemoChain, fundForFees } from "./chain";

type Hex = `0x${string}`;
type Call = { to: Hex; data: Hex };

export type BatchWallet = {
  account: Hex;
  /** Its transactions. */
  sent: Hex[];
  /** Sends what it holds back. */
  release(): Promise<void>;
};

/**
 * A new key on the chain, for the page's scripted wallet: one call is an ordinary transaction, several are one by a batch
 * contract's code on its account (EIP-7702), which does all or none.
 *
 * @param fault `held`: it confirms calls, and sends them only when released. `leaves_last`: it sends all calls but the
 * last, and reports success.
 */
export async function makeBatchWallet(
  page: Page,
  chain: DemoChain,
  fault: "held" | "leaves_last" | null = null,
): Promise<BatchWallet> {
  const account = privateKeyToAccount(generatePrivateKey());
  const { reader, wallet } = clients(chain);
  const signer = wallet(account.address);
  await fundForFees(chain, account.address);
  const send = async (calls: readonly Call[]): Promise<Hex> => {
    const [first] = calls;
    if (first === undefined) throw new Error("no call");
    if (calls.length === 1) return signer.sendTransaction({ account, to: first.to, data: first.data });
    const authorization = await signer.signAuthorization({
      account,
      contractAddress: multicall3Address,
      executor: "self",
    });
    const aggregate = calls.map(({ to, data }) => ({ target: to, allowFailure: false, callData: data }));
    const data = encodeFunctionData({ abi: multicall3Abi, functionName: "aggregate3", args: [aggregate] });
    const authorizationList = [authorization];
    return signer.sendTransaction({ account, to: account.address, data, authorizationList, gas: 2_000_000n });
  };
  const sent: Hex[] = [];
  const sendNow = async (calls: readonly Call[]): Promise<Hex> => {
    const hash = await send(calls);
    sent.push(hash);
    // A second call of the same key needs the next nonce.
    await reader.waitForTransactionReceipt({ hash });
    return hash;
  };
  const held: (readonly Call[])[] = [];
  await page.exposeFunction("sendAsScripted", async (calls: Call[]) => {
    if (fault !== "held") return sendNow(fault === null ? calls : calls.slice(0, -1));
    held.push(calls);
    return `0x${"0".repeat(64)}`;
  });
  const release = async () => {
    for (const calls of held) await sendNow(calls);
  };
  return { account: account.address, sent, release };
}
