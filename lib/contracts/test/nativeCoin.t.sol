// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Errors} from "@openzeppelin/contracts/utils/Errors.sol";
import {Deposit} from "../src/Deposit.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {CoinBomb, CoinBurner, CoinRefuser, ReentrantReceiver} from "./mocks/Receivers.sol";

/// @dev The chain's own coin, which is the token with the address zero.
contract NativeCoinTest is DepositTest {
    function termsOf(bytes32 key, address merchant) private pure returns (DepositFactory.DepositTerms memory) {
        return DepositFactory.DepositTerms(key, merchant, AUTHORITY, true);
    }

    function deployFor(address merchant) private returns (Deposit) {
        return Deposit(payable(factory.deploy(termsOf("checkout", merchant))));
    }

    /// @dev A batch with coin for `merchant` between two honest deposits, one of coin and one of USDC.
    function batchAround(address merchant) private returns (DepositFactory.SweepItem[] memory items) {
        items = new DepositFactory.SweepItem[](3);
        items[0] = DepositFactory.SweepItem(openTerms("first"), COIN);
        items[1] = DepositFactory.SweepItem(termsOf("middle", merchant), COIN);
        items[2] = DepositFactory.SweepItem(openTerms("last"), address(usdc));
        payCoin(factory.depositAddress(items[0].terms), 1 ether);
        payCoin(factory.depositAddress(items[1].terms), 5 ether);
        usdc.mint(factory.depositAddress(items[2].terms), 2e6);
    }

    function onlyTheMiddleFails(address merchant, bytes memory reason) private {
        DepositFactory.SweepItem[] memory items = batchAround(merchant);
        address middle = factory.depositAddress(items[1].terms);
        vm.expectEmit(address(factory));
        emit DepositFactory.SweepFailed(middle, COIN, reason);
        vm.prank(STRANGER);
        bool[] memory succeeded = factory.sweepMany(items);

        vm.assertTrue(succeeded[0] && !succeeded[1] && succeeded[2], "succeeded");
        vm.assertEq(MERCHANT.balance, 1 ether, "the coin beside it is paid");
        vm.assertEq(usdc.balanceOf(MERCHANT), 2e6, "the token after it too");
        vm.assertEq(middle.balance, 5 ether, "the failed one keeps its coin");
    }

    function testFuzz_isTakenBeforeAndAfterDeploymentAndSweptWhole(uint96 before, uint96 later) public {
        payCoin(factory.depositAddress(openTerms("checkout")), before);
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), later);

        vm.prank(STRANGER);
        uint256 swept = deposit.sweep(COIN);

        vm.assertEq(swept, uint256(before) + later, "returned");
        vm.assertEq(MERCHANT.balance, swept, "merchant");
        vm.assertEq(address(deposit).balance, 0, "deposit");
    }

    function test_theDepositItselfEmitsTheEvents() public {
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), 3 ether);

        vm.expectEmit(address(deposit));
        emit Deposit.DepositRefunded(COIN, CUSTOMER, 1 ether);
        vm.prank(AUTHORITY);
        deposit.refund(COIN, CUSTOMER, 1 ether);

        vm.expectEmit(address(deposit));
        emit Deposit.DepositSwept(COIN, MERCHANT, 2 ether);
        deposit.sweep(COIN);
    }

    function test_noCoinIsSweptWithoutAnEvent() public {
        Deposit deposit = deployOpen("checkout");
        vm.recordLogs();
        vm.assertEq(deposit.sweep(COIN), 0, "returned");
        vm.assertEq(vm.getRecordedLogs().length, 0, "logs");
    }

    function test_coinAndTokensAreSweptApart() public {
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), 1 ether);
        usdc.mint(address(deposit), 5e6);

        deposit.sweep(COIN);
        vm.assertEq(usdc.balanceOf(address(deposit)), 5e6, "token stays");
        payCoin(address(deposit), 2 ether);
        deposit.sweep(address(usdc));
        vm.assertEq(address(deposit).balance, 2 ether, "coin stays");
    }

    function test_aClosedDepositKeepsItsCoinFromStrangers() public {
        Deposit deposit = deployClosed("checkout");
        payCoin(address(deposit), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(Deposit.SweepNotAllowed.selector, STRANGER));
        vm.prank(STRANGER);
        deposit.sweep(COIN);
    }

    function testFuzz_theAuthorityRefundsAnyPart(uint96 held, uint96 amount) public {
        vm.assume(held > 0);
        amount = 1 + amount % held;
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), held);
        uint256 before = CUSTOMER.balance;

        vm.prank(AUTHORITY);
        deposit.refund(COIN, CUSTOMER, amount);

        vm.assertEq(CUSTOMER.balance - before, amount, "customer");
        vm.assertEq(address(deposit).balance, held - amount, "deposit");
    }

    function testFuzz_nobodyElseMayRefundCoin(address caller) public {
        vm.assume(caller != AUTHORITY);
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(Deposit.RefundNotAllowed.selector, caller));
        vm.prank(caller);
        deposit.refund(COIN, caller, 1 ether);
    }

    function test_aRefundOfMoreThanThereIsIsRefused() public {
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(Errors.InsufficientBalance.selector, 1 ether, 1 ether + 1));
        vm.prank(AUTHORITY);
        deposit.refund(COIN, CUSTOMER, 1 ether + 1);
    }

    function test_aRefundToWhoRefusesCoinIsTakenBack() public {
        CoinRefuser refuser = new CoinRefuser();
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(CoinRefuser.NoCoin.selector, 1 ether));
        vm.prank(AUTHORITY);
        deposit.refund(COIN, address(refuser), 1 ether);
        vm.assertEq(address(deposit).balance, 1 ether, "deposit");
    }

    function test_aMerchantThatRefusesCoinGetsItOnceItTakesIt() public {
        CoinRefuser merchant = new CoinRefuser();
        Deposit deposit = deployFor(address(merchant));
        payCoin(address(deposit), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(CoinRefuser.NoCoin.selector, 1 ether));
        deposit.sweep(COIN);

        merchant.setRefuses(false);
        deposit.sweep(COIN);
        vm.assertEq(address(merchant).balance, 1 ether, "merchant");
    }

    function test_aMerchantWithoutAWayToTakeCoinIsNamedByTheError() public {
        Deposit deposit = deployFor(address(usdc));
        payCoin(address(deposit), 1 ether);
        vm.expectRevert(abi.encodeWithSelector(Errors.FailedCall.selector));
        deposit.sweep(COIN);
    }

    function test_aBatchSweepsCoinBesideTokens() public {
        bool[] memory succeeded = factory.sweepMany(batchAround(MERCHANT));
        vm.assertTrue(succeeded[0] && succeeded[1] && succeeded[2], "succeeded");
        vm.assertEq(MERCHANT.balance, 6 ether, "coin");
        vm.assertEq(usdc.balanceOf(MERCHANT), 2e6, "token");
    }

    function test_aMerchantThatRefusesCoinFailsAlone() public {
        onlyTheMiddleFails(
            address(new CoinRefuser()), abi.encodeWithSelector(CoinRefuser.NoCoin.selector, uint256(5 ether))
        );
    }

    function test_aMerchantThatBurnsItsGasFailsAlone() public {
        onlyTheMiddleFails(address(new CoinBurner()), abi.encodeWithSelector(Errors.FailedCall.selector));
    }

    function test_aMerchantThatAnswersAtLengthFailsAlone() public {
        bytes memory reason = new bytes(256);
        for (uint256 i = 0; i < 32; ++i) {
            reason[i] = 0xff;
        }
        onlyTheMiddleFails(address(new CoinBomb()), reason);
    }

    function test_aReentrantMerchantIsPaidOnce() public {
        ReentrantReceiver merchant = new ReentrantReceiver();
        Deposit deposit = deployFor(address(merchant));
        payCoin(address(deposit), 1 ether);
        payCoin(address(deployOpen("other")), 7 ether);
        merchant.reenter(address(deposit), abi.encodeCall(Deposit.sweep, (COIN)));

        vm.recordLogs();
        deposit.sweep(COIN);

        vm.assertTrue(merchant.reentered() && merchant.succeeded(), "the inner sweep found nothing");
        vm.assertEq(countEvents(vm.getRecordedLogs(), Deposit.DepositSwept.selector), 1, "sweeps");
        vm.assertEq(address(merchant).balance, 1 ether, "merchant");
    }

    function test_aReentrantReceiverOfARefundHasNoPermission() public {
        ReentrantReceiver receiver = new ReentrantReceiver();
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), 3 ether);
        receiver.reenter(
            address(factory), abi.encodeCall(factory.refund, (openTerms("checkout"), COIN, address(receiver), 1 ether))
        );

        vm.prank(AUTHORITY);
        deposit.refund(COIN, address(receiver), 1 ether);

        vm.assertTrue(receiver.reentered() && !receiver.succeeded(), "the second refund was refused");
        vm.assertEq(address(receiver).balance, 1 ether, "receiver");
        vm.assertEq(address(deposit).balance, 2 ether, "deposit");
    }

    function test_aReentrantReceiverCanSweepTheRestToTheMerchantAlone() public {
        ReentrantReceiver receiver = new ReentrantReceiver();
        Deposit deposit = deployOpen("checkout");
        payCoin(address(deposit), 3 ether);
        receiver.reenter(address(deposit), abi.encodeCall(Deposit.sweep, (COIN)));

        vm.prank(AUTHORITY);
        deposit.refund(COIN, address(receiver), 1 ether);

        vm.assertTrue(receiver.succeeded(), "swept inside");
        vm.assertEq(MERCHANT.balance, 2 ether, "merchant");
        vm.assertEq(address(receiver).balance, 1 ether, "receiver");
    }

    function test_factoryAndImplementationTakeNoCoin() public {
        vm.deal(CUSTOMER, 2 ether);
        address bare = factory.depositImplementation();

        vm.prank(CUSTOMER);
        (bool success, bytes memory reason) = bare.call{value: 1 ether}("");
        vm.assertTrue(!success, "the implementation refuses");
        vm.assertEq(reason, abi.encodeWithSelector(Deposit.NotADeposit.selector, bare), "reason");

        vm.prank(CUSTOMER);
        (success,) = address(factory).call{value: 1 ether}("");
        vm.assertTrue(!success, "the factory refuses");
        vm.assertEq(CUSTOMER.balance, 2 ether, "customer");
    }
}
