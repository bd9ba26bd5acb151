// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit} from "../../src/Deposit.sol";
import {DepositFactory} from "../../src/DepositFactory.sol";
import {LocalUSDC} from "../../src/local/LocalUSDC.sol";
import {LocalUSDT} from "../../src/local/LocalUSDT.sol";
import {Vm} from "./Vm.sol";

/// @dev What every test starts from: a factory, two tokens, and the people.
abstract contract DepositTest {
    Vm internal constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    address internal constant COIN = address(0);
    address internal constant MERCHANT = address(0xA11CE);
    address internal constant AUTHORITY = address(0xB0B);
    address internal constant CUSTOMER = address(0xC0FFEE);
    address internal constant STRANGER = address(0xDEAD1);

    DepositFactory internal factory;
    LocalUSDC internal usdc;
    LocalUSDT internal usdt;

    function setUp() public virtual {
        factory = new DepositFactory();
        usdc = new LocalUSDC();
        usdt = new LocalUSDT();
    }

    function openTerms(bytes32 checkoutKey) internal pure returns (DepositFactory.DepositTerms memory) {
        return DepositFactory.DepositTerms(checkoutKey, MERCHANT, AUTHORITY, true);
    }

    function closedTerms(bytes32 checkoutKey) internal pure returns (DepositFactory.DepositTerms memory) {
        return DepositFactory.DepositTerms(checkoutKey, MERCHANT, AUTHORITY, false);
    }

    function deployOpen(bytes32 checkoutKey) internal returns (Deposit) {
        return Deposit(payable(factory.deploy(openTerms(checkoutKey))));
    }

    function deployClosed(bytes32 checkoutKey) internal returns (Deposit) {
        return Deposit(payable(factory.deploy(closedTerms(checkoutKey))));
    }

    /// @dev Pays `amount` of the chain's own coin as a customer's wallet does.
    function payCoin(address to, uint256 amount) internal {
        vm.deal(CUSTOMER, CUSTOMER.balance + amount);
        vm.prank(CUSTOMER);
        (bool success,) = to.call{value: amount}("");
        vm.assertTrue(success, "coin was taken");
    }

    /// @dev How many of `logs` carry `topic` as their event.
    function countEvents(Vm.Log[] memory logs, bytes32 topic) internal pure returns (uint256 count) {
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics.length > 0 && logs[i].topics[0] == topic) ++count;
        }
    }
}
