import { useEffect, useMemo, useRef, useState } from 'react';

/** Lets one save run at a time, and none while another write of the form runs. */
interface Turn {
  /** Runs `work`, unless other work runs or the turn is held. Resolves when no work runs any more. */
  readonly take: (work: (begin: () => void) => Promise<void>) => Promise<void>;
  /** Lets no work begin until the result is called. */
  readonly hold: () => () => void;
  /** Resolves when no work runs, and the form has been drawn with what the work has done. */
  readonly ended: () => Promise<void>;
}

/** The turn, and whether work runs that has called `begin`. */
export function useTurn(): readonly [Turn, boolean] {
  const [isRunning, setRunning] = useState(false);
  const inner = useRef({ isTaken: false, holders: 0, waiting: new Set<() => void>() });
  const end = useMemo(() => {
    const { current } = inner;
    return () => {
      current.isTaken = false;
      for (const resolve of current.waiting) resolve();
      current.waiting.clear();
    };
  }, []);
  // The form has been drawn by now, so that the next work sees what this work has saved.
  useEffect(() => {
    if (!isRunning) end();
  }, [isRunning, end]);
  useEffect(() => end, [end]);
  const turn = useMemo((): Turn => {
    const { current } = inner;
    const ended = () =>
      current.isTaken ? new Promise<void>((resolve) => current.waiting.add(resolve)) : Promise.resolve();
    const hold = () => {
      current.holders += 1;
      return () => void (current.holders -= 1);
    };
    const take: Turn['take'] = async (work) => {
      if (current.isTaken || current.holders > 0) return ended();
      current.isTaken = true;
      let hasBegun = false;
      try {
        await work(() => {
          hasBegun = true;
          setRunning(true);
        });
      } finally {
        if (hasBegun) setRunning(false);
        else end();
      }
      return ended();
    };
    return { take, hold, ended };
  }, [end]);
  return [turn, isRunning];
}
