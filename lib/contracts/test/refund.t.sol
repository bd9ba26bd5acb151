// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Deposit} from "../src/Deposit.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {FalseToken} from "./mocks/FalseToken.sol";

contract RefundTest is DepositTest {
    Deposit internal deposit;

    function setUp() public override {
        super.setUp();
        deposit = deployOpen("checkout");
    }

    function testFuzz_theAuthorityRefundsAnyPart(uint256 held, uint256 amount) public {
        vm.assume(held > 0);
        amount = 1 + amount % held;
        usdc.mint(address(deposit), held);

        vm.prank(AUTHORITY);
        deposit.refund(address(usdc), CUSTOMER, amount);

        vm.assertEq(usdc.balanceOf(CUSTOMER), amount, "customer");
        vm.assertEq(usdc.balanceOf(address(deposit)), held - amount, "deposit");
    }

    function testFuzz_refundsATokenWithoutReturnValue(uint256 amount) public {
        vm.assume(amount > 0);
        usdt.mint(address(deposit), amount);

        vm.prank(AUTHORITY);
        deposit.refund(address(usdt), CUSTOMER, amount);

        vm.assertEq(usdt.balanceOf(CUSTOMER), amount, "customer");
    }

    function testFuzz_nobodyElseMayRefund(address caller) public {
        vm.assume(caller != AUTHORITY);
        usdc.mint(address(deposit), 5e6);

        vm.expectRevert(abi.encodeWithSelector(Deposit.RefundNotAllowed.selector, caller));
        vm.prank(caller);
        deposit.refund(address(usdc), caller, 5e6);

        vm.assertEq(usdc.balanceOf(address(deposit)), 5e6, "deposit");
    }

    function test_theMerchantMayNotRefundUnlessItIsTheAuthority() public {
        usdc.mint(address(deposit), 5e6);
        vm.expectRevert(abi.encodeWithSelector(Deposit.RefundNotAllowed.selector, MERCHANT));
        vm.prank(MERCHANT);
        deposit.refund(address(usdc), MERCHANT, 5e6);
    }

    function test_theDepositItselfEmitsTheEvent() public {
        usdc.mint(address(deposit), 5e6);

        vm.expectEmit(address(deposit));
        emit Deposit.DepositRefunded(address(usdc), CUSTOMER, 2e6);
        vm.prank(AUTHORITY);
        deposit.refund(address(usdc), CUSTOMER, 2e6);
    }

    function test_theRestStillGoesToTheMerchant() public {
        usdc.mint(address(deposit), 5e6);
        vm.prank(AUTHORITY);
        deposit.refund(address(usdc), CUSTOMER, 2e6);
        deposit.sweep(address(usdc));

        vm.assertEq(usdc.balanceOf(MERCHANT), 3e6, "merchant");
    }

    function test_moreThanTheBalanceIsRefused() public {
        usdc.mint(address(deposit), 5e6);
        vm.expectRevert(
            abi.encodeWithSelector(IERC20Errors.ERC20InsufficientBalance.selector, address(deposit), 5e6, 5e6 + 1)
        );
        vm.prank(AUTHORITY);
        deposit.refund(address(usdc), CUSTOMER, 5e6 + 1);
    }

    function refuses(address to) private {
        usdc.mint(address(deposit), 5e6);
        vm.expectRevert(abi.encodeWithSelector(Deposit.InvalidRefundRecipient.selector, to));
        vm.prank(AUTHORITY);
        deposit.refund(address(usdc), to, 1e6);
    }

    function test_theZeroAddressIsNoRecipient() public {
        refuses(address(0));
    }

    function test_theDepositItselfIsNoRecipient() public {
        refuses(address(deposit));
    }

    function test_theTokenIsNoRecipient() public {
        refuses(address(usdc));
    }

    function test_theFactoryIsNoRecipient() public {
        refuses(address(factory));
    }

    function test_theImplementationIsNoRecipient() public {
        refuses(factory.depositImplementation());
    }

    function testFuzz_onlyTheFactorySpeaksForTheAuthority(address caller) public {
        vm.assume(caller != address(factory));
        usdc.mint(address(deposit), 5e6);
        vm.expectRevert(abi.encodeWithSelector(Deposit.NotTheFactory.selector, caller));
        vm.prank(caller);
        deposit.refundFor(address(usdc), CUSTOMER, 5e6, AUTHORITY);
    }

    function test_theFactoryIsBelievedWhoCalledIt() public {
        usdc.mint(address(deposit), 5e6);
        vm.prank(address(factory));
        deposit.refundFor(address(usdc), CUSTOMER, 1e6, AUTHORITY);
        vm.assertEq(usdc.balanceOf(CUSTOMER), 1e6, "customer");

        vm.expectRevert(abi.encodeWithSelector(Deposit.RefundNotAllowed.selector, MERCHANT));
        vm.prank(address(factory));
        deposit.refundFor(address(usdc), CUSTOMER, 1e6, MERCHANT);
    }

    function test_nothingIsNoRefund() public {
        vm.expectRevert(abi.encodeWithSelector(Deposit.ZeroRefund.selector, address(usdc)));
        vm.prank(AUTHORITY);
        deposit.refund(address(usdc), CUSTOMER, 0);
    }

    function test_aTransferThatAnswersFalseReverts() public {
        FalseToken token = new FalseToken();
        token.mint(address(deposit), 5e6);
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
        vm.prank(AUTHORITY);
        deposit.refund(address(token), CUSTOMER, 1e6);
    }

    function test_anAddressWithoutCodeIsNoToken() public {
        vm.expectRevert(abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, STRANGER));
        vm.prank(AUTHORITY);
        deposit.refund(STRANGER, CUSTOMER, 1);
    }
}
