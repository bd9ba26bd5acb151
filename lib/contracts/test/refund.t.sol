// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit} from "../src/Deposit.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {FalseToken} from "./mocks/HostileTokens.sol";
import {ReentrantToken} from "./mocks/HostileTokens.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";

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
