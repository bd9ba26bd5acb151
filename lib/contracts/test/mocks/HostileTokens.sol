// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalUSDC} from "../../src/local/LocalUSDC.sol";
import {ERC20} from "@openzeppelin/contracts/token/ERC20/ERC20.sol";

/// @dev Reverts with far more data than anyone wants to copy.
contract BombToken is LocalUSDC {
    function transfer(address, uint256) public pure override returns (bool) {
        assembly {
            mstore(0, not(0))
            mstore(0x40, 0)
            revert(0, 50000)
        }
    }
}

/// @dev Any number of decimals, from none to more than anyone needs.
contract DecimalsToken is ERC20 {
    uint8 private immutable _decimals;

    constructor(uint8 decimals_) ERC20("Decimals", "DEC") {
        _decimals = decimals_;
    }

    function mint(address to, uint256 amount) external {
        _mint(to, amount);
    }

    function decimals() public view override returns (uint8) {
        return _decimals;
    }
}

/// @dev Refuses every transfer by answering false instead of reverting.
contract FalseToken is LocalUSDC {
    function transfer(address, uint256) public pure override returns (bool) {
        return false;
    }
}

/// @dev Spends all the gas it is given.
contract GasBurnerToken is LocalUSDC {
    function transfer(address, uint256) public pure override returns (bool) {
        assembly {
            invalid()
        }
    }
}

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
