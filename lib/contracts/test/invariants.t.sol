// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit} from "../src/Deposit.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {LocalUSDC} from "../src/local/LocalUSDC.sol";
import {DepositHandler} from "./support/DepositHandler.sol";
import {Vm} from "./support/Vm.sol";

/// @dev What holds after any sequence of the handler's calls.
contract InvariantsTest {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    DepositFactory private factory;
    DepositHandler private handler;
    address[] private expectedAddresses;

    function setUp() public {
        factory = new DepositFactory();
        handler = new DepositHandler(factory);
        for (uint256 i = 0; i < handler.depositCount(); ++i) {
            expectedAddresses.push(factory.depositAddress(handler.terms(i)));
        }
    }

    /// @dev forge calls the handler alone.
    function targetContracts() public view returns (address[] memory targets) {
        targets = new address[](1);
        targets[0] = address(handler);
    }

    function invariant_fundsAreConserved() public view {
        for (uint256 t = 0; t < 4; ++t) {
            address token = handler.tokens(t);
            vm.assertEq(handler.total(token), handler.paid(token), "what was paid in is somewhere");
        }
    }

    function invariant_onlyMerchantsAndWhomTheAuthorityChoseReceive() public view {
        for (uint256 t = 0; t < 4; ++t) {
            address token = handler.tokens(t);
            vm.assertEq(handler.countUndue(token, 0, true), 0, "what is due to everybody");
            vm.assertEq(handler.balanceOf(token, address(factory)), 0, "factory");
            vm.assertEq(handler.balanceOf(token, factory.depositImplementation()), 0, "implementation");
        }
    }

    function invariant_aStrangerCanOnlyMakeTheMerchantRicher() public view {
        vm.assertEq(handler.gainsByStrangers(), 0, "gains of others than merchants, and losses");
        for (uint256 t = 0; t < 4; ++t) {
            vm.assertEq(handler.countUndue(handler.tokens(t), 4, false), 0, "what is due to strangers");
        }
    }

    function invariant_permissionsAreThoseOfTheTerms() public view {
        vm.assertEq(handler.wrongSweeps(), 0, "sweeps");
        vm.assertEq(handler.wrongRefunds(), 0, "refunds");
    }

    function invariant_oneItemsFailureTouchesNoOther() public view {
        vm.assertEq(handler.wrongItems(), 0, "items of batches");
    }

    function invariant_addressesDependOnNoChain() public view {
        for (uint256 i = 0; i < expectedAddresses.length; ++i) {
            vm.assertEq(factory.depositAddress(handler.terms(i)), expectedAddresses[i], "address");
        }
    }

    function invariant_termsNeverChange() public view {
        for (uint256 i = 0; i < expectedAddresses.length; ++i) {
            if (expectedAddresses[i].code.length == 0) continue;
            DepositFactory.DepositTerms memory expected = handler.terms(i);
            (address merchant, address refundAuthority, bool openSweep) = Deposit(payable(expectedAddresses[i])).terms();
            vm.assertEq(merchant, expected.merchant, "merchant");
            vm.assertEq(refundAuthority, expected.refundAuthority, "refund authority");
            vm.assertTrue(openSweep == expected.openSweep, "open sweep");
        }
    }

    /// @dev Of one deposit at a time, for speed. What happens in here is taken back by forge before the next call.
    function invariant_aDepositCanBeUsedAgainAfterASweep() public {
        uint256 index = (handler.sweeps() + handler.refunds() + handler.refusals()) % handler.depositCount();
        DepositFactory.DepositTerms memory terms = handler.terms(index);
        Deposit deposit = Deposit(payable(factory.deploy(terms)));
        LocalUSDC usdc = LocalUSDC(handler.tokens(1));
        for (uint256 again = 0; again < 2; ++again) {
            uint256 before = usdc.balanceOf(terms.merchant);
            uint256 held = usdc.balanceOf(address(deposit)) + 1e6;
            usdc.mint(address(deposit), 1e6);
            vm.prank(terms.merchant);
            vm.assertEq(deposit.sweep(address(usdc)), held, "returned");
            vm.assertEq(usdc.balanceOf(terms.merchant) - before, held, "merchant");
        }
    }

    /// @dev The handler reaches what the invariants are about; otherwise they would hold of nothing.
    function test_theHandlerMovesMoneyInEachWay() public {
        for (uint256 i = 0; i < 6; ++i) {
            for (uint256 t = 0; t < 4; ++t) {
                handler.pay(i, t, 100);
            }
        }
        handler.sweepMany([uint256(0), 1, 3, 4, 5], [uint256(0), 1, 2, 3, 0], 4);
        vm.assertEq(handler.failedItems(), 5, "two closed ones, one that refuses coin, and the two that nobody could");
        vm.assertEq(handler.sweeps(), 2, "sweeps");
        handler.sweep(3, 2, 1);
        handler.sweep(3, 2, 4);
        vm.assertEq(handler.sweeps(), 3, "the merchant may");
        vm.assertEq(handler.refusals(), 1, "a stranger may not");
        handler.refund(2, 0, 0, 12, 40, true);
        handler.refund(2, 1, 0, 12, 40, false);
        handler.refund(2, 1, 5, 12, 40, true);
        vm.assertEq(handler.refunds(), 2, "refunds by the authority");
        vm.assertEq(handler.refusals(), 2, "and one by a stranger");
        handler.speakForAnother(3, 2, 5, 1);
        handler.freeze(0, true);
        handler.sweep(2, 3, 4);
        vm.assertEq(handler.refusals(), 3, "a frozen merchant");
        handler.changeMind(false);
        handler.changeChain(137);
        handler.sweep(5, 0, 4);
        vm.assertEq(handler.sweeps(), 4, "coin for whom took it at last");

        invariant_fundsAreConserved();
        invariant_onlyMerchantsAndWhomTheAuthorityChoseReceive();
        invariant_aStrangerCanOnlyMakeTheMerchantRicher();
        invariant_permissionsAreThoseOfTheTerms();
        invariant_oneItemsFailureTouchesNoOther();
        invariant_addressesDependOnNoChain();
        invariant_termsNeverChange();
        invariant_aDepositCanBeUsedAgainAfterASweep();
    }
}
