// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev The cheatcodes of forge that these tests use, as forge documents them.
interface Vm {
    struct Log {
        bytes32[] topics;
        bytes data;
        address emitter;
    }

    struct Gas {
        uint64 gasLimit;
        uint64 gasTotalUsed;
        uint64 gasMemoryUsed;
        int64 gasRefunded;
        uint64 gasRemaining;
    }

    function prank(address caller) external;
    function chainId(uint256 id) external;
    function deal(address account, uint256 balance) external;
    function warp(uint256 timestamp) external;
    function addr(uint256 privateKey) external pure returns (address account);
    function sign(uint256 privateKey, bytes32 digest) external pure returns (uint8 v, bytes32 r, bytes32 s);
    function etch(address account, bytes calldata code) external;
    function assume(bool condition) external pure;
    function expectRevert(bytes calldata revertData) external;
    function expectRevert() external;
    function expectEmit(address emitter) external;
    function recordLogs() external;
    function getRecordedLogs() external returns (Log[] memory logs);
    function lastCallGas() external view returns (Gas memory gas);
    function snapshotValue(string calldata name, uint256 value) external;
    function assertTrue(bool condition, string calldata message) external pure;
    function assertEq(uint256 left, uint256 right, string calldata message) external pure;
    function assertEq(address left, address right, string calldata message) external pure;
    function assertEq(bytes calldata left, bytes calldata right, string calldata message) external pure;
    function assertNotEq(address left, address right, string calldata message) external pure;
    function assertLe(uint256 left, uint256 right, string calldata message) external pure;
}
