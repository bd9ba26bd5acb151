// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

/// @dev Pays many times in one transaction, out of what it holds: as an exchange does, or one who strews dust.
contract BatchPayer {
    using SafeERC20 for IERC20;

    function pay(IERC20 token, address[] calldata to, uint256[] calldata amounts) external {
        for (uint256 i = 0; i < to.length; ++i) {
            token.safeTransfer(to[i], amounts[i]);
        }
    }

    function payOften(IERC20 token, address to, uint256 amount, uint256 times) external {
        for (uint256 i = 0; i < times; ++i) {
            token.safeTransfer(to, amount);
        }
    }
}
