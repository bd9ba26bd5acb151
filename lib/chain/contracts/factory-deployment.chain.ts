import { type Address, concatHex, type Hex, zeroHash } from "viem";
import { depositFactoryBytecode } from "@/lib/contracts/abi/deposit-factory";

/**
 * Arachnid's deterministic deployment proxy. It uses the first 32 bytes of its calldata as salt and deploys the rest,
 * so a contract's address depends only on its creation code.
 */
export const deterministicDeployerAddress: Address = "0x4e59b44847b379578588920cA78FbF26c0B4956C";

/**
 * The transaction that deploys the factory at `factoryAddress`, from any sender on any chain that has the deployer.
 * Check for code there first: a second transaction reverts.
 */
export const factoryDeploymentTransaction: { to: Address; data: Hex } = {
  to: deterministicDeployerAddress,
  data: concatHex([zeroHash, depositFactoryBytecode]),
};
