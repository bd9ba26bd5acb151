// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20Errors} from "@openzeppelin/contracts/interfaces/draft-IERC6093.sol";
import {IERC3009, IERC3009Cancel} from "@openzeppelin/contracts/interfaces/draft-IERC3009.sol";
import {ERC3009} from "@openzeppelin/contracts/token/ERC20/extensions/draft-ERC3009.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {ContractWallet} from "./mocks/Receivers.sol";

/// @dev EIP-3009 as USDC has it, with digests put together by hand from the EIP's text.
contract LocalUsdcTest is DepositTest {
    uint256 private constant KEY = 0xA11CE5;
    uint256 private constant VALUE = 5e6;
    bytes32 private constant NONCE = keccak256("random");
    string private constant FIELDS =
        "(address from,address to,uint256 value,uint256 validAfter,uint256 validBefore,bytes32 nonce)";

    address private payer;
    address private wallet;
    address private deposit;

    function setUp() public override {
        super.setUp();
        vm.warp(1_000_000);
        payer = vm.addr(KEY);
        wallet = address(new ContractWallet(payer));
        deposit = factory.depositAddress(openTerms("checkout"));
        usdc.mint(payer, VALUE);
        usdc.mint(wallet, VALUE);
    }

    function digest(bytes32 structHash) private view returns (bytes32) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,string version,uint256 chainId,address verifyingContract)"),
                keccak256("USD Coin"),
                keccak256("2"),
                block.chainid,
                address(usdc)
            )
        );
        return keccak256(abi.encodePacked(hex"1901", domain, structHash));
    }

    function authorization(string memory kind, address from, address to, uint256 validAfter, uint256 validBefore)
        private
        view
        returns (bytes32)
    {
        bytes32 typeHash = keccak256(bytes(string.concat(kind, FIELDS)));
        return digest(keccak256(abi.encode(typeHash, from, to, VALUE, validAfter, validBefore, NONCE)));
    }

    function transferDigest(address from) private view returns (bytes32) {
        return authorization("TransferWithAuthorization", from, deposit, 0, 1_000_001);
    }

    function receiveDigest(address from, address to) private view returns (bytes32) {
        return authorization("ReceiveWithAuthorization", from, to, 0, 1_000_001);
    }

    function cancelDigest(address from) private view returns (bytes32) {
        return
            digest(
                keccak256(abi.encode(keccak256("CancelAuthorization(address authorizer,bytes32 nonce)"), from, NONCE))
            );
    }

    function signed(bytes32 message) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, message);
        return abi.encodePacked(r, s, v);
    }

    function transfer(address from, bytes memory signature) private {
        usdc.transferWithAuthorization(from, deposit, VALUE, 0, 1_000_001, NONCE, signature);
    }

    function test_theDomainIsThatOfUsdc() public view {
        (, string memory name, string memory version, uint256 chainId, address verifyingContract,,) =
            usdc.eip712Domain();
        vm.assertEq(bytes(name), "USD Coin", "name");
        vm.assertEq(bytes(version), "2", "version");
        vm.assertEq(bytes(usdc.version()), "2", "version()");
        vm.assertEq(chainId, block.chainid, "chain");
        vm.assertEq(verifyingContract, address(usdc), "contract");
        bytes32 inDigest = keccak256(abi.encodePacked(hex"1901", usdc.DOMAIN_SEPARATOR(), bytes32(0)));
        vm.assertTrue(inDigest == digest(0), "separator");
        vm.assertEq(usdc.decimals(), 6, "decimals");
    }

    function test_aStrangerSendsWhatThePayerSigned() public {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, transferDigest(payer));
        vm.expectEmit(address(usdc));
        emit IERC3009.AuthorizationUsed(payer, NONCE);
        vm.prank(STRANGER);
        usdc.transferWithAuthorization(payer, deposit, VALUE, 0, 1_000_001, NONCE, v, r, s);
        vm.assertEq(usdc.balanceOf(deposit), VALUE, "deposit");
        vm.assertTrue(usdc.authorizationState(payer, NONCE), "used");
    }

    function test_aSignatureOfBytesServesTheSame() public {
        vm.prank(STRANGER);
        transfer(payer, signed(transferDigest(payer)));
        vm.assertEq(usdc.balanceOf(deposit), VALUE, "deposit");
    }

    function test_aWalletWithCodeSignsByItsOwner() public {
        transfer(wallet, signed(transferDigest(wallet)));
        vm.assertEq(usdc.balanceOf(deposit), VALUE, "deposit");
        vm.assertTrue(usdc.authorizationState(wallet, NONCE), "used");
    }

    function testFuzz_anyOtherSignatureIsRefused(uint256 otherKey) public {
        otherKey = 1 + otherKey % 1e30;
        vm.assume(otherKey != KEY);
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(otherKey, transferDigest(payer));
        bytes memory invalid = abi.encodeWithSelector(ERC3009.ERC3009InvalidSignature.selector);
        vm.expectRevert(invalid);
        usdc.transferWithAuthorization(payer, deposit, VALUE, 0, 1_000_001, NONCE, v, r, s);
        vm.expectRevert(invalid);
        transfer(payer, abi.encodePacked(r, s, v));
        vm.expectRevert(invalid);
        transfer(wallet, abi.encodePacked(r, s, v));
    }

    function test_aSignatureForAnotherChainIsRefused() public {
        bytes memory signature = signed(transferDigest(payer));
        vm.chainId(137);
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009InvalidSignature.selector));
        transfer(payer, signature);
    }

    function test_aSignatureServesOnce() public {
        bytes memory signature = signed(transferDigest(payer));
        transfer(payer, signature);
        usdc.mint(payer, VALUE);
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009UsedAuthorization.selector, payer, NONCE));
        transfer(payer, signature);
    }

    function test_aSignatureHasItsTime() public {
        bytes memory signature = signed(authorization("TransferWithAuthorization", payer, deposit, 2_000, 3_000));
        uint256[3] memory moments = [uint256(2_000), 3_000, 2_001];
        for (uint256 i = 0; i < moments.length; ++i) {
            vm.warp(moments[i]);
            if (i < 2) {
                vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009InvalidAuthorizationTime.selector, 2_000, 3_000));
            }
            usdc.transferWithAuthorization(payer, deposit, VALUE, 2_000, 3_000, NONCE, signature);
        }
        vm.assertEq(usdc.balanceOf(deposit), VALUE, "deposit");
    }

    function test_onlyTheReceiverTakesWhatIsForItToReceive() public {
        bytes memory signature = signed(receiveDigest(payer, CUSTOMER));
        vm.expectRevert(abi.encodeWithSelector(IERC20Errors.ERC20InvalidReceiver.selector, CUSTOMER));
        vm.prank(STRANGER);
        usdc.receiveWithAuthorization(payer, CUSTOMER, VALUE, 0, 1_000_001, NONCE, signature);

        vm.prank(CUSTOMER);
        usdc.receiveWithAuthorization(payer, CUSTOMER, VALUE, 0, 1_000_001, NONCE, signature);
        vm.assertEq(usdc.balanceOf(CUSTOMER), VALUE, "receiver");
    }

    function test_aSignatureToReceiveIsNoneToTransfer() public {
        bytes memory signature = signed(receiveDigest(payer, deposit));
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009InvalidSignature.selector));
        transfer(payer, signature);
    }

    function test_aCancelledAuthorizationServesNothing() public {
        vm.expectEmit(address(usdc));
        emit IERC3009Cancel.AuthorizationCanceled(payer, NONCE);
        usdc.cancelAuthorization(payer, NONCE, signed(cancelDigest(payer)));
        usdc.cancelAuthorization(wallet, NONCE, signed(cancelDigest(wallet)));

        bytes memory signature = signed(transferDigest(payer));
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009UsedAuthorization.selector, payer, NONCE));
        transfer(payer, signature);
    }

    function test_nobodyElseCancels() public {
        bytes memory signature = signed(cancelDigest(wallet));
        vm.expectRevert(abi.encodeWithSelector(ERC3009.ERC3009InvalidSignature.selector));
        usdc.cancelAuthorization(payer, NONCE, signature);
    }
}
