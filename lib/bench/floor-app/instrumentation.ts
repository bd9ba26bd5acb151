/** Without a hook of its own Next takes the one it finds in a folder above: the service's. */
export function register(): void {}
