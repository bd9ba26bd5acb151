import {
  type Address,
  bytesToHex,
  getAddress,
  type Hex,
  hexToBytes,
  isAddress,
  keccak256,
  stringToBytes,
} from "viem";
import type { DepositAddresses, DepositTerms } from "@/lib/services/ports/deposit-addresses";
import { deterministicDeployerAddress } from "./factory-deployment";

/** The `DepositFactory`, at one address on every chain; `factory-deployment.ts` puts it there. */
export const factoryAddress: Address = "0x6248BA52ec64Dd9E1194E5227176b8D4F1fF5857";

/** The `Deposit` that every deposit address is a clone of, created by the factory's constructor. */
export const depositImplementationAddress: Address = "0x6ee502946974Cae3FbF1558B75065D167C0F3D00";

/** merchant (20 bytes), refund authority (20), openSweep (1): the layout `Deposit.terms` reads. */
const termsLength = 41;

/**
 * The creation code of a clone up to its terms: ERC-1167 with immutable arguments, as in OpenZeppelin's
 * `Clones.cloneDeterministicWithImmutableArgs`. The first number is the size of the code it leaves, terms included.
 */
const clonePrefix = hexToBytes(
  `0x61${(0x2d + termsLength).toString(16).padStart(4, "0")}3d81600a3d39f3363d3d373d3d3d363d73${depositImplementationAddress.slice(2)}5af43d82803e903d91602b57fd5bf3`,
);

/** 0xff and the factory: how EIP-1014 begins the preimage of a CREATE2 address. */
const create2Prefix = hexToBytes(`0xff${factoryAddress.slice(2)}`);

/** What the checkout's id becomes on chain: keccak256 of its UTF-8 bytes, the salt of its deposit address. */
export function checkoutKey(checkoutId: string): Hex {
  return keccak256(stringToBytes(checkoutId));
}

/**
 * The address a checkout is paid at, the same on every chain and payable before anything is deployed there.
 * Equals `DepositFactory.depositAddress`.
 *
 * @returns the address in EIP-55 form
 * @throws RangeError when an address is malformed or zero: funds sent to such terms could not be moved
 * @see decisions §10, EIP-1014
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

function derive({ checkoutId, merchantAddress, refundAuthority, openSweep }: DepositTerms): Address {
  const creationCode = new Uint8Array(clonePrefix.length + termsLength);
  creationCode.set(clonePrefix);
  creationCode.set(addressBytes("merchantAddress", merchantAddress), clonePrefix.length);
  creationCode.set(addressBytes("refundAuthority", refundAuthority), clonePrefix.length + 20);
  creationCode[creationCode.length - 1] = openSweep ? 1 : 0;

  const preimage = new Uint8Array(create2Prefix.length + 64);
  preimage.set(create2Prefix);
  preimage.set(keccak256(stringToBytes(checkoutId), "bytes"), create2Prefix.length);
  preimage.set(keccak256(creationCode, "bytes"), create2Prefix.length + 32);
  return bytesToHex(keccak256(preimage, "bytes").subarray(12));
}

function addressBytes(name: string, address: string): Uint8Array {
  if (!isAddress(address, { strict: false })) throw new RangeError(`${name} is not an address: ${address}`);
  const bytes = hexToBytes(address);
  if (bytes.every((byte) => byte === 0)) throw new RangeError(`${name} must not be the zero address`);
  return bytes;
}
