// SPDX-License-Identifier: MIT
pragma solidity 0.8.37;

/// @title LocalUSDT
/// @notice Stands in for USDT on local chains. Anyone may mint; it is worth nothing.
/// @dev Like Tether's contract on Ethereum, `transfer`, `transferFrom` and `approve` return nothing, and an allowance
/// can only be changed from or to zero. Whoever expects a bool from it fails.
contract LocalUSDT {
    /// @notice The token's name.
    string public constant name = "Tether USD";

    /// @notice The token's symbol.
    string public constant symbol = "USDT";

    /// @notice The number of decimals.
    uint8 public constant decimals = 6;

    /// @notice All tokens in existence, in millionths.
    uint256 public totalSupply;

    /// @notice What `account` holds, in millionths.
    mapping(address account => uint256) public balanceOf;

    /// @notice What `spender` may still take from `owner`, in millionths.
    mapping(address owner => mapping(address spender => uint256)) public allowance;

    /// @notice ERC-20: `value` moved.
    event Transfer(address indexed from, address indexed to, uint256 value);

    /// @notice ERC-20: an allowance was set.
    event Approval(address indexed owner, address indexed spender, uint256 value);

    /// @notice `from` holds less than `needed`.
    error InsufficientBalance(address from, uint256 balance, uint256 needed);

    /// @notice `spender` may take less than `needed`.
    error InsufficientAllowance(address spender, uint256 allowance, uint256 needed);

    /// @notice An allowance that is not zero must be set to zero first.
    error AllowanceNotZero(address spender, uint256 allowance);

    /// @notice Tokens cannot be sent to the zero address.
    error ZeroRecipient(address from);

    /// @notice Gives `to` new tokens.
    /// @param to The receiver.
    /// @param amount The amount, in millionths.
    function mint(address to, uint256 amount) external {
        totalSupply += amount;
        balanceOf[to] += amount;
        emit Transfer(address(0), to, amount);
    }

    /// @notice Moves `value` to `to`. Returns nothing.
    /// @param to The receiver.
    /// @param value The amount, in millionths.
    function transfer(address to, uint256 value) external {
        _move(msg.sender, to, value);
    }

    /// @notice Moves `value` from `from` to `to` out of the caller's allowance. Returns nothing.
    /// @param from The payer.
    /// @param to The receiver.
    /// @param value The amount, in millionths.
    function transferFrom(address from, address to, uint256 value) external {
        uint256 allowed = allowance[from][msg.sender];
        if (allowed < value) revert InsufficientAllowance(msg.sender, allowed, value);
        if (allowed != type(uint256).max) allowance[from][msg.sender] = allowed - value;
        _move(from, to, value);
    }

    /// @notice Lets `spender` take up to `value`. Returns nothing.
    /// @param spender Who may take.
    /// @param value The amount, in millionths.
    function approve(address spender, uint256 value) external {
        uint256 allowed = allowance[msg.sender][spender];
        if (value != 0 && allowed != 0) revert AllowanceNotZero(spender, allowed);
        allowance[msg.sender][spender] = value;
        emit Approval(msg.sender, spender, value);
    }

    function _move(address from, address to, uint256 value) private {
        if (to == address(0)) revert ZeroRecipient(from);
        uint256 balance = balanceOf[from];
        if (balance < value) revert InsufficientBalance(from, balance, value);
        balanceOf[from] = balance - value;
        balanceOf[to] += value;
        emit Transfer(from, to, value);
    }
}
