// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Spends all the gas that a payment of coin brings.
contract CoinBurner {
    receive() external payable {
        assembly {
            invalid()
        }
    }
}
