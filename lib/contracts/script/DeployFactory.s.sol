// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DepositFactory} from "../src/DepositFactory.sol";

/// @dev The two cheatcodes a script needs.
interface ScriptVm {
    function startBroadcast() external;
    function stopBroadcast() external;
}

/// @title DeployFactory
/// @notice Puts the factory at its one address, on any chain that has the deterministic deployer. Anyone may run it,
/// and running it again changes nothing:
/// `node lib/contracts/run.mjs forge script script/DeployFactory.s.sol --rpc-url <url> --broadcast --interactives 1`
contract DeployFactory {
    /// @notice The factory's address on every chain. A change of contract, compiler or settings changes it.
    address public constant FACTORY = 0x6248BA52ec64Dd9E1194E5227176b8D4F1fF5857;

    /// @notice Arachnid's deterministic deployment proxy: creates `calldata[32:]` with salt `calldata[:32]`.
    address public constant DETERMINISTIC_DEPLOYER = 0x4e59b44847b379578588920cA78FbF26c0B4956C;

    ScriptVm private constant VM = ScriptVm(address(uint160(uint256(keccak256("hevm cheat code")))));

    /// @notice This chain has no deterministic deployer; it has to be put there first.
    error NoDeterministicDeployer(uint256 chainId);

    /// @notice The compiled factory is not the known one, or was not created.
    error NotTheKnownFactory(address expected);

    /// @notice Deploys the factory unless it is there.
    /// @return factory The factory's address.
    function run() external returns (address factory) {
        factory = FACTORY;
        if (factory.code.length != 0) return factory;
        if (DETERMINISTIC_DEPLOYER.code.length == 0) revert NoDeterministicDeployer(block.chainid);

        VM.startBroadcast();
        (bool success,) = DETERMINISTIC_DEPLOYER.call(abi.encodePacked(bytes32(0), type(DepositFactory).creationCode));
        VM.stopBroadcast();
        if (!success || factory.code.length == 0) revert NotTheKnownFactory(factory);
    }
}
