import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';

import { ErrorState } from '../design/states.js';

/** Shows what went wrong below it, and tries again on request. */
export function ErrorBoundary({ children }: { readonly children: ReactNode }) {
  const { reset } = useQueryErrorResetBoundary();
  return <Boundary onReset={reset}>{children}</Boundary>;
}

interface BoundaryProps {
  readonly onReset: () => void;
  readonly children: ReactNode;
}

/** React has no other way to catch errors than a class. */
class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override render() {
    if (this.state.error === undefined) return this.props.children;
    const retry = () => {
      this.props.onReset();
      this.setState({ error: undefined });
    };
    return <ErrorState error={this.state.error} onRetry={retry} />;
  }
}
