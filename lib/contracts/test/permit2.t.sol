// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {LocalExactProxy} from "../src/local/LocalExactProxy.sol";
import {LocalPermit2} from "../src/local/LocalPermit2.sol";
import {LocalUSDT} from "../src/local/LocalUSDT.sol";
import {DepositTest} from "./support/DepositTest.sol";
import {PermitToken} from "./tokens/TestTokens.sol";

/// @dev Permit2 and its exact proxy at their own addresses, with digests put together by hand from their published types.
contract Permit2Test is DepositTest {
    uint256 private constant KEY = 0xA11CE5;
    uint256 private constant VALUE = 5e6;
    uint256 private constant NONCE = uint256(keccak256("random"));
    uint256 private constant DEADLINE = 1_000_100;
    address private constant PERMIT2 = 0x000000000022D473030F116dDEE9F6B43aC78BA3;
    LocalExactProxy private constant PROXY = LocalExactProxy(0x402085c248EeA27D92E8b30b2C58ed07f9E20001);

    PermitToken private token;
    address private payer;
    address private deposit;

    function setUp() public override {
        super.setUp();
        vm.warp(1_000_000);
        vm.etch(PERMIT2, address(new LocalPermit2()).code);
        vm.etch(address(PROXY), address(new LocalExactProxy()).code);
        token = new PermitToken();
        payer = vm.addr(KEY);
        deposit = factory.depositAddress(openTerms("checkout"));
        token.mint(payer, VALUE);
        usdt.mint(payer, VALUE);
    }

    function payment(address of_) private pure returns (LocalPermit2.PermitTransferFrom memory) {
        return LocalPermit2.PermitTransferFrom({
            permitted: LocalPermit2.TokenPermissions({token: of_, amount: VALUE}), nonce: NONCE, deadline: DEADLINE
        });
    }

    function witness(address to) private pure returns (LocalExactProxy.Witness memory) {
        return LocalExactProxy.Witness({to: to, validAfter: 0});
    }

    function signed(address of_) private view returns (bytes memory) {
        bytes32 domain = keccak256(
            abi.encode(
                keccak256("EIP712Domain(string name,uint256 chainId,address verifyingContract)"),
                keccak256("Permit2"),
                block.chainid,
                PERMIT2
            )
        );
        bytes32 typeHash = keccak256(
            "PermitWitnessTransferFrom(TokenPermissions permitted,address spender,uint256 nonce,uint256 deadline,Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)"
        );
        bytes32 permitted =
            keccak256(abi.encode(keccak256("TokenPermissions(address token,uint256 amount)"), of_, VALUE));
        bytes32 receiver =
            keccak256(abi.encode(keccak256("Witness(address to,uint256 validAfter)"), deposit, uint256(0)));
        bytes32 message =
            keccak256(abi.encode(typeHash, permitted, address(PROXY), NONCE, DEADLINE, receiver));
        return joined(keccak256(abi.encodePacked(hex"1901", domain, message)));
    }

    function joined(bytes32 digest) private pure returns (bytes memory) {
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return abi.encodePacked(r, s, v);
    }

    function permit() private view returns (LocalExactProxy.EIP2612Permit memory) {
        bytes32 message = keccak256(
            abi.encode(
                keccak256("Permit(address owner,address spender,uint256 value,uint256 nonce,uint256 deadline)"),
                payer,
                PERMIT2,
                VALUE,
                uint256(0),
                DEADLINE
            )
        );
        bytes32 digest = keccak256(abi.encodePacked(hex"1901", token.DOMAIN_SEPARATOR(), message));
        (uint8 v, bytes32 r, bytes32 s) = vm.sign(KEY, digest);
        return LocalExactProxy.EIP2612Permit({value: VALUE, deadline: DEADLINE, r: r, s: s, v: v});
    }

    function approve() private {
        vm.prank(payer);
        usdt.approve(PERMIT2, type(uint256).max);
    }

    function settle(address of_, address to, bytes memory signature) private {
        PROXY.settle(payment(of_), payer, witness(to), signature);
    }

    function test_paysATokenThatReturnsNothing() public {
        approve();
        settle(address(usdt), deposit, signed(address(usdt)));
        vm.assertEq(usdt.balanceOf(deposit), VALUE, "the deposit address received the payment");
    }

    function test_paysOnce() public {
        approve();
        usdt.mint(payer, VALUE);
        bytes memory signature = signed(address(usdt));
        settle(address(usdt), deposit, signature);
        vm.expectRevert(abi.encodeWithSelector(LocalPermit2.InvalidNonce.selector));
        settle(address(usdt), deposit, signature);
    }

    function test_paysNobodyElse() public {
        approve();
        bytes memory signature = signed(address(usdt));
        vm.expectRevert(abi.encodeWithSelector(LocalPermit2.InvalidSigner.selector));
        settle(address(usdt), address(this), signature);
    }

    function test_paysThroughTheProxyAlone() public {
        approve();
        bytes memory signature = signed(address(usdt));
        LocalPermit2.SignatureTransferDetails memory details =
            LocalPermit2.SignatureTransferDetails({to: deposit, requestedAmount: VALUE});
        bytes32 receiver =
            keccak256(abi.encode(keccak256("Witness(address to,uint256 validAfter)"), deposit, uint256(0)));
        vm.expectRevert(abi.encodeWithSelector(LocalPermit2.InvalidSigner.selector));
        LocalPermit2(PERMIT2).permitWitnessTransferFrom(
            payment(address(usdt)),
            details,
            payer,
            receiver,
            "Witness witness)TokenPermissions(address token,uint256 amount)Witness(address to,uint256 validAfter)",
            signature
        );
    }

    function test_paysUntilTheDeadline() public {
        approve();
        bytes memory signature = signed(address(usdt));
        vm.warp(DEADLINE + 1);
        vm.expectRevert(abi.encodeWithSelector(LocalPermit2.SignatureExpired.selector, DEADLINE));
        settle(address(usdt), deposit, signature);
        vm.warp(DEADLINE);
        settle(address(usdt), deposit, signature);
    }

    function test_paysWithAPermit() public {
        PROXY.settleWithPermit(permit(), payment(address(token)), payer, witness(deposit), signed(address(token)));
        vm.assertEq(token.balanceOf(deposit), VALUE, "the deposit address received the payment");
        vm.assertEq(token.allowance(payer, PERMIT2), 0, "no allowance is left");
    }

    function test_paysAlthoughSomeoneElseSubmittedThePermit() public {
        LocalExactProxy.EIP2612Permit memory own = permit();
        token.permit(payer, PERMIT2, own.value, own.deadline, own.v, own.r, own.s);
        PROXY.settleWithPermit(own, payment(address(token)), payer, witness(deposit), signed(address(token)));
        vm.assertEq(token.balanceOf(deposit), VALUE, "the deposit address received the payment");
    }

    function test_refusesAPermitOfAnotherAmount() public {
        LocalExactProxy.EIP2612Permit memory more = permit();
        more.value += 1;
        bytes memory signature = signed(address(token));
        vm.expectRevert(abi.encodeWithSelector(LocalExactProxy.Permit2612AmountMismatch.selector));
        PROXY.settleWithPermit(more, payment(address(token)), payer, witness(deposit), signature);
    }
}
