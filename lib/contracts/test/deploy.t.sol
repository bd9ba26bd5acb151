// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {DeployFactory} from "../script/DeployFactory.s.sol";
import {DepositFactory} from "../src/DepositFactory.sol";
import {DepositTest} from "./support/DepositTest.sol";

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
