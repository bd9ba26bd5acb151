// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Refuses every transfer by answering false instead of reverting.
contract FalseToken is LocalUSDC {
    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }
}
