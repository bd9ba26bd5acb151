// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Calls itself USDC and says whatever it likes of transfers that never were. It has no balances.
contract OddToken {
    string public constant name = "USD Coin";
    string public constant symbol = "USDC";
    uint8 public constant decimals = 6;

    event Transfer(address indexed from, address indexed to, uint256 value);

    bytes32 private constant TRANSFER = keccak256("Transfer(address,address,uint256)");

    /// @dev Well-formed logs, `times` of them.
    function claim(address to, uint256 value, uint256 times) external {
        for (uint256 i = 0; i < times; ++i) {
            emit Transfer(msg.sender, to, value);
        }
    }

    /// @dev As an ERC-721 tells of its token `id`: a fourth topic and no data.
    function giveCollectible(address to, uint256 id) external {
        bytes32 topic = TRANSFER;
        assembly ("memory-safe") {
            log4(0, 0, topic, caller(), to, id)
        }
    }

    /// @dev A transfer whose data has `length` bytes, each of them set.
    function mumble(address to, uint256 length) external {
        bytes32 topic = TRANSFER;
        bytes memory data = new bytes(length);
        for (uint256 i = 0; i < length; ++i) {
            data[i] = 0xff;
        }
        assembly ("memory-safe") {
            log3(add(data, 0x20), mload(data), topic, caller(), to)
        }
    }

    /// @dev A receiver that is no address: its topic has bits above the 160th.
    function overflow(address to, uint256 value) external {
        bytes32 topic = TRANSFER;
        assembly ("memory-safe") {
            mstore(0, value)
            log3(0, 0x20, topic, caller(), or(to, shl(255, 1)))
        }
    }
}
