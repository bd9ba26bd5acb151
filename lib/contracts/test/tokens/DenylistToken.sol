// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Reverts for accounts its issuer has frozen, as USDC and USDT do.
contract DenylistToken is LocalUSDC {
    mapping(address account => bool) public denied;

    error Denied(address account);

    function setDenied(address account, bool isDenied) external {
        denied[account] = isDenied;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (denied[msg.sender]) revert Denied(msg.sender);
        if (denied[to]) revert Denied(to);
        return super.transfer(to, value);
    }
}
