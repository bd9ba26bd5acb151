// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @dev Takes coin only when it likes to, and says why not.
contract CoinRefuser {
    bool public refuses = true;

    error NoCoin(uint256 amount);

    receive() external payable {
        if (refuses) revert NoCoin(msg.value);
    }

    function setRefuses(bool refuses_) external {
        refuses = refuses_;
    }
}
