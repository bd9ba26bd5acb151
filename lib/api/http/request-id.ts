const ids = new WeakMap<Request, string>();

/** The id of a request (decisions §2), made when it is first asked for. A client cannot choose it. */
export function requestIdOf(request: Request): string {
  const id = ids.get(request) ?? crypto.randomUUID();
  ids.set(request, id);
  return id;
}
