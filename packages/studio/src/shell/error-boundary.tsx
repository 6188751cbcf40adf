import { useQueryErrorResetBoundary } from '@tanstack/react-query';
import { Component, type ReactNode } from 'react';

import { ErrorState } from '../design/states.js';

interface ErrorBoundaryProps {
  /** The address, if there is more than one below the boundary: an error ends when the address changes. */
  readonly place?: string;
  readonly children: ReactNode;
}

/** Shows an error of the components inside, and renders them again on request. */
export function ErrorBoundary({ place = '', children }: ErrorBoundaryProps) {
  const { reset } = useQueryErrorResetBoundary();
  return (
    <Boundary onReset={reset} place={place}>
      {children}
    </Boundary>
  );
}

interface BoundaryProps {
  readonly onReset: () => void;
  readonly place: string;
  readonly children: ReactNode;
}

/** React has no other way to catch errors than a class. */
class Boundary extends Component<BoundaryProps, { readonly error: unknown }> {
  override state: { readonly error: unknown } = { error: undefined };

  static getDerivedStateFromError(error: unknown) {
    return { error };
  }

  override componentDidUpdate({ place }: BoundaryProps) {
    if (place !== this.props.place && this.state.error !== undefined) this.setState({ error: undefined });
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
