/**
 * An error whose class is known to `instanceof` by its name. Next bundles a module more than once in a process
 * (instrumentation and routes), and what one copy's adapters throw is caught by the other copy's services.
 *
 * @example class CallRefused extends SharedError { static override readonly errorName = "CallRefused"; }
 */
export abstract class SharedError extends Error {
  /** Of the class, and of no other. A subclass without one of its own would be taken for this one. */
  static readonly errorName: string = "SharedError";

  override get name(): string {
    return (this.constructor as typeof SharedError).errorName;
  }

  static override [Symbol.hasInstance]<T extends { prototype: unknown; readonly errorName: string }>(
    this: T,
    value: unknown,
  ): value is T["prototype"] {
    // biome-ignore lint/complexity/noThisInStatic: of the class that is asked; every subclass inherits this method.
    return value instanceof Error && value.name === this.errorName;
  }
}
