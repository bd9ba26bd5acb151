import { type ComponentType, lazy, Suspense } from "react";

const againAfterMs = 3_000;

/** A component whose code is loaded when it is first drawn; until then, its `Substitute`. */
export function onDemand<Props extends object>(
  load: () => Promise<{ default: ComponentType<Props> }>,
  Substitute?: ComponentType<Props>,
): ComponentType<Props> {
  const Loaded = lazy(() => untilLoaded(load));
  return (props) => (
    <Suspense fallback={Substitute && <Substitute {...props} />}>
      <Loaded {...props} />
    </Suspense>
  );
}

/** Loads until the network lets it: `lazy` would keep a failure for as long as the document lives. */
export async function untilLoaded<T>(load: () => Promise<T>): Promise<T> {
  try {
    return await load();
  } catch {
    await new Promise((resolve) => setTimeout(resolve, againAfterMs));
    return untilLoaded(load);
  }
}
