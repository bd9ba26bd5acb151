// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Deposit} from "../src/Deposit.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {DenylistToken} from "./tokens/TestTokens.sol";
import {FalseToken, ReentrantToken} from "./mocks/HostileTokens.sol";

contract SweepTest is DepositTest {
    function testFuzz_paysTheWholeBalanceToTheMerchant(uint256 amount) public {
        Deposit deposit = deployOpen("checkout");
        usdc.mint(address(deposit), amount);

        uint256 swept = deposit.sweep(address(usdc));

        vm.assertEq(swept, amount, "returned");
        vm.assertEq(usdc.balanceOf(MERCHANT), amount, "merchant");
        vm.assertEq(usdc.balanceOf(address(deposit)), 0, "deposit");
    }

    function testFuzz_paysATokenWithoutReturnValue(uint256 amount) public {
        Deposit deposit = deployOpen("checkout");
        usdt.mint(address(deposit), amount);

        vm.assertEq(deposit.sweep(address(usdt)), amount, "returned");
        vm.assertEq(usdt.balanceOf(MERCHANT), amount, "merchant");
    }

    function testFuzz_anyoneMaySweepAnOpenDeposit(address caller) public {
        Deposit deposit = deployOpen("checkout");
        usdc.mint(address(deposit), 5e6);

        vm.prank(caller);
        deposit.sweep(address(usdc));

        vm.assertEq(usdc.balanceOf(MERCHANT), 5e6, "merchant");
    }

    function testFuzz_nobodyElseMaySweepAClosedDeposit(address caller) public {
        vm.assume(caller != MERCHANT && caller != AUTHORITY);
        Deposit deposit = deployClosed("checkout");
        usdc.mint(address(deposit), 5e6);

        vm.expectRevert(abi.encodeWithSelector(Deposit.SweepNotAllowed.selector, caller));
        vm.prank(caller);
        deposit.sweep(address(usdc));

        vm.assertEq(usdc.balanceOf(address(deposit)), 5e6, "deposit");
    }

    function test_theMerchantMaySweepAClosedDeposit() public {
        Deposit deposit = deployClosed("checkout");
        usdc.mint(address(deposit), 5e6);

        vm.prank(MERCHANT);
        deposit.sweep(address(usdc));

        vm.assertEq(usdc.balanceOf(MERCHANT), 5e6, "merchant");
    }

    function test_theRefundAuthorityMaySweepAClosedDepositToTheMerchant() public {
        Deposit deposit = deployClosed("checkout");
        usdc.mint(address(deposit), 5e6);

        vm.prank(AUTHORITY);
        deposit.sweep(address(usdc));

        vm.assertEq(usdc.balanceOf(MERCHANT), 5e6, "merchant");
        vm.assertEq(usdc.balanceOf(AUTHORITY), 0, "authority");
    }

    function test_theDepositItselfEmitsTheEvent() public {
        Deposit deposit = deployOpen("checkout");
        usdc.mint(address(deposit), 5e6);

        vm.expectEmit(address(deposit));
        emit Deposit.DepositSwept(address(usdc), MERCHANT, 5e6);
        deposit.sweep(address(usdc));
    }

    function test_aZeroBalanceSucceedsAndEmitsNothing() public {
        Deposit deposit = deployOpen("checkout");

        vm.recordLogs();
        vm.assertEq(deposit.sweep(address(usdc)), 0, "returned");
        vm.assertEq(vm.getRecordedLogs().length, 0, "logs");
    }

    function test_aPaymentAfterASweepCanBeSweptToo() public {
        Deposit deposit = deployOpen("checkout");
        usdc.mint(address(deposit), 5e6);
        deposit.sweep(address(usdc));
        usdc.mint(address(deposit), 2e6);
        deposit.sweep(address(usdc));

        vm.assertEq(usdc.balanceOf(MERCHANT), 7e6, "merchant");
    }

    function test_oneTokenIsSweptWithoutTouchingAnother() public {
        Deposit deposit = deployOpen("checkout");
        usdc.mint(address(deposit), 5e6);
        usdt.mint(address(deposit), 3e6);

        deposit.sweep(address(usdc));

        vm.assertEq(usdt.balanceOf(address(deposit)), 3e6, "other token");
    }

    function test_anAddressWithoutCodeIsNoToken() public {
        Deposit deposit = deployOpen("checkout");
        vm.expectRevert(abi.encodeWithSelector(Deposit.TokenHasNoCode.selector, STRANGER));
        deposit.sweep(STRANGER);
    }

    function test_aTransferThatAnswersFalseReverts() public {
        Deposit deposit = deployOpen("checkout");
        FalseToken token = new FalseToken();
        token.mint(address(deposit), 5e6);

        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        deposit.sweep(address(token));
    }

    function test_aFrozenMerchantsFundsStayWithTheTokensOwnReason() public {
        Deposit deposit = deployOpen("checkout");
        DenylistToken token = new DenylistToken();
        token.mint(address(deposit), 5e6);
        token.setDenied(MERCHANT, true);

        vm.expectRevert(abi.encodeWithSelector(DenylistToken.Denied.selector, MERCHANT));
        deposit.sweep(address(token));
        vm.assertEq(token.balanceOf(address(deposit)), 5e6, "deposit");
    }

    function test_aReentrantTokenCanOnlyCauseWhatAnyoneCould() public {
        Deposit deposit = deployOpen("checkout");
        ReentrantToken token = new ReentrantToken();
        token.mint(address(deposit), 1e6);
        usdc.mint(address(deposit), 5e6);
        token.reenter(address(deposit), abi.encodeCall(Deposit.sweep, (address(usdc))));

        deposit.sweep(address(token));

        vm.assertTrue(token.reentered() && token.succeeded(), "the token's own call went through");
        vm.assertEq(usdc.balanceOf(MERCHANT), 5e6, "the other token is the merchant's");
        vm.assertEq(token.balanceOf(MERCHANT), 1e6, "its own too");
    }

    function test_aReentrantTokenGainsNoPermissionFromItsCaller() public {
        Deposit deposit = deployClosed("checkout");
        ReentrantToken token = new ReentrantToken();
        token.mint(address(deposit), 1e6);
        usdc.mint(address(deposit), 5e6);
        token.reenter(address(deposit), abi.encodeCall(Deposit.refund, (address(usdc), address(token), 5e6)));

        vm.prank(AUTHORITY);
        deposit.sweep(address(token));

        vm.assertTrue(token.reentered() && !token.succeeded(), "the refund was refused");
        vm.assertEq(usdc.balanceOf(address(deposit)), 5e6, "deposit");
    }

    function test_sweepingTwiceFromInsideATransferPaysOnce() public {
        Deposit deposit = deployOpen("checkout");
        ReentrantToken token = new ReentrantToken();
        token.mint(address(deposit), 1e6);
        token.reenter(address(deposit), abi.encodeCall(Deposit.sweep, (address(token))));

        // The inner sweep empties the deposit, so the outer transfer fails and takes the inner one back with it.
        vm.expectRevert();
        deposit.sweep(address(token));

        vm.assertEq(token.balanceOf(address(deposit)), 1e6, "deposit");
    }

    function testFuzz_onlyTheFactorySpeaksForAnotherCaller(address caller) public {
        vm.assume(caller != address(factory));
        Deposit deposit = deployClosed("checkout");

        vm.expectRevert(abi.encodeWithSelector(Deposit.NotTheFactory.selector, caller));
        vm.prank(caller);
        deposit.sweepFor(address(usdc), MERCHANT);
    }

    function test_theBareImplementationIsInert() public {
        Deposit bare = Deposit(payable(factory.depositImplementation()));
        usdc.mint(address(bare), 5e6);
        bytes memory notADeposit = abi.encodeWithSelector(Deposit.NotADeposit.selector, address(bare));

        vm.expectRevert(notADeposit);
        bare.sweep(address(usdc));
        vm.expectRevert(notADeposit);
        bare.refund(address(usdc), STRANGER, 5e6);
        vm.expectRevert(notADeposit);
        bare.terms();
        vm.expectRevert(notADeposit);
        vm.prank(address(factory));
        bare.sweepFor(address(usdc), MERCHANT);
        vm.expectRevert(notADeposit);
        vm.prank(address(factory));
        bare.refundFor(address(usdc), STRANGER, 5e6, AUTHORITY);
    }
}
