import { Component, type ReactNode } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { AlertIcon } from './icons/icons.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** Shown in place of the failed part; a line with "Try again" by default. */
  fallback?: (retry: () => void) => ReactNode;
  /** A new value resets the boundary, e.g. the id of what is shown. */
  resetKey?: string;
}

interface State {
  failed: boolean;
  resetKey: string | undefined;
}

/** Confines a render error to one part of the screen. React logs the error itself. */
export class ErrorBoundary extends Component<ErrorBoundaryProps, State> {
  override state: State = { failed: false, resetKey: this.props.resetKey };

  static getDerivedStateFromError(): Partial<State> {
    return { failed: true };
  }

  static getDerivedStateFromProps({ resetKey }: ErrorBoundaryProps, state: State): Partial<State> | null {
    return resetKey === state.resetKey ? null : { failed: false, resetKey };
  }

  private readonly retry = () => this.setState({ failed: false });

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
    if (this.props.fallback) return this.props.fallback(this.retry);
    return (
      <Banner
        tone="stop"
        icon={<AlertIcon />}
        title={uiCopy.failedTitle}
        action={
          <Button kind="outline" size="s" onClick={this.retry}>
            {uiCopy.tryAgain}
          </Button>
        }
      >
        {uiCopy.failedText}
      </Banner>
    );
  }
}
