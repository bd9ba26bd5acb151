import { createClient, custom, encodeFunctionData, erc20Abi, type RpcTransactionRequest } from "viem";
import { expect, it } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { testWallet } from "@/lib/testing/chain";
import { testNetwork } from "@/lib/testing/world";
import type { WalletRequest } from "./wallet-calls";
import { sendCall, transferGas } from "./wallet-client";

const network = await testNetwork();

const transfer = (to: `0x${string}`, units: bigint) => ({
  to: network.usdc,
  data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] }),
});

/** A receiver that holds a balance, and that is emptied afterwards. */
async function emptiedReceiver(accountIndex: number) {
  const wallet = testWallet(network.chain, accountIndex);
  const { address } = wallet.account;
  await network.pay(address, 1_000n);
  const empty = async () => {
    await wallet.sendTransaction(
      transfer(testWallet(network.chain, 1).account.address, await network.balance(address)),
    );
    await network.chain.mined();
    expect(await network.balance(address)).toBe(0n);
  };
  return { address, empty };
}

const outcome = async (hash: `0x${string}`) => (await awaitReceipt(network.chain.client, hash)).status;

it("lets a transfer through that was estimated before its deposit was swept", async () => {
  const payer = testWallet(network.chain, 1);
  const { address, empty } = await emptiedReceiver(5);
  const call = transfer(address, 5n);
  const estimate = await network.chain.client.estimateGas({ ...call, account: payer.account });
  const gas = await transferGas(payer, call);
  await empty();
  expect(await outcome(await payer.sendTransaction({ ...call, gas: estimate }))).toBe("reverted");
  expect(await outcome(await payer.sendTransaction({ ...call, gas }))).toBe("success");
});

it("lets a refund through that was estimated before its customer's wallet was emptied", async () => {
  const { account, chain } = testWallet(network.chain, 1);
  const { address, empty } = await emptiedReceiver(6);
  const request = network.chain.client.request as WalletRequest;
  // Like a wallet: what it shows to its owner is estimated before the confirmation.
  const confirmed: WalletRequest = async ({ method, params }) => {
    if (method !== "eth_sendTransaction") return request({ method, params });
    const [call] = params as [RpcTransactionRequest];
    const gas = call.gas ?? (await request({ method: "eth_estimateGas", params: [call] }));
    await empty();
    return request({ method: "eth_sendTransaction", params: [{ ...call, gas }] });
  };
  const wallet = createClient({ account: account.address, chain, transport: custom({ request: confirmed }) });
  const hash = await sendCall(wallet, transfer(address, 5n));
  expect(hash === null ? null : await outcome(hash)).toBe("success");
});

it("leaves the gas to the wallet when no node gives an estimate", async () => {
  const payer = testWallet(network.chain, 1);
  const tooMuch = encodeFunctionData({
    abi: erc20Abi,
    functionName: "transfer",
    args: [payer.account.address, 2n ** 200n],
  });
  expect(await transferGas(payer, { to: network.usdc, data: tooMuch })).toBeUndefined();
});
