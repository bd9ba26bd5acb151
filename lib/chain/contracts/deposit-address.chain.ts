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
  /** What every deposit address is a clone of. */
  readonly implementation: Hex;
  /** The contracts behind deposits, factory included: money sent to one of them stays there. */
  readonly contracts: readonly Hex[];
};

/** The `DepositFactory`, at one address on every chain; `factory-deployment.ts` puts it there. */
export const factoryAddress: Address = depositFactory;

/** The `Deposit` that every deposit address is a clone of, created by the factory's constructor. */
export const depositImplementationAddress: Address = depositImplementation;

const hash = (bytes: Uint8Array) => keccak256(bytes, "bytes");

/** What the checkout's id becomes on chain: keccak256 of its UTF-8 bytes, the salt of its deposit address. */
export function checkoutKey(checkoutId: string): Hex {
  return bytesToHex(checkoutSalt(checkoutId, hash));
}

/**
 * The address a checkout is paid at. Equals `DepositFactory.depositAddress`.
 *
 * @returns the address in EIP-55 form
 * @throws RangeError as `depositAddress` of core
 */
export function deriveDepositAddress(terms: DepositTerms): Address {
  return getAddress(derive(terms));
}

/** The same as a port for services, which hold addresses in lower case. */
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
