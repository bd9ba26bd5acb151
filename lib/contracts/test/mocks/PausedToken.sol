// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev Moves nothing while its issuer has paused it, as USDC can be.
contract PausedToken is LocalUSDC {
    bool public paused = true;

    error Paused();

    function unpause() external {
        paused = false;
    }

    function transfer(address to, uint256 value) public override returns (bool) {
        if (paused) revert Paused();
        return super.transfer(to, value);
    }
}
