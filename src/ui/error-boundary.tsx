import { Component, type ReactNode } from 'react';
import { uiCopy } from '#copy/ui.ts';
import { Banner } from './banner.tsx';
import { Button } from './button.tsx';
import { AlertIcon } from './icons/icons.tsx';

interface State {
  failed: boolean;
}

/** Confines a render error to one part of the screen, with "Try again" in its place. React logs the error itself. */
export class ErrorBoundary extends Component<{ children: ReactNode }, State> {
  override state: State = { failed: false };

  static getDerivedStateFromError(): State {
    return { failed: true };
  }

  private readonly retry = () => this.setState({ failed: false });

  override render(): ReactNode {
    if (!this.state.failed) return this.props.children;
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
