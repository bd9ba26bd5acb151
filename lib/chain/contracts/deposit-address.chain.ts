import { type Address, bytesToHex, getAddress, keccak256 } from "viem";
import type { Hex } from "@/lib/platform/values/hex.rules";
import {
  checkoutSalt,
  type DepositTerms,
  depositAddress,
  depositFactory,
  depositImplementation,
} from "./deposit-address.rules";
import { deterministicDeployerAddress } from "./factory-deployment.chain";

export type DepositAddresses = {
  /** Lower-case. */
  derive(terms: DepositTerms): Hex;
  readonly factory: Hex;
  /** The contract that every deposit address clones. */
  readonly implementation: Hex;
  /** The contracts behind deposits, including the factory: money sent to one of them is lost. */
  readonly contracts: readonly Hex[];
};

/** The `DepositFactory`, at one address on every chain; `factory-deployment.ts` deploys it. */
export const factoryAddress: Address = depositFactory;

/** The `Deposit` that every deposit address clones, created by the factory's constructor. */
export const depositImplementationAddress: Address = depositImplementation;

const hash = (bytes: Uint8Array) => keccak256(bytes, "bytes");

/** The checkout's id on chain: keccak256 of its UTF-8 bytes, the salt of its deposit address. */
export function checkoutKey(checkoutId: string): Hex {
  return bytesToHex(checkoutSalt(checkoutId, hash));
}

/**
 * A checkout's deposit address. Equals `DepositFactory.depositAddress`.
 *
 * @returns the address in EIP-55 form
 * @throws RangeError like `depositAddress` in `deposit-address.rules.ts`
 */
export function deriveDepositAddress(terms: DepositTerms): Address {
  return getAddress(derive(terms));
}

/** The same as a port for services, which use lower-case addresses. */
export const depositAddresses: DepositAddresses = {
  derive,
  factory: factoryAddress.toLowerCase() as Hex,
  implementation: depositImplementationAddress.toLowerCase() as Hex,
  contracts: [factoryAddress, depositImplementationAddress, deterministicDeployerAddress].map(
    (address) => address.toLowerCase() as Hex,
  ),
};

function derive(terms: DepositTerms): Hex {
  return depositAddress(terms, hash);
}
