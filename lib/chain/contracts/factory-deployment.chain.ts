import { type Address, concatHex, type Hex, zeroHash } from "viem";
import { depositFactoryBytecode } from "@/lib/contracts/abi/deposit-factory";

/**
 * Arachnid's deterministic deployment proxy. It creates what follows the first 32 bytes of its calldata, with those
 * bytes as salt, so a contract's address depends on nothing but its creation code.
 */
export const deterministicDeployerAddress: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/**
 * The transaction that puts the factory at `factoryAddress`, sent by anyone on any chain that has the deployer.
 * Check for code there first: sent twice, the second one reverts.
 */
export const factoryDeploymentTransaction: { to: Address; data: Hex } = {
  to: deterministicDeployerAddress,
  data: concatHex([zeroHash, depositFactoryBytecode]),
};
