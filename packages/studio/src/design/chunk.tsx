import { type ComponentType, type ReactNode, useEffect, useState } from 'react';

import { Loading } from './states.js';

/** A screen. The part of the shell around it follows from the first segment of its path. */
export interface StudioRoute {
  /** A pattern of wouter: `/content/:type/:documentId`. */
  readonly path: string;
  readonly screen: ComponentType;
}

/**
 * A component in a chunk of its own. The component is not `lazy`, because React holds back what `Suspense` has waited
 * for, so that the component would appear up to 300 ms after the chunk is loaded.
 */
export function inChunk<Props extends object>(
  load: () => Promise<{ readonly default: ComponentType<Props> }>,
  meanwhile: ReactNode = <Loading />,
): ComponentType<Props> {
  let known: ComponentType<Props> | undefined;
  return function Chunk(props: Props) {
    const [state, setState] = useState<{ readonly error?: unknown }>({});
    const isMissing = known === undefined;
    useEffect(() => {
      if (!isMissing) return;
      load().then(
        (loaded) => {
          known = loaded.default;
          setState({});
        },
        (error: unknown) => setState({ error }),
      );
    }, [isMissing]);
    if (state.error !== undefined) throw state.error;
    const Loaded = known;
    return Loaded === undefined ? meanwhile : <Loaded {...props} />;
  };
}
