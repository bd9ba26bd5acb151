// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @title LocalUSDC
/// @notice Stands in for USDC on local chains. Anyone may mint; it is worth nothing.
contract LocalUSDC is ERC20 {
    /// @dev Name and symbol as the real token's.
    constructor() ERC20("USD Coin", "USDC") {}

    /// @notice Gives `to` new tokens.
    /// @param to The receiver.
    /// @param amount The amount, in millionths.
    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    /// @notice Six decimals, as the real token.
    /// @return The number of decimals.
    function decimals() public pure override returns (uint8) {
        return 6;
    }
}
