// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Makes a call of its own choice in the middle of each transfer, before balances change.
contract ReentrantToken is LocalUSDC {
    address private target;
    bytes private callData;
    bool private inside;

    bool public reentered;
    bool public succeeded;

    function reenter(address target_, bytes calldata callData_) external {
        target = target_;
        callData = callData_;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (!inside && target != address(0)) {
            inside = true;
            reentered = true;
            (succeeded,) = target.call(callData);
            inside = false;
        }
        return super.transfer(to, value);
    }
}
