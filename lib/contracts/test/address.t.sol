// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DeployFactory} from "../script/DeployFactory.s.sol";
import {Deposit} from "../src/Deposit.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {DepositTest} from "./support/DepositTest.sol";

contract AddressTest is DepositTest {
    function valid(DepositFactory.DepositTerms memory terms) private pure {
        vm.assume(terms.merchant != address(0) && terms.refundAuthority != address(0));
    }

    function testFuzz_theAddressIsKnownBeforeDeployment(DepositFactory.DepositTerms memory terms) public {
        valid(terms);
        address expected = factory.depositAddress(terms);
        vm.assertEq(expected.code.length, 0, "code before");
        vm.assertEq(factory.deploy(terms), expected, "address");
        vm.assertTrue(expected.code.length > 0, "code after");
    }

    function testFuzz_theDepositReadsItsTermsBack(DepositFactory.DepositTerms memory terms) public {
        valid(terms);
        (address merchant, address refundAuthority, bool openSweep) = Deposit(payable(factory.deploy(terms))).terms();
        vm.assertEq(merchant, terms.merchant, "merchant");
        vm.assertEq(refundAuthority, terms.refundAuthority, "refund authority");
        vm.assertTrue(openSweep == terms.openSweep, "open sweep");
    }

    function testFuzz_eachTermChangesTheAddress(DepositFactory.DepositTerms memory terms, address other) public view {
        valid(terms);
        vm.assume(other != address(0) && other != terms.merchant && other != terms.refundAuthority);
        address original = factory.depositAddress(terms);
        DepositFactory.DepositTerms memory changed =
            DepositFactory.DepositTerms(~terms.checkoutKey, terms.merchant, terms.refundAuthority, terms.openSweep);
        vm.assertNotEq(factory.depositAddress(changed), original, "checkout key");

        changed = DepositFactory.DepositTerms(terms.checkoutKey, other, terms.refundAuthority, terms.openSweep);
        vm.assertNotEq(factory.depositAddress(changed), original, "merchant");

        changed = DepositFactory.DepositTerms(terms.checkoutKey, terms.merchant, other, terms.openSweep);
        vm.assertNotEq(factory.depositAddress(changed), original, "refund authority");

        changed =
            DepositFactory.DepositTerms(terms.checkoutKey, terms.merchant, terms.refundAuthority, !terms.openSweep);
        vm.assertNotEq(factory.depositAddress(changed), original, "open sweep");
    }

    function testFuzz_theChainDoesNotChangeTheAddress(DepositFactory.DepositTerms memory terms, uint64 chainId) public {
        valid(terms);
        vm.assume(chainId != 0);
        address here = factory.depositAddress(terms);
        vm.chainId(chainId);
        vm.assertEq(factory.depositAddress(terms), here, "address");
        vm.assertEq(factory.deploy(terms), here, "deployed");
    }

    function test_deployingAgainFindsWhatIsThere() public {
        address first = factory.deploy(openTerms("checkout"));
        vm.assertEq(factory.deploy(openTerms("checkout")), first, "address");
    }

    function test_moneyPaidBeforeDeploymentIsThereAfterwards() public {
        usdc.mint(factory.depositAddress(openTerms("checkout")), 5e6);
        deployOpen("checkout").sweep(address(usdc));
        vm.assertEq(usdc.balanceOf(MERCHANT), 5e6, "merchant");
    }

    function test_aZeroMerchantHasNoAddress() public {
        DepositFactory.DepositTerms memory terms = DepositFactory.DepositTerms("checkout", address(0), AUTHORITY, true);
        bytes memory invalid = abi.encodeWithSelector(DepositFactory.InvalidTerms.selector, address(0), AUTHORITY);
        vm.expectRevert(invalid);
        factory.depositAddress(terms);
        vm.expectRevert(invalid);
        factory.deploy(terms);
    }

    function test_aZeroRefundAuthorityHasNoAddress() public {
        DepositFactory.DepositTerms memory terms = DepositFactory.DepositTerms("checkout", MERCHANT, address(0), true);
        bytes memory invalid = abi.encodeWithSelector(DepositFactory.InvalidTerms.selector, MERCHANT, address(0));
        vm.expectRevert(invalid);
        factory.depositAddress(terms);
        vm.expectRevert(invalid);
        factory.deploy(terms);
    }

    function test_theImplementationKnowsItsFactory() public view {
        vm.assertEq(Deposit(payable(factory.depositImplementation())).factory(), address(factory), "factory");
    }
}

contract DeployTest is DepositTest {
    /// @dev The runtime code of the deterministic deployer, as on every chain that has it.
    bytes private constant DEPLOYER_CODE =
        hex"7fffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffffe03601600081602082378035828234f58015156039578182fd5b8082525050506014600cf3";

    DeployFactory private script;

    function setUp() public override {
        super.setUp();
        script = new DeployFactory();
        vm.etch(script.DETERMINISTIC_DEPLOYER(), DEPLOYER_CODE);
    }

    function test_theFactoryGetsItsKnownAddress() public {
        address deployed = script.run();
        vm.assertEq(deployed, script.FACTORY(), "address");
        vm.assertEq(deployed.code.length, address(factory).code.length, "code");
        vm.assertTrue(DepositFactory(deployed).depositImplementation().code.length > 0, "implementation");
    }

    function testFuzz_theAddressIsTheSameOnEveryChain(uint64 chainId) public {
        vm.assume(chainId != 0);
        vm.chainId(chainId);
        vm.assertEq(script.run(), script.FACTORY(), "address");
    }

    function test_deployingAgainChangesNothing() public {
        script.run();
        vm.assertEq(script.run(), script.FACTORY(), "address");
    }

    function test_aChainWithoutTheDeterministicDeployerIsNamed() public {
        vm.etch(script.DETERMINISTIC_DEPLOYER(), "");
        vm.chainId(4242);
        vm.expectRevert(abi.encodeWithSelector(DeployFactory.NoDeterministicDeployer.selector, 4242));
        script.run();
    }
}
