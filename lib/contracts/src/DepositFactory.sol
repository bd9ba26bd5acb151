// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {Clones} from "@openzeppelin/contracts/proxy/Clones.sol";
import {Deposit} from "./Deposit.sol";

/// @title DepositFactory
/// @notice Derives, deploys, sweeps and refunds deposits. A deposit's address is known, and can be paid, before it has code.
/// @dev The factory holds no funds, no storage and no rights over deposits: with it or without it, funds leave a
/// deposit only to the merchant or by the refund authority. The zero address stands for the chain's own coin wherever a
/// token is named. Deployed through the deterministic deployer
/// `0x4e59b44847b379578588920cA78FbF26c0B4956C` with salt 0 it has one address on every chain. The chain is no part of
/// a deposit's terms, so a payment on the wrong chain can still be moved.
contract DepositFactory {
    /// @notice What a deposit is bound to. All of it shapes the address.
    /// @param checkoutKey keccak256 of the checkout's id; the CREATE2 salt.
    /// @param merchant The only receiver of a sweep; not zero.
    /// @param refundAuthority The only account that may refund; not zero.
    /// @param openSweep Whether anyone may sweep, or only merchant and refund authority.
    struct DepositTerms {
        bytes32 checkoutKey;
        address merchant;
        address refundAuthority;
        bool openSweep;
    }

    /// @notice One token of one deposit, to be swept.
    /// @param terms The deposit's terms.
    /// @param token The token to pay out; zero for the chain's own coin.
    struct SweepItem {
        DepositTerms terms;
        address token;
    }

    /// @notice The gas one item's sweep may use in a batch, so that a hostile token, or a merchant's contract that is
    /// paid in coin, cannot starve the items after it.
    /// @dev Several times what known tokens need. Whatever needs more is swept by `Deposit.sweep`, which has no limit.
    uint256 public constant SWEEP_GAS_LIMIT = 300_000;

    /// @dev A call may forward at most 63/64 of the gas left (EIP-150); the rest covers the call itself.
    uint256 private constant GAS_BEFORE_SWEEP = (SWEEP_GAS_LIMIT * 64) / 63 + 10_000;

    /// @dev Tokens and receivers of coin choose their own revert data; more of it than this is not worth paying for.
    uint256 private constant REASON_LIMIT = 256;

    /// @notice The contract that every deposit is a clone of. It holds no terms and does nothing by itself.
    address public immutable depositImplementation;

    /// @notice One item of a batch failed; the others are untouched.
    /// @param deposit The deposit's address.
    /// @param token The token that was to be paid out; zero for the chain's own coin.
    /// @param reason The first 256 bytes of the revert data; when the gas limit was reached empty, or for coin
    /// OpenZeppelin's `FailedCall()`.
    event SweepFailed(address indexed deposit, address indexed token, bytes reason);

    /// @notice Terms with a zero merchant or a zero refund authority: funds sent there could not be moved as promised.
    /// @param merchant The merchant of those terms.
    /// @param refundAuthority The refund authority of those terms.
    error InvalidTerms(address merchant, address refundAuthority);

    /// @notice The transaction's gas does not reach for the next item.
    /// @dev Without this an estimate could settle on an amount of gas at which items fail quietly.
    /// @param available The gas left.
    /// @param required The gas that has to be left.
    error InsufficientGas(uint256 available, uint256 required);

    /// @dev Created here, so the implementation's address follows from the factory's.
    constructor() {
        depositImplementation = address(new Deposit());
    }

    /// @notice The address of the deposit with `terms`, deployed or not.
    /// @param terms The deposit's terms.
    /// @return deposit The same address on every chain that has this factory.
    function depositAddress(DepositTerms calldata terms) external view returns (address deposit) {
        _requireValid(terms);
        return _addressOf(terms);
    }

    /// @notice Deploys the deposit with `terms`, or finds it already there.
    /// @param terms The deposit's terms.
    /// @return deposit The deposit's address.
    function deploy(DepositTerms calldata terms) public returns (address deposit) {
        _requireValid(terms);
        deposit = _addressOf(terms);
        _deployIfMissing(deposit, terms);
    }

    /// @notice Sends `amount` of `token` from the deposit with `terms` to `to`, deploying it if it is missing. Only the
    /// refund authority may, as in `Deposit.refund`: this factory passes its own caller on.
    /// @dev One transaction for a wallet that would otherwise have to deploy first.
    /// @param terms The deposit's terms.
    /// @param token The token to send; zero for the chain's own coin.
    /// @param to The receiver of the refund.
    /// @param amount The amount, in the token's smallest unit, more than zero.
    function refund(DepositTerms calldata terms, address token, address to, uint256 amount) external {
        Deposit(payable(deploy(terms))).refundFor(token, to, amount, msg.sender);
    }

    /// @notice Sweeps each item's token to its merchant, deploying what is missing. One item's failure is an event and
    /// stops no other.
    /// @dev The caller's permission is the same as in `Deposit.sweep`: this factory passes its own caller on.
    /// @param items The sweeps to make, in order.
    /// @return succeeded For each item whether it went through; a simulation shows what to leave out.
    function sweepMany(SweepItem[] calldata items) external returns (bool[] memory succeeded) {
        succeeded = new bool[](items.length);
        for (uint256 i = 0; i < items.length; ++i) {
            succeeded[i] = _trySweep(items[i].terms, items[i].token);
        }
    }

    /// @dev Everything that an item can make fail happens behind the gas-limited call or is checked before it.
    function _trySweep(DepositTerms calldata terms, address token) private returns (bool) {
        address deposit = _addressOf(terms);
        if (!_isValid(terms)) {
            emit SweepFailed(
                deposit, token, abi.encodeWithSelector(InvalidTerms.selector, terms.merchant, terms.refundAuthority)
            );
            return false;
        }
        _deployIfMissing(deposit, terms);

        uint256 available = gasleft();
        if (available < GAS_BEFORE_SWEEP) revert InsufficientGas(available, GAS_BEFORE_SWEEP);
        try Deposit(payable(deposit)).sweepFor{gas: SWEEP_GAS_LIMIT}(token, msg.sender) returns (uint256) {
            return true;
        } catch {
            emit SweepFailed(deposit, token, _boundedRevertData());
            return false;
        }
    }

    /// @dev Deploying needs no isolation: it calls no foreign code, and the address was found empty just before.
    function _deployIfMissing(address deposit, DepositTerms calldata terms) private {
        if (deposit.code.length != 0) return;
        Clones.cloneDeterministicWithImmutableArgs(depositImplementation, _encode(terms), terms.checkoutKey);
    }

    /// @dev The address, for valid and invalid terms alike.
    function _addressOf(DepositTerms calldata terms) private view returns (address) {
        return
            Clones.predictDeterministicAddressWithImmutableArgs(
                depositImplementation, _encode(terms), terms.checkoutKey
            );
    }

    /// @dev The layout that `Deposit.terms` reads.
    function _encode(DepositTerms calldata terms) private pure returns (bytes memory) {
        return abi.encodePacked(terms.merchant, terms.refundAuthority, terms.openSweep);
    }

    /// @dev Whether funds sent to these terms can be moved as promised.
    function _isValid(DepositTerms calldata terms) private pure returns (bool) {
        return terms.merchant != address(0) && terms.refundAuthority != address(0);
    }

    /// @dev Refuses to name an address that nobody should pay to.
    function _requireValid(DepositTerms calldata terms) private pure {
        if (!_isValid(terms)) revert InvalidTerms(terms.merchant, terms.refundAuthority);
    }

    /// @dev Copies at most REASON_LIMIT bytes, unlike `catch (bytes memory)`, which copies whatever a token returns.
    function _boundedRevertData() private pure returns (bytes memory reason) {
        uint256 size;
        assembly ("memory-safe") {
            size := returndatasize()
        }
        reason = new bytes(size < REASON_LIMIT ? size : REASON_LIMIT);
        assembly ("memory-safe") {
            returndatacopy(add(reason, 0x20), 0, mload(reason))
        }
    }
}
