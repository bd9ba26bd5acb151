export const shortestPassword = 12;

/** A longer one is no safer, and only costs time to hash. */
export const longestPassword = 128;

/** The most common passwords of sufficient length. */
const commonest = new Set([
  "123456789012",
  "1234567890123",
  "12345678901234",
  "123456789123",
  "1234567891011",
  "123123123123",
  "112233445566",
  "1q2w3e4r5t6y",
  "1qaz2wsx3edc",
  "qwertyuiop12",
  "qwertyuiop123",
  "qwerty123456",
  "qwerty1234567",
  "qwertyqwerty",
  "asdfghjkl123",
  "abcdefghijkl",
  "abc123abc123",
  "password1234",
  "password12345",
  "password123456",
  "password123!",
  "passwordpassword",
  "mypassword123",
  "p@ssw0rd1234",
  "iloveyou1234",
  "iloveyouiloveyou",
  "letmeinletmein",
  "welcome12345",
  "administrator",
  "admin1234567",
  "adminadminadmin",
  "changemechangeme",
  "stablecoincheckout",
]);

export type PasswordFault = "too_short" | "too_long" | "email" | "common";

/**
 * Why a password may not be chosen; null when it may. Length counts, kinds of characters do not (NIST SP 800-63B
 * §3.1.1.2).
 *
 * @param email of the account
 */
export function passwordFault(password: string, email: string): PasswordFault | null {
  const length = [...password].length;
  if (length < shortestPassword) return "too_short";
  if (length > longestPassword) return "too_long";
  const plain = password.normalize("NFKC").trim().toLowerCase();
  if (plain === email.trim().toLowerCase()) return "email";
  if (commonest.has(plain) || new Set(plain).size < 3) return "common";
  return null;
}
