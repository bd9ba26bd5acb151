// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC1271} from "@openzeppelin/contracts/interfaces/IERC1271.sol";
import {ECDSA} from "@openzeppelin/contracts/utils/cryptography/ECDSA.sol";

/// @dev Refuses coin with far more data than anyone wants to copy.
contract CoinBomb {
    receive() external payable {
        assembly {
            mstore(0, not(0))
            mstore(0x40, 0)
            revert(0, 50000)
        }
    }
}

/// @dev Spends all the gas that a payment of coin brings.
contract CoinBurner {
    receive() external payable {
        assembly {
            invalid()
        }
    }
}

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

/// @dev A wallet with code whose owner signs for it (ERC-1271).
contract ContractWallet is IERC1271 {
    address private immutable _owner;

    constructor(address owner) {
        _owner = owner;
    }

    function isValidSignature(bytes32 hash, bytes calldata signature) external view returns (bytes4) {
        return ECDSA.recover(hash, signature) == _owner ? IERC1271.isValidSignature.selector : bytes4(0);
    }
}

/// @dev Makes a call of its own choice while it is paid coin.
contract ReentrantReceiver {
    address private target;
    bytes private callData;
    bool private inside;

    bool public reentered;
    bool public succeeded;

    function reenter(address target_, bytes calldata callData_) external {
        target = target_;
        callData = callData_;
    }

    receive() external payable {
        if (inside || target == address(0)) return;
        inside = true;
        reentered = true;
        (succeeded,) = target.call(callData);
        inside = false;
    }
}
