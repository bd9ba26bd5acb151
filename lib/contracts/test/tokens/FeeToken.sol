// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Keeps a thousandth of every transfer: who sends the price pays a little less than it.
contract FeeToken is LocalUSDC {
    function transfer(address to, uint256 value) public override returns (bool) {
        uint256 fee = value / 1_000;
        _burn(msg.sender, fee);
        return super.transfer(to, value - fee);
    }
}
