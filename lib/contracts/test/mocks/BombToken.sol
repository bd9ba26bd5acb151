// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Reverts with far more data than anyone wants to copy.
contract BombToken is LocalUSDC {
    function transfer(address, uint256) public pure override returns (bool) {
        assembly {
            mstore(0, not(0))
            mstore(0x40, 0)
            revert(0, 50000)
        }
    }
}
