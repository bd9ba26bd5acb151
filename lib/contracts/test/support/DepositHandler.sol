// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

import {IERC20} from "@openzeppelin/contracts/token/ERC20/IERC20.sol";
import {Deposit} from "../../src/Deposit.sol";
import {DepositFactory} from "../../src/DepositFactory.sol";
import {LocalUSDC} from "../../src/local/LocalUSDC.sol";
import {LocalUSDT} from "../../src/local/LocalUSDT.sol";
import {CoinRefuser} from "../mocks/Receivers.sol";
import {DenylistToken} from "../tokens/TestTokens.sol";
import {Vm} from "./Vm.sol";

/// @dev What everybody may do to deposits in any order: customers pay, anyone calls anything. It keeps its own books of
/// what each call may move, and never reverts: what the contracts answer otherwise than expected is counted.
contract DepositHandler {
    Vm private constant vm = Vm(address(uint160(uint256(keccak256("hevm cheat code")))));

    address private constant COIN = address(0);
    uint256 private constant DEPOSITS = 6;
    /// @dev Two merchants, two refund authorities, and three strangers to all terms.
    address[7] public people = [
        address(0xA11CE),
        address(0xA22CE),
        address(0xB0B),
        address(0xB0C),
        address(0xDEAD1),
        address(0xDEAD2),
        address(this)
    ];

    DepositFactory public immutable factory;
    address[4] public tokens;
    DepositFactory.DepositTerms[DEPOSITS] private _terms;
    address[DEPOSITS] public deposits;

    /// @dev The books. Everything that was paid in; what each account may hold, by sweeps to merchants and by refunds
    /// that the authority itself ordered.
    mapping(address token => uint256) public paid;
    mapping(address token => mapping(address account => uint256)) public due;
    /// @dev Accounts besides `people` that were ever named as receivers.
    address[] private receivers;
    mapping(address account => bool) private _isReceiver;

    /// @dev Answers that differ from what the terms promise. All of them stay zero.
    uint256 public wrongSweeps;
    uint256 public wrongRefunds;
    uint256 public wrongItems;
    uint256 public gainsByStrangers;

    /// @dev How often something worth testing happened.
    uint256 public sweeps;
    uint256 public refunds;
    uint256 public refusals;
    uint256 public failedItems;

    constructor(DepositFactory factory_) {
        factory = factory_;
        tokens = [COIN, address(new LocalUSDC()), address(new LocalUSDT()), address(new DenylistToken())];
        address refuser = address(new CoinRefuser());
        _isReceiver[refuser] = true;
        receivers.push(refuser);
        // Strict and convenient, open and closed, two of one merchant, and a merchant that refuses coin for a while.
        _terms[0] = DepositFactory.DepositTerms("strict", people[0], people[0], true);
        _terms[1] = DepositFactory.DepositTerms("strict, closed", people[0], people[0], false);
        _terms[2] = DepositFactory.DepositTerms("convenient", people[0], people[2], true);
        _terms[3] = DepositFactory.DepositTerms("convenient, closed", people[1], people[2], false);
        _terms[4] = DepositFactory.DepositTerms("another authority", people[1], people[3], true);
        _terms[5] = DepositFactory.DepositTerms("refuses coin", refuser, people[3], true);
        for (uint256 i = 0; i < DEPOSITS; ++i) {
            deposits[i] = factory.depositAddress(_terms[i]);
        }
    }

    receive() external payable {}

    function depositCount() external pure returns (uint256) {
        return DEPOSITS;
    }

    function terms(uint256 index) external view returns (DepositFactory.DepositTerms memory) {
        return _terms[index];
    }

    /// @dev All of `token` that is anywhere it may be.
    function total(address token) external view returns (uint256 held) {
        for (uint256 i = 0; i < DEPOSITS; ++i) {
            held += balanceOf(token, deposits[i]);
        }
        for (uint256 i = 0; i < people.length; ++i) {
            held += balanceOf(token, people[i]);
        }
        for (uint256 i = 0; i < receivers.length; ++i) {
            held += balanceOf(token, receivers[i]);
        }
    }

    /// @dev How many accounts hold another amount of `token` than is due to them, from the person with `first` on.
    function countUndue(address token, uint256 first, bool alsoReceivers) external view returns (uint256 count) {
        for (uint256 i = first; i < people.length; ++i) {
            if (balanceOf(token, people[i]) != due[token][people[i]]) ++count;
        }
        for (uint256 i = 0; alsoReceivers && i < receivers.length; ++i) {
            if (balanceOf(token, receivers[i]) != due[token][receivers[i]]) ++count;
        }
    }

    function balanceOf(address token, address account) public view returns (uint256) {
        return token == COIN ? account.balance : IERC20(token).balanceOf(account);
    }

    // What may happen.

    function pay(uint256 depositSeed, uint256 tokenSeed, uint64 amount) external {
        address to = deposits[depositSeed % DEPOSITS];
        address token = tokens[tokenSeed % tokens.length];
        paid[token] += amount;
        if (token != COIN) {
            LocalUSDC(token).mint(to, amount);
            return;
        }
        vm.deal(address(this), address(this).balance + amount);
        (bool taken,) = to.call{value: amount}("");
        if (!taken) ++wrongSweeps;
    }

    function deploy(uint256 depositSeed, uint256 callerSeed) external {
        vm.prank(people[callerSeed % people.length]);
        factory.deploy(_terms[depositSeed % DEPOSITS]);
    }

    function sweep(uint256 depositSeed, uint256 tokenSeed, uint256 callerSeed) external {
        uint256 index = depositSeed % DEPOSITS;
        address token = tokens[tokenSeed % tokens.length];
        address caller = people[callerSeed % people.length];
        if (deposits[index].code.length == 0) return;

        bool expected = mayBeSwept(index, token, caller);
        uint256 held = balanceOf(token, deposits[index]);
        uint256[] memory before = balances(token);
        vm.prank(caller);
        try Deposit(payable(deposits[index])).sweep(token) returns (uint256 amount) {
            if (!expected || amount != held) ++wrongSweeps;
            due[token][_terms[index].merchant] += held;
            ++sweeps;
        } catch {
            if (expected) ++wrongSweeps;
            ++refusals;
        }
        countGains(token, before);
    }

    function sweepMany(uint256[5] calldata depositSeeds, uint256[5] calldata tokenSeeds, uint256 callerSeed) external {
        address caller = people[callerSeed % people.length];
        DepositFactory.SweepItem[] memory items = new DepositFactory.SweepItem[](depositSeeds.length + 2);
        bool[] memory expected = new bool[](items.length);
        for (uint256 i = 0; i < depositSeeds.length; ++i) {
            uint256 index = depositSeeds[i] % DEPOSITS;
            address token = tokens[tokenSeeds[i] % tokens.length];
            items[i] = DepositFactory.SweepItem(_terms[index], token);
            expected[i] = mayBeSwept(index, token, caller);
        }
        // Two items that nobody could sweep, somewhere among the others.
        items[5] = DepositFactory.SweepItem(DepositFactory.DepositTerms("invalid", address(0), caller, true), tokens[1]);
        items[6] = DepositFactory.SweepItem(_terms[0], address(0xbad));
        uint256 place = callerSeed % depositSeeds.length;
        (items[5], items[place]) = (items[place], items[5]);
        (expected[5], expected[place]) = (expected[place], expected[5]);

        bookSweeps(items, expected);
        uint256[][] memory before = allBalances();
        vm.prank(caller);
        bool[] memory succeeded = factory.sweepMany(items);

        for (uint256 i = 0; i < items.length; ++i) {
            if (succeeded[i] != expected[i]) ++wrongItems;
            if (succeeded[i]) ++sweeps;
            else ++failedItems;
        }
        for (uint256 t = 0; t < tokens.length; ++t) {
            countGains(tokens[t], before[t]);
        }
    }

    function refund(
        uint256 depositSeed,
        uint256 tokenSeed,
        uint256 callerSeed,
        uint256 toSeed,
        uint64 amount,
        bool throughFactory
    ) external {
        uint256 index = depositSeed % DEPOSITS;
        address token = tokens[tokenSeed % tokens.length];
        // Every other time by the authority itself, so that refunds are not rare.
        address caller = callerSeed % 2 == 0 ? _terms[index].refundAuthority : people[callerSeed % people.length];
        address to = receiverOf(index, token, toSeed);
        uint256 held = balanceOf(token, deposits[index]);
        if (callerSeed % 4 == 0 && held > 0) amount = uint64(1 + amount % held);
        if (!throughFactory && deposits[index].code.length == 0) return;

        bool expected = caller == _terms[index].refundAuthority && amount > 0 && amount <= held
            && isReceiver(index, token, to) && takes(token, to) && !isFrozen(token, deposits[index]);
        uint256[] memory before = balances(token);
        bool succeeded = tryRefund(index, token, caller, to, amount, throughFactory);
        if (succeeded != expected) ++wrongRefunds;
        if (succeeded) {
            due[token][to] += amount;
            ++refunds;
        } else {
            ++refusals;
        }
        if (caller != _terms[index].refundAuthority) countGains(token, before);
    }

    function speakForAnother(uint256 depositSeed, uint256 tokenSeed, uint256 callerSeed, uint64 amount) external {
        uint256 index = depositSeed % DEPOSITS;
        if (deposits[index].code.length == 0) return;
        Deposit deposit = Deposit(payable(deposits[index]));
        address token = tokens[tokenSeed % tokens.length];
        address caller = people[callerSeed % people.length];
        vm.prank(caller);
        try deposit.refundFor(token, caller, amount, _terms[index].refundAuthority) {
            ++wrongRefunds;
        } catch {}
        vm.prank(caller);
        try deposit.sweepFor(token, _terms[index].merchant) {
            ++wrongSweeps;
        } catch {}
    }

    function changeChain(uint32 chainId) external {
        vm.chainId(uint256(chainId) + 1);
    }

    function freeze(uint256 accountSeed, bool frozen) external {
        address account = accountSeed % 2 == 0 ? people[accountSeed % 4] : deposits[accountSeed % DEPOSITS];
        DenylistToken(tokens[3]).setDenied(account, frozen);
    }

    function changeMind(bool refuses) external {
        CoinRefuser(payable(_terms[5].merchant)).setRefuses(refuses);
    }

    // What is expected of it.

    function mayBeSwept(uint256 index, address token, address caller) private view returns (bool) {
        DepositFactory.DepositTerms memory t = _terms[index];
        if (!t.openSweep && caller != t.merchant && caller != t.refundAuthority) return false;
        if (balanceOf(token, deposits[index]) == 0) return true;
        return takes(token, t.merchant) && !isFrozen(token, deposits[index]);
    }

    function takes(address token, address to) private view returns (bool) {
        if (token == COIN) return to != _terms[5].merchant || !CoinRefuser(payable(to)).refuses();
        return !isFrozen(token, to);
    }

    function isFrozen(address token, address account) private view returns (bool) {
        return token == tokens[3] && DenylistToken(token).denied(account);
    }

    function isReceiver(uint256 index, address token, address to) private view returns (bool) {
        return to != address(0) && to != deposits[index] && to != token && to != address(factory)
            && to != factory.depositImplementation();
    }

    /// @dev People, accounts never seen before, and whatever should be refused.
    function receiverOf(uint256 index, address token, uint256 seed) private returns (address to) {
        if (seed % 16 == 0) return address(0);
        if (seed % 16 == 1) return deposits[index];
        if (seed % 16 == 2) return token;
        if (seed % 16 == 3) return address(factory);
        if (seed % 16 == 4) return factory.depositImplementation();
        if (seed % 16 < 12) return people[seed % (people.length - 1)];
        to = address(uint160(0xC0FFEE00 + seed % 8));
        if (!_isReceiver[to]) receivers.push(to);
        _isReceiver[to] = true;
    }

    function tryRefund(uint256 index, address token, address caller, address to, uint256 amount, bool throughFactory)
        private
        returns (bool succeeded)
    {
        bytes memory call = throughFactory
            ? abi.encodeCall(factory.refund, (_terms[index], token, to, amount))
            : abi.encodeCall(Deposit.refund, (token, to, amount));
        vm.prank(caller);
        (succeeded,) = (throughFactory ? address(factory) : deposits[index]).call(call);
    }

    /// @dev Books what a batch owes to merchants; a deposit named twice is paid out once.
    function bookSweeps(DepositFactory.SweepItem[] memory items, bool[] memory expected) private {
        for (uint256 i = 0; i < items.length; ++i) {
            if (!expected[i]) continue;
            address deposit = factory.depositAddress(items[i].terms);
            bool isBooked = false;
            for (uint256 j = 0; j < i; ++j) {
                if (!expected[j] || items[j].token != items[i].token) continue;
                if (factory.depositAddress(items[j].terms) == deposit) isBooked = true;
            }
            if (!isBooked) due[items[i].token][items[i].terms.merchant] += balanceOf(items[i].token, deposit);
        }
    }

    // Strangers.

    function balances(address token) private view returns (uint256[] memory held) {
        held = new uint256[](people.length);
        for (uint256 i = 0; i < people.length; ++i) {
            held[i] = balanceOf(token, people[i]);
        }
    }

    function allBalances() private view returns (uint256[][] memory held) {
        held = new uint256[][](tokens.length);
        for (uint256 i = 0; i < tokens.length; ++i) {
            held[i] = balances(tokens[i]);
        }
    }

    /// @dev A call that is no refund by its authority makes nobody but merchants richer, and nobody poorer.
    function countGains(address token, uint256[] memory before) private {
        for (uint256 i = 0; i < people.length; ++i) {
            uint256 held = balanceOf(token, people[i]);
            if (held < before[i] || (i >= 2 && held != before[i])) ++gainsByStrangers;
        }
    }
}
