import { type RefObject, useCallback, useEffect, useRef } from 'react';

/** Whether the component is shown. A request goes on after its component is gone. */
export function useIsShown(): RefObject<boolean> {
  const isShown = useRef(false);
  useEffect(() => {
    isShown.current = true;
    return () => {
      isShown.current = false;
    };
  }, []);
  return isShown;
}

/** Calls a function only as long as the component is shown: a dialog that was closed must not close the next one. */
export function useWhileShown(run: () => void): () => void {
  const latest = useRef(run);
  latest.current = run;
  const isShown = useIsShown();
  return useCallback(() => {
    if (isShown.current) latest.current();
  }, [isShown]);
}
