// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {SafeERC20} from "@openzeppelin/contracts/token/ERC20/utils/SafeERC20.sol";
import {Deposit} from "../src/Deposit.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {LocalUSDC} from "../src/local/LocalUSDC.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {Vm} from "./support/Vm.sol";
import {BombToken, FalseToken, GasBurnerToken, HeavyToken, ReentrantToken} from "./mocks/HostileTokens.sol";
import {DenylistToken} from "./tokens/TestTokens.sol";

contract SweepManyTest is DepositTest {
    /// @dev A batch of three where `suspect` pays to `terms` in the middle, between two honest USDC deposits.
    function batchAround(DepositFactory.DepositTerms memory terms, address suspect)
        private
        returns (DepositFactory.SweepItem[] memory items)
    {
        items = new DepositFactory.SweepItem[](3);
        items[0] = DepositFactory.SweepItem(openTerms("first"), address(usdc));
        items[1] = DepositFactory.SweepItem(terms, suspect);
        items[2] = DepositFactory.SweepItem(openTerms("last"), address(usdc));
        usdc.mint(factory.depositAddress(items[0].terms), 1e6);
        usdc.mint(factory.depositAddress(items[2].terms), 2e6);
    }

    /// @dev Sweeps such a batch as STRANGER and checks that the middle alone failed, with `reason`.
    function onlyTheMiddleFails(LocalUSDC suspect, bytes memory reason) private {
        DepositFactory.SweepItem[] memory items = batchAround(openTerms("middle"), address(suspect));
        address middle = factory.depositAddress(items[1].terms);
        suspect.mint(middle, 5e6);

        vm.expectEmit(address(factory));
        emit DepositFactory.SweepFailed(middle, address(suspect), reason);
        bool[] memory succeeded = factory.sweepMany(items);

        vm.assertTrue(succeeded[0] && !succeeded[1] && succeeded[2], "succeeded");
        vm.assertEq(usdc.balanceOf(MERCHANT), 3e6, "the others are paid");
        vm.assertEq(suspect.balanceOf(middle), 5e6, "the failed one keeps its balance");
    }

    function testFuzz_deploysAndPaysEachItem(uint64[8] memory amounts) public {
        DepositFactory.SweepItem[] memory items = new DepositFactory.SweepItem[](amounts.length);
        uint256 total = 0;
        for (uint256 i = 0; i < items.length; ++i) {
            address token = i % 2 == 0 ? address(usdc) : address(usdt);
            items[i] = DepositFactory.SweepItem(openTerms(bytes32(i)), token);
            LocalUSDC(token).mint(factory.depositAddress(items[i].terms), amounts[i]);
            total += amounts[i];
        }

        vm.prank(STRANGER);
        bool[] memory succeeded = factory.sweepMany(items);

        vm.assertEq(usdc.balanceOf(MERCHANT) + usdt.balanceOf(MERCHANT), total, "merchant");
        for (uint256 i = 0; i < items.length; ++i) {
            vm.assertTrue(succeeded[i], "succeeded");
            vm.assertTrue(factory.depositAddress(items[i].terms).code.length > 0, "deployed");
        }
    }

    function test_everyDepositEmitsItsOwnSweep() public {
        DepositFactory.SweepItem[] memory items = batchAround(openTerms("middle"), address(usdt));
        usdt.mint(factory.depositAddress(items[1].terms), 5e6);

        vm.expectEmit(factory.depositAddress(items[0].terms));
        emit Deposit.DepositSwept(address(usdc), MERCHANT, 1e6);
        vm.expectEmit(factory.depositAddress(items[1].terms));
        emit Deposit.DepositSwept(address(usdt), MERCHANT, 5e6);
        vm.expectEmit(factory.depositAddress(items[2].terms));
        emit Deposit.DepositSwept(address(usdc), MERCHANT, 2e6);
        factory.sweepMany(items);
    }

    function test_aDeployedDepositIsReused() public {
        DepositFactory.SweepItem[] memory items = batchAround(openTerms("middle"), address(usdt));
        deployOpen("first");
        deployOpen("middle");
        bool[] memory succeeded = factory.sweepMany(items);
        vm.assertTrue(succeeded[0] && succeeded[1] && succeeded[2], "succeeded");
        vm.assertEq(usdc.balanceOf(MERCHANT), 3e6, "merchant");
    }

    function test_theSameItemTwiceIsPaidOnceAndFailsNothing() public {
        DepositFactory.SweepItem[] memory items = batchAround(openTerms("first"), address(usdc));
        vm.recordLogs();
        bool[] memory succeeded = factory.sweepMany(items);
        vm.assertTrue(succeeded[0] && succeeded[1] && succeeded[2], "succeeded");
        vm.assertEq(countEvents(vm.getRecordedLogs(), Deposit.DepositSwept.selector), 2, "sweeps");
        vm.assertEq(usdc.balanceOf(MERCHANT), 3e6, "merchant");
    }

    function test_anEmptyBatchDoesNothing() public {
        vm.recordLogs();
        vm.assertEq(factory.sweepMany(new DepositFactory.SweepItem[](0)).length, 0, "results");
        vm.assertEq(vm.getRecordedLogs().length, 0, "logs");
    }

    function test_aFrozenAccountFailsAlone() public {
        DenylistToken token = new DenylistToken();
        token.setDenied(MERCHANT, true);
        onlyTheMiddleFails(token, abi.encodeWithSelector(DenylistToken.Denied.selector, MERCHANT));
    }

    function test_aTransferThatAnswersFalseFailsAlone() public {
        FalseToken token = new FalseToken();
        onlyTheMiddleFails(token, abi.encodeWithSelector(SafeERC20.SafeERC20FailedOperation.selector, address(token)));
    }

    function test_aTokenThatBurnsItsGasFailsAlone() public {
        onlyTheMiddleFails(new GasBurnerToken(), "");
    }

    function test_aTokenThatBurnsGasCostsNoMoreThanTheLimit() public {
        DepositFactory.SweepItem[] memory items = batchAround(openTerms("middle"), address(new GasBurnerToken()));
        LocalUSDC(items[1].token).mint(factory.depositAddress(items[1].terms), 5e6);
        factory.sweepMany(items);
        vm.assertLe(vm.lastCallGas().gasTotalUsed, factory.SWEEP_GAS_LIMIT() + 3 * 100_000, "gas");
    }

    function test_aHugeReasonIsCutAndFailsAlone() public {
        bytes memory reason = new bytes(256);
        for (uint256 i = 0; i < 32; ++i) {
            reason[i] = 0xff;
        }
        BombToken token = new BombToken();
        onlyTheMiddleFails(token, reason);
    }

    function test_anAddressWithoutCodeFailsAlone() public {
        DepositFactory.SweepItem[] memory items = batchAround(openTerms("middle"), STRANGER);
        vm.expectEmit(address(factory));
        emit DepositFactory.SweepFailed(
            factory.depositAddress(items[1].terms),
            STRANGER,
            abi.encodeWithSelector(Deposit.TokenHasNoCode.selector, STRANGER)
        );
        bool[] memory succeeded = factory.sweepMany(items);
        vm.assertTrue(succeeded[0] && !succeeded[1] && succeeded[2], "succeeded");
    }

    function test_invalidTermsFailAloneAndAreNotDeployed() public {
        DepositFactory.SweepItem[] memory items =
            batchAround(DepositFactory.DepositTerms("middle", address(0), AUTHORITY, true), address(usdc));
        vm.recordLogs();
        bool[] memory succeeded = factory.sweepMany(items);

        Vm.Log[] memory logs = vm.getRecordedLogs();
        vm.assertTrue(succeeded[0] && !succeeded[1] && succeeded[2], "succeeded");
        for (uint256 i = 0; i < logs.length; ++i) {
            if (logs[i].topics[0] != DepositFactory.SweepFailed.selector) continue;
            vm.assertEq(address(uint160(uint256(logs[i].topics[1]))).code.length, 0, "not deployed");
            vm.assertEq(
                abi.decode(logs[i].data, (bytes)),
                abi.encodeWithSelector(DepositFactory.InvalidTerms.selector, address(0), AUTHORITY),
                "reason"
            );
        }
        vm.assertEq(countEvents(logs, DepositFactory.SweepFailed.selector), 1, "failures");
    }

    function test_aStrangerCannotSweepAClosedDepositThroughTheFactory() public {
        DepositFactory.SweepItem[] memory items = batchAround(closedTerms("middle"), address(usdt));
        address middle = factory.depositAddress(items[1].terms);
        usdt.mint(middle, 5e6);

        vm.expectEmit(address(factory));
        emit DepositFactory.SweepFailed(
            middle, address(usdt), abi.encodeWithSelector(Deposit.SweepNotAllowed.selector, STRANGER)
        );
        vm.prank(STRANGER);
        bool[] memory succeeded = factory.sweepMany(items);

        vm.assertTrue(succeeded[0] && !succeeded[1] && succeeded[2], "succeeded");
        vm.assertEq(usdt.balanceOf(middle), 5e6, "deposit");
    }

    function test_merchantAndAuthoritySweepAClosedDepositThroughTheFactory() public {
        DepositFactory.SweepItem[] memory items = batchAround(closedTerms("middle"), address(usdt));
        address middle = factory.depositAddress(items[1].terms);

        usdt.mint(middle, 5e6);
        vm.prank(MERCHANT);
        factory.sweepMany(items);
        vm.assertEq(usdt.balanceOf(MERCHANT), 5e6, "by the merchant");

        usdt.mint(middle, 2e6);
        vm.prank(AUTHORITY);
        factory.sweepMany(items);
        vm.assertEq(usdt.balanceOf(MERCHANT), 7e6, "by the refund authority");
    }

    function test_aReentrantTokenGainsNoPermissionThroughTheFactory() public {
        ReentrantToken token = new ReentrantToken();
        DepositFactory.SweepItem[] memory inner = new DepositFactory.SweepItem[](1);
        inner[0] = DepositFactory.SweepItem(closedTerms("closed"), address(usdt));
        address closed = factory.depositAddress(inner[0].terms);
        usdt.mint(closed, 5e6);
        factory.deploy(inner[0].terms);
        token.reenter(closed, abi.encodeCall(Deposit.sweepFor, (address(usdt), MERCHANT)));

        DepositFactory.SweepItem[] memory items = batchAround(openTerms("middle"), address(token));
        token.mint(factory.depositAddress(items[1].terms), 1e6);
        vm.prank(MERCHANT);
        bool[] memory succeeded = factory.sweepMany(items);

        vm.assertTrue(token.reentered() && !token.succeeded(), "the inner call was refused");
        vm.assertTrue(succeeded[0] && succeeded[1] && succeeded[2], "succeeded");
        vm.assertEq(usdt.balanceOf(closed), 5e6, "closed deposit");
    }

    function test_tooLittleGasRevertsInsteadOfFailingItemsQuietly() public {
        DepositFactory.SweepItem[] memory items = batchAround(openTerms("middle"), address(usdt));
        (bool success, bytes memory revertData) =
            address(factory).call{gas: 300_000}(abi.encodeCall(factory.sweepMany, (items)));
        vm.assertTrue(!success, "refused");
        vm.assertTrue(bytes4(revertData) == DepositFactory.InsufficientGas.selector, "reason");
        vm.assertEq(usdc.balanceOf(MERCHANT), 0, "nothing moved");
    }

    function testFuzz_noAmountOfGasFailsAnHonestItem(uint256 gasLimit) public {
        HeavyToken token = new HeavyToken();
        DepositFactory.SweepItem[] memory items = new DepositFactory.SweepItem[](1);
        items[0] = DepositFactory.SweepItem(openTerms("checkout"), address(token));
        token.mint(address(deployOpen("checkout")), 5e6);
        gasLimit = 200_000 + gasLimit % 200_000;

        vm.recordLogs();
        (bool success,) = address(factory).call{gas: gasLimit}(abi.encodeCall(factory.sweepMany, (items)));

        vm.assertEq(countEvents(vm.getRecordedLogs(), DepositFactory.SweepFailed.selector), 0, "failures");
        vm.assertEq(token.balanceOf(MERCHANT), success ? 5e6 : 0, "all or nothing");
    }
}
