// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

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
