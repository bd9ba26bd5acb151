// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Spends all the gas it is given.
contract GasBurnerToken is LocalUSDC {
    function transfer(address, uint256) public pure override returns (bool) {
        assembly {
            invalid()
        }
    }
}
