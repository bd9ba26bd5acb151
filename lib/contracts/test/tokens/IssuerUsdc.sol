// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";

/// @dev What Circle may do with USDC (FiatToken V2.2): pause all transfers, and block accounts. It answers and reverts as
/// the real token does, for transfers by signature too. Anyone may act as the issuer.
contract IssuerUsdc is LocalUSDC {
    bool public paused;
    mapping(address account => bool) public isBlacklisted;

    function pause(bool isPaused) external {
        paused = isPaused;
    }

    function blacklist(address account, bool isBlocked) external {
        isBlacklisted[account] = isBlocked;
    }

    function _update(address from, address to, uint256 value) internal override {
        require(!paused, "Pausable: paused");
        require(!isBlacklisted[from] && !isBlacklisted[to], "Blacklistable: account is blacklisted");
        super._update(from, to, value);
    }
}
