// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Deposit} from "../src/Deposit.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {LocalUSDC} from "../src/local/LocalUSDC.sol";
import {DepositTest} from "./support/DepositTest.sol";

/// @dev Gas of whole transactions, the 21,000 and the calldata among it, held against snapshots/GasTest.json.
contract GasTest is DepositTest {
    uint256 private constant BATCH = 50;
    uint256 private constant GOAL_PER_CHECKOUT = 75_000;

    function setUp() public override {
        super.setUp();
        // An established merchant: the receiving balance exists already.
        usdc.mint(MERCHANT, 1e6);
        usdt.mint(MERCHANT, 1e6);
    }

    function record(string memory name) private returns (uint256 gasUsed) {
        gasUsed = vm.lastCallGas().gasTotalUsed;
        vm.snapshotValue(name, gasUsed);
    }

    function sweepFifty(address token, string memory name) private {
        DepositFactory.SweepItem[] memory items = new DepositFactory.SweepItem[](BATCH);
        for (uint256 i = 0; i < BATCH; ++i) {
            items[i] = DepositFactory.SweepItem(openTerms(keccak256(abi.encode(i))), token);
            LocalUSDC(token).mint(factory.depositAddress(items[i].terms), 5e6);
        }
        factory.sweepMany(items);
        uint256 perCheckout = vm.lastCallGas().gasTotalUsed / BATCH;
        vm.snapshotValue(name, perCheckout);
        vm.assertLe(perCheckout, GOAL_PER_CHECKOUT, "gas per checkout");
    }

    function test_batchOfFiftyUsdc() public {
        sweepFifty(address(usdc), "per checkout, deployed and swept in a batch of 50, USDC");
    }

    function test_batchOfFiftyUsdt() public {
        sweepFifty(address(usdt), "per checkout, deployed and swept in a batch of 50, USDT");
    }

    function test_deploy() public {
        factory.deploy(openTerms("checkout"));
        record("deploy one deposit");
    }

    function test_sweep() public {
        Deposit deposit = deployOpen("checkout");
        usdc.mint(address(deposit), 5e6);
        deposit.sweep(address(usdc));
        record("sweep a deployed deposit, USDC");
    }

    function test_refund() public {
        Deposit deposit = deployOpen("checkout");
        usdc.mint(address(deposit), 5e6);
        usdc.mint(CUSTOMER, 1);
        vm.prank(AUTHORITY);
        deposit.refund(address(usdc), CUSTOMER, 5e6);
        record("refund from a deployed deposit, USDC");
    }
}
