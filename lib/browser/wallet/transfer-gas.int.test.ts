import { encodeFunctionData, erc20Abi } from "viem";
import { expect, it } from "vitest";
import { awaitReceipt } from "@/lib/chain/sender/await-receipt.chain";
import { testWallet } from "@/lib/testing/chain";
import { network, setUpNetwork } from "@/lib/testing/test-world";
import { transferGas } from "./transfer-gas";

setUpNetwork();

it("lets a transfer through that was estimated before its deposit was swept", async () => {
  const [payer, deposit] = [testWallet(network.chain, 1), testWallet(network.chain, 5)];
  const transfer = (to: `0x${string}`, units: bigint) => ({
    to: network.usdc,
    data: encodeFunctionData({ abi: erc20Abi, functionName: "transfer", args: [to, units] }),
  });
  const call = transfer(deposit.account.address, 5n);
  await network.pay(deposit.account.address, 1_000n);
  const estimate = await network.chain.client.estimateGas({ ...call, account: payer.account });
  const gas = await transferGas(payer, call);

  const held = await network.balance(deposit.account.address);
  await deposit.sendTransaction(transfer(payer.account.address, held));
  await network.chain.mined();
  expect(await network.balance(deposit.account.address)).toBe(0n);

  const outcome = async (limit: bigint | undefined) => {
    const hash = await payer.sendTransaction({ ...call, gas: limit });
    return (await awaitReceipt(network.chain.client, hash)).status;
  };
  expect(await outcome(estimate)).toBe("reverted");
  expect(await outcome(gas)).toBe("success");
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
