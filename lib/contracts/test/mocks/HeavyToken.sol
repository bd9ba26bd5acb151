// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Honest, but close to the gas limit of an item: it writes much more than a balance.
contract HeavyToken is LocalUSDC {
    uint256[] private history;

    function transfer(address to, uint256 value) public override returns (bool) {
        for (uint256 i = 0; i < 8; ++i) {
            history.push(value);
        }
        return super.transfer(to, value);
    }
}
