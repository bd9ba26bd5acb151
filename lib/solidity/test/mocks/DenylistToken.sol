// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Reverts for accounts its issuer has frozen, as USDC and USDT do.
contract DenylistToken is LocalUSDC {
    mapping(address account => bool) public denied;

    error Denied(address account);

    function deny(address account) external {
        denied[account] = true;
    }

    function _update(address from, address to, uint256 value) internal override {
        if (denied[from]) revert Denied(from);
        if (denied[to]) revert Denied(to);
        super._update(from, to, value);
    }
}
