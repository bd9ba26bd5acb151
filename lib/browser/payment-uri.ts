/**
 * EIP-681 link for an ERC-20 transfer, e.g. `ethereum:0x833…@8453/transfer?address=0x…&uint256=4500000`.
 *
 * @param payment.amountUnits in the token's smallest unit, decimal text
 */
export function transferUri(payment: {
  tokenAddress: string;
  chainId: number;
  to: string;
  amountUnits: string;
}): string {
  const { tokenAddress, chainId, to, amountUnits } = payment;
  return `ethereum:${tokenAddress}@${chainId}/transfer?address=${to}&uint256=${amountUnits}`;
}
