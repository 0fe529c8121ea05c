import { Component, type ReactNode } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { AlertIcon } from './icons/icons.tsx';

interface ErrorBoundaryProps {
  children: ReactNode;
  /** What stands in its place; a quiet line with "Try again" by default. */
  fallback?: (retry: () => void) => ReactNode;
  /** Another value starts afresh: the id of what is shown. */
  resetKey?: string;
}

interface State {
  failed: boolean;
  resetKey: string | undefined;
}

/** Keeps one broken part from taking the screen with it. React reports the error itself; nothing is swallowed. */
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
