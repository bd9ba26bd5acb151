import type { Hex } from "@/lib/platform/values/hex.rules";

/** The `DepositFactory`, at one address on every chain. */
export const depositFactory: Hex = "0x6248BA52ec64Dd9E1194E5227176b8D4F1fF5857";

/** The `Deposit` that every deposit address clones, created by the factory's constructor. */
export const depositImplementation: Hex = "0x6ee502946974Cae3FbF1558B75065D167C0F3D00";

/** Inputs of a deposit address: the same inputs give the same address on every chain. */
export type DepositTerms = {
  checkoutId: string;
  merchantAddress: Hex;
  refundAuthority: Hex;
  openSweep: boolean;
};

/** Ethereum's hash, passed in so that this file needs no library. */
export type Keccak256 = (bytes: Uint8Array) => Uint8Array;

/** merchant (20 bytes), refund authority (20), openSweep (1): the layout `Deposit.terms` reads. */
const termsLength = 41;

/**
 * The creation code of a clone up to its terms: ERC-1167 with immutable arguments, as in OpenZeppelin's
 * `Clones.cloneDeterministicWithImmutableArgs`. The first number is the size of the deployed code, terms included.
 */
const clonePrefix = bytesOf(
  `61${(0x2d + termsLength).toString(16).padStart(4, "0")}3d81600a3d39f3363d3d373d3d3d363d73${depositImplementation.slice(2)}5af43d82803e903d91602b57fd5bf3`,
);

/** 0xff and the factory: the start of the preimage of a CREATE2 address (EIP-1014). */
const create2Prefix = bytesOf(`ff${depositFactory.slice(2)}`);

const utf8 = new TextEncoder();

/** The hash of a checkout's id, its only identity on chain: the salt of its deposit address. */
export function checkoutSalt(checkoutId: string, keccak256: Keccak256): Uint8Array {
  return keccak256(utf8.encode(checkoutId));
}

/** What the deposit addresses of a wallet have in common. */
export type WalletTerms = Omit<DepositTerms, "checkoutId">;

/**
 * The hash of the creation code of a wallet's deposits.
 *
 * @throws RangeError when an address is malformed or zero: funds sent to such terms could not be moved
 */
export function creationCodeHash(terms: WalletTerms, keccak256: Keccak256): Uint8Array {
  const creationCode = new Uint8Array(clonePrefix.length + termsLength);
  creationCode.set(clonePrefix);
  creationCode.set(addressBytes("merchantAddress", terms.merchantAddress), clonePrefix.length);
  creationCode.set(addressBytes("refundAuthority", terms.refundAuthority), clonePrefix.length + 20);
  creationCode[creationCode.length - 1] = terms.openSweep ? 1 : 0;
  return keccak256(creationCode);
}

/**
 * A checkout's deposit address, the same on every chain and payable before anything is deployed there. Server and
 * browser both compute it here. Equals `DepositFactory.depositAddress`.
 *
 * @param codeHash for a caller that remembers it
 * @returns lower-case
 * @throws RangeError like `creationCodeHash`
 * @see spec D10, EIP-1014
 */
export function depositAddress(
  terms: DepositTerms,
  keccak256: Keccak256,
  codeHash: Uint8Array = creationCodeHash(terms, keccak256),
): Hex {
  const preimage = new Uint8Array(create2Prefix.length + 64);
  preimage.set(create2Prefix);
  preimage.set(checkoutSalt(terms.checkoutId, keccak256), create2Prefix.length);
  preimage.set(codeHash, create2Prefix.length + 32);
  let address: Hex = "0x";
  for (const byte of keccak256(preimage).subarray(12)) address = `${address}${hexDigits[byte]}`;
  return address;
}

const hexDigits = Array.from({ length: 256 }, (_, byte) => byte.toString(16).padStart(2, "0"));

function addressBytes(name: string, address: string): Uint8Array {
  if (!/^0x[0-9a-fA-F]{40}$/.test(address)) throw new RangeError(`${name} is not an address: ${address}`);
  if (/^0x0+$/.test(address)) throw new RangeError(`${name} must not be the zero address`);
  return bytesOf(address.slice(2));
}

function bytesOf(digits: string): Uint8Array {
  return Uint8Array.from({ length: digits.length / 2 }, (_, index) =>
    Number.parseInt(digits.slice(2 * index, 2 * index + 2), 16),
  );
}
