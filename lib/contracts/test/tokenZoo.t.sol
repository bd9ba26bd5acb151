// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Deposit} from "../src/Deposit.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {DecimalsToken, FalseToken, PausedToken, ReentrantToken} from "./mocks/HostileTokens.sol";
import {DenylistToken, FeeToken} from "./tokens/TestTokens.sol";

/// @dev Tokens that behave otherwise than the standard's text: nothing is lost by them, and refusals are told.
/// Missing return values are LocalUSDT's, throughout the tests.
contract TokenZooTest is DepositTest {
    Deposit internal deposit;

    function setUp() public override {
        super.setUp();
        deposit = deployOpen("checkout");
    }

    function testFuzz_aFeeIsTheMerchantsLossAndTheWholeBalanceLeaves(uint128 amount) public {
        FeeToken token = new FeeToken();
        token.mint(address(deposit), amount);

        vm.assertEq(deposit.sweep(address(token)), amount, "returned: what left");

        vm.assertEq(token.balanceOf(MERCHANT), amount - amount / 1_000, "merchant: what arrived");
        vm.assertEq(token.balanceOf(address(deposit)), 0, "deposit");
    }

    function test_aFeeIsTakenFromARefundToo() public {
        FeeToken token = new FeeToken();
        token.mint(address(deposit), 5_000);
        vm.prank(AUTHORITY);
        deposit.refund(address(token), CUSTOMER, 2_000);
        vm.assertEq(token.balanceOf(CUSTOMER), 1_998, "customer");
        vm.assertEq(token.balanceOf(address(deposit)), 3_000, "deposit");
    }

    function test_aPausedTokenWaitsInTheDeposit() public {
        PausedToken token = new PausedToken();
        token.mint(address(deposit), 5e6);
        vm.expectRevert(abi.encodeWithSelector(PausedToken.Paused.selector));
        deposit.sweep(address(token));
        vm.expectRevert(abi.encodeWithSelector(PausedToken.Paused.selector));
        vm.prank(AUTHORITY);
        deposit.refund(address(token), CUSTOMER, 1e6);

        token.unpause();
        vm.prank(AUTHORITY);
        deposit.refund(address(token), CUSTOMER, 1e6);
        deposit.sweep(address(token));
        vm.assertEq(token.balanceOf(CUSTOMER), 1e6, "customer");
        vm.assertEq(token.balanceOf(MERCHANT), 4e6, "merchant");
    }

    function test_aFrozenCustomerIsNotRefundedAndTheMerchantStillPaid() public {
        DenylistToken token = new DenylistToken();
        token.mint(address(deposit), 5e6);
        token.setDenied(CUSTOMER, true);
        vm.expectRevert(abi.encodeWithSelector(DenylistToken.Denied.selector, CUSTOMER));
        vm.prank(AUTHORITY);
        deposit.refund(address(token), CUSTOMER, 5e6);

        deposit.sweep(address(token));
        vm.assertEq(token.balanceOf(MERCHANT), 5e6, "merchant");
    }

    function test_aFrozenDepositKeepsItsOtherTokensMovable() public {
        DenylistToken token = new DenylistToken();
        token.mint(address(deposit), 5e6);
        token.setDenied(address(deposit), true);
        usdc.mint(address(deposit), 3e6);
        vm.expectRevert(abi.encodeWithSelector(DenylistToken.Denied.selector, address(deposit)));
        deposit.sweep(address(token));
        deposit.sweep(address(usdc));
        vm.assertEq(usdc.balanceOf(MERCHANT), 3e6, "merchant");
    }

    function test_falseIsAFailureForBothWaysOut() public {
        FalseToken token = new FalseToken();
        token.mint(address(deposit), 5e6);
        bytes memory failed = abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token));
        vm.expectRevert(failed);
        deposit.sweep(address(token));
        vm.expectRevert(failed);
        vm.prank(AUTHORITY);
        factory.refund(openTerms("checkout"), address(token), CUSTOMER, 5e6);
        vm.assertEq(token.balanceOf(address(deposit)), 5e6, "deposit");
    }

    function testFuzz_decimalsMakeNoDifference(uint8 decimals, uint256 amount) public {
        DecimalsToken token = new DecimalsToken(decimals);
        token.mint(address(deposit), amount);
        deposit.sweep(address(token));
        vm.assertEq(token.balanceOf(MERCHANT), amount, "merchant");
    }

    function test_aReentrantTokenCannotTurnARefundIntoASecondOne() public {
        ReentrantToken token = new ReentrantToken();
        token.mint(address(deposit), 5e6);
        token.reenter(address(deposit), abi.encodeCall(Deposit.refund, (address(token), STRANGER, 1e6)));
        vm.prank(AUTHORITY);
        deposit.refund(address(token), CUSTOMER, 1e6);
        vm.assertTrue(token.reentered() && !token.succeeded(), "the inner refund was refused");
        vm.assertEq(token.balanceOf(address(deposit)), 4e6, "deposit");
    }
}
