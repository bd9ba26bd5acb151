// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Refuses coin with far more data than anyone wants to copy.
contract CoinBomb {
    receive() external payable {
        assembly {
            mstore(0, not(0))
            mstore(0x40, 0)
            revert(0, 50000)
        }
    }
}
