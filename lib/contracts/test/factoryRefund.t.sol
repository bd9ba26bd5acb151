// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {Deposit} from "../src/Deposit.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {ReentrantToken} from "./mocks/ReentrantToken.sol";

/// @dev Refunds that deploy what is missing first.
contract FactoryRefundTest is DepositTest {
    function testFuzz_deploysAndRefundsInOneTransaction(uint128 held, uint128 amount, bool open) public {
        vm.assume(held > 0);
        amount = 1 + amount % held;
        DepositFactory.DepositTerms memory terms = open ? openTerms("checkout") : closedTerms("checkout");
        address deposit = factory.depositAddress(terms);
        usdc.mint(deposit, held);

        vm.prank(AUTHORITY);
        factory.refund(terms, address(usdc), CUSTOMER, amount);

        vm.assertEq(usdc.balanceOf(CUSTOMER), amount, "customer");
        vm.assertEq(usdc.balanceOf(deposit), held - amount, "deposit");
        vm.assertTrue(deposit.code.length > 0, "deployed");
    }

    function test_refundsCoinTooFromADepositThatIsThere() public {
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), 3 ether);

        vm.expectEmit(address(deposit));
        emit Deposit.DepositRefunded(COIN, CUSTOMER, 1 ether);
        vm.prank(AUTHORITY);
        factory.refund(openTerms("checkout"), COIN, CUSTOMER, 1 ether);

        vm.assertEq(CUSTOMER.balance, 1 ether, "customer");
    }

    function test_aMerchantThatIsTheAuthorityRefundsItself() public {
        DepositFactory.DepositTerms memory strict = DepositFactory.DepositTerms("checkout", MERCHANT, MERCHANT, true);
        usdt.mint(factory.depositAddress(strict), 5e6);
        vm.prank(MERCHANT);
        factory.refund(strict, address(usdt), CUSTOMER, 5e6);
        vm.assertEq(usdt.balanceOf(CUSTOMER), 5e6, "customer");
    }

    function testFuzz_nobodyElseMayRefund(address caller, bool deployed) public {
        vm.assume(caller != AUTHORITY);
        if (deployed) deployOpen("checkout");
        address deposit = factory.depositAddress(openTerms("checkout"));
        usdc.mint(deposit, 5e6);

        vm.expectRevert(abi.encodeWithSelector(Deposit.RefundNotAllowed.selector, caller));
        vm.prank(caller);
        factory.refund(openTerms("checkout"), address(usdc), caller, 5e6);

        vm.assertEq(usdc.balanceOf(deposit), 5e6, "deposit");
        vm.assertTrue((deposit.code.length > 0) == deployed, "what was refused deployed nothing");
    }

    function testFuzz_anAuthorityHasNoPowerOverOthersDeposits(address other) public {
        vm.assume(other != AUTHORITY && other != address(0));
        usdc.mint(factory.depositAddress(openTerms("checkout")), 5e6);
        DepositFactory.DepositTerms memory theirs = DepositFactory.DepositTerms("checkout", MERCHANT, other, true);

        // Their own terms are another address, which is empty.
        vm.expectRevert(
            abi.encodeWithSelector(
                IERC20Errors.ERC20InsufficientBalance.selector, factory.depositAddress(theirs), 0, 5e6
            )
        );
        vm.prank(other);
        factory.refund(theirs, address(usdc), CUSTOMER, 5e6);
    }

    function test_invalidTermsAreNamed() public {
        vm.expectRevert(abi.encodeWithSelector(DepositFactory.InvalidTerms.selector, MERCHANT, address(0)));
        factory.refund(DepositFactory.DepositTerms("checkout", MERCHANT, address(0), true), address(usdc), CUSTOMER, 1);
    }

    function test_theSameReceiversAreRefused() public {
        address deposit = factory.depositAddress(openTerms("checkout"));
        address[5] memory receivers =
            [address(0), deposit, address(usdc), address(factory), factory.depositImplementation()];
        usdc.mint(deposit, 5e6);
        for (uint256 i = 0; i < receivers.length; ++i) {
            vm.expectRevert(abi.encodeWithSelector(Deposit.InvalidRefundRecipient.selector, receivers[i]));
            vm.prank(AUTHORITY);
            factory.refund(openTerms("checkout"), address(usdc), receivers[i], 1e6);
        }
    }

    function test_aReentrantTokenDoesNotInheritTheAuthority() public {
        ReentrantToken token = new ReentrantToken();
        address deposit = factory.depositAddress(openTerms("checkout"));
        token.mint(deposit, 2e6);
        usdc.mint(deposit, 5e6);
        token.reenter(
            address(factory), abi.encodeCall(factory.refund, (openTerms("checkout"), address(usdc), STRANGER, 5e6))
        );

        vm.prank(AUTHORITY);
        factory.refund(openTerms("checkout"), address(token), CUSTOMER, 1e6);

        vm.assertTrue(token.reentered() && !token.succeeded(), "the inner refund was refused");
        vm.assertEq(usdc.balanceOf(deposit), 5e6, "deposit");
    }
}
